// SPDX-License-Identifier: MIT

extension KeyCommand {
    /// Words that users search for but that the command's summary does not contain.
    var synonyms: String {
        switch self {
        case .showPurchases: "products store subscriptions shop"
        case .showPermissions: "privacy access prompts"
        case .showFlags: "facts experiments remote configuration"
        case .showTimeline: "events history trace"
        case .showStacks: "actions sessions top busy slowest fastest duration failures most"
        case .showLogs: "log lines errors"
        case .showMatrix: "personas compare users"
        case .applyPersona, .savePersona, .renamePersona, .deletePersona: "personas users"
        case .compareWith: "personas difference"
        case .undo: "revert"
        case .override: "expiry day hour until reason temporary set value"
        case .whatIf: "try scratch simulate dry run"
        case .earlier, .later, .travel: "time travel past moment"
        case .showOverrides: "changes diff undo everything reset all"
        case .removeAllOverrides, .removeOverride, .removeKind: "clear reset delete undo everything"
        case .showProblems: "errors"
        case .showWarnings: "problems suspicious flapping"
        case .saveReport: "export share send bug"
        case .sort: "order arrange"
        case .mark: "select several multiple all"
        case .zoomIn, .zoomOut: "scale time axis period minutes"
        case .record: "script macro replay"
        case .copy: "clipboard yank share json"
        case .showApps: "switch attach processes journals reports"
        case .compareSource: "difference diff"
        case .settings: "preferences options colors configure themes"
        case .overridePlatform: "try another device ios ipados macos tvos watchos visionos linux"
        case .impact: "impact depends loses stops working"
        case .why: "reason blocked denied requirements"
        case .unlock: "buy price cost enable fix"
        case .startFlow: "permissions prompt authorize ask"
        case .simulate: "buy refund renew expire end cancel deny refuse allow"
        case .storeClock: "time date renew expire"
        case .lastChange: "cause history"
        case .countStates: "condition combinations"
        case .showCoverage: "coverage tested untested unseen"
        case .filter: "search grep"
        case .showHidden: "internal framework"
        case .watch, .showWatched: "alert notify bell"
        case .markMoment, .compareMoments: "difference diff past"
        case .editDeclaration: "source code editor file line owner"
        case .beginSession: "restart foreground waiting later"
        case .exportTest: "swift testing export code reproduce"
        case .up, .down, .left, .right, .first, .last, .pageUp, .pageDown, .nextPane, .back, .open, .choose, .close,
            .nextMatch, .previousMatch, .keepFilter, .endFilter, .complete, .completeBack, .nextField, .previousField,
            .showFeatures, .redo, .showMessages, .toggleBackground, .leaveFocus, .help, .palette, .redraw, .suspend,
            .quit, .perform, .changeUserSetting, .resetUserSetting, .goTo, .narrow, .focus,
            .overridePurchased, .overrideNotPurchased, .overrideUnknown, .deleteTransaction, .reset, .restartApp,
            .flowContinue, .flowSkip, .flowCancelAll, .flowAllow, .flowAllowOnce, .flowDeny, .flowNext, .flowStop,
            .flowDismiss, .overrideOn, .overrideOff, .setFlag, .showBeginnings, .lanes, .pin, .nextPinned,
            .previousPinned, .nextLevel, .previousLevel, .chooseLines, .restrictTopic, .onlyDifferences, .nextPlace,
            .nextExpiry,
            .previousExpiry, .giveReason, .showWholeEffect:
            ""
        }
    }
}
