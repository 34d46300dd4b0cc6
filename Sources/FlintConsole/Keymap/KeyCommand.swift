// SPDX-License-Identifier: MIT

import FlintWorld

/// A command that a key, a click, or the palette runs in the console.
///
/// The raw values name the commands in keymap files, so they must not change. A command's effect depends on the current
/// screen. If a command cannot run in the current state, the console announces the reason.
package enum KeyCommand: String, Sendable, Hashable, CaseIterable {
    // Moving.
    case up, down, left, right, first, last
    case pageUp = "page-up"
    case pageDown = "page-down"
    case nextPane = "next-pane"
    case back
    // Lists and dialogs.
    case open, choose, close, filter
    case nextMatch = "next-match"
    case previousMatch = "previous-match"
    case keepFilter = "keep-filter"
    case endFilter = "end-filter"
    case complete
    case completeBack = "complete-back"
    case nextField = "next-field"
    case previousField = "previous-field"
    // Every screen.
    case showFeatures = "features"
    case showPurchases = "purchases"
    case showPermissions = "permissions"
    case showFlags = "flags"
    case showTimeline = "timeline"
    case showStacks = "stacks"
    case showLogs = "logs"
    case showMatrix = "matrix"
    case undo, redo
    case whatIf = "what-if"
    case earlier, later
    case showOverrides = "overrides"
    case removeAllOverrides = "remove-all-overrides"
    case showProblems = "problems"
    case showWarnings = "warnings"
    case showMessages = "messages"
    case toggleBackground = "toggle-background"
    case copy
    case saveReport = "save-report"
    case record
    case leaveFocus = "leave-focus"
    case showApps = "apps"
    case compareSource = "compare-source"
    case settings
    case overridePlatform = "override-platform"
    case help, palette, redraw, suspend, quit
    // Features.
    case showHidden = "show-hidden"
    case perform
    case override
    case changeUserSetting = "change-user-setting"
    case resetUserSetting = "reset-user-setting"
    case startFlow = "start-flow"
    case goTo = "go-to"
    case why
    case unlock
    case impact
    case narrow
    case focus
    case watch
    case showWatched = "watched"
    /// Marks a feature or a fact, so that the commands that unlock or override act on all marked ones.
    case mark
    case sort
    case editDeclaration = "edit-declaration"
    // Purchases.
    case overridePurchased = "override-purchased"
    case overrideNotPurchased = "override-not-purchased"
    case overrideUnknown = "override-unknown"
    case removeOverride = "remove-override"
    case removeKind = "remove-kind"
    case simulate
    case storeClock = "store-clock"
    case deleteTransaction = "delete-transaction"
    // Permissions and authorization flows.
    case reset
    case restartApp = "restart-app"
    case flowContinue = "flow-continue"
    case flowSkip = "flow-skip"
    case flowCancelAll = "flow-cancel-all"
    case flowAllow = "flow-allow"
    case flowAllowOnce = "flow-allow-once"
    case flowDeny = "flow-deny"
    case flowNext = "flow-next"
    case flowStop = "flow-stop"
    case flowDismiss = "flow-dismiss"
    // Facts.
    case overrideOn = "override-on"
    case overrideOff = "override-off"
    case setFlag = "set-flag"
    case beginSession = "begin-session"
    // Timeline.
    case showBeginnings = "show-beginnings"
    case lanes
    case zoomIn = "zoom-in"
    case zoomOut = "zoom-out"
    case pin
    case nextPinned = "next-pinned"
    case previousPinned = "previous-pinned"
    case lastChange = "last-change"
    case travel
    case markMoment = "mark-moment"
    case compareMoments = "compare-moments"
    case exportTest = "export-test"
    // Logs.
    case nextLevel = "next-level"
    case previousLevel = "previous-level"
    case chooseLines = "choose-lines"
    case restrictTopic = "restrict-topic"
    // Matrix.
    case onlyDifferences = "only-differences"
    case compareWith = "compare-with"
    case applyPersona = "apply-persona"
    case savePersona = "save-persona"
    case renamePersona = "rename-persona"
    case deletePersona = "delete-persona"
    case countStates = "count-states"
    case showCoverage = "show-coverage"
    // Facts that are being changed.
    case nextPlace = "next-place"
    case nextExpiry = "next-expiry"
    case previousExpiry = "previous-expiry"
    case giveReason = "give-reason"
    case showWholeEffect = "show-whole-effect"

    /// Whether the command acts on the selected item.
    ///
    /// The screen determines whether such a command can run.
    var concernsSelection: Bool {
        switch self {
        case .perform, .override, .changeUserSetting, .resetUserSetting, .startFlow, .goTo, .why, .unlock,
            .impact, .narrow, .focus, .watch, .mark, .editDeclaration,
            .copy, .overridePurchased, .overrideNotPurchased, .overrideUnknown,
            .removeOverride, .simulate, .deleteTransaction, .reset,
            .overrideOn, .overrideOff, .setFlag, .beginSession, .restrictTopic, .countStates, .pin, .lastChange,
            .travel, .markMoment, .compareMoments, .exportTest:
            true
        case .up, .down, .left, .right, .first, .last, .pageUp, .pageDown, .nextPane, .back,
            .open, .choose, .close, .filter, .nextMatch, .previousMatch, .keepFilter, .endFilter, .complete,
            .completeBack, .nextField, .previousField,
            .showFeatures, .showPurchases, .showPermissions, .showFlags, .showTimeline, .showStacks, .showLogs,
            .showMatrix, .undo, .redo, .whatIf, .earlier, .later, .onlyDifferences, .compareWith, .applyPersona,
            .savePersona, .renamePersona, .deletePersona, .showHidden, .showCoverage,
            .showOverrides, .removeAllOverrides, .showProblems, .showWarnings, .showMessages, .showWatched,
            .toggleBackground, .saveReport, .record, .showApps, .compareSource, .settings, .overridePlatform,
            .leaveFocus, .help, .palette, .redraw, .suspend, .quit, .removeKind, .storeClock, .restartApp,
            .flowContinue, .flowSkip, .flowCancelAll, .flowAllow, .flowAllowOnce, .flowDeny, .flowNext, .flowStop,
            .flowDismiss, .showBeginnings, .sort, .lanes, .zoomIn, .zoomOut, .nextPinned, .previousPinned,
            .nextLevel, .previousLevel, .chooseLines, .nextPlace, .nextExpiry, .previousExpiry,
            .giveReason, .showWholeEffect:
            false
        }
    }

    /// Whether the command changes the app, so that it cannot run on a recording or in the past.
    var changesApp: Bool {
        switch self {
        case .undo, .redo, .removeAllOverrides, .overridePlatform, .toggleBackground,
            .perform, .override, .changeUserSetting, .resetUserSetting, .startFlow, .unlock, .focus,
            .overridePurchased, .overrideNotPurchased, .overrideUnknown, .removeOverride, .removeKind, .simulate,
            .storeClock, .deleteTransaction, .reset, .restartApp,
            .flowContinue, .flowSkip, .flowCancelAll, .flowAllow, .flowAllowOnce, .flowDeny, .flowNext, .flowStop,
            .flowDismiss, .overrideOn, .overrideOff, .setFlag, .beginSession, .applyPersona, .savePersona,
            .renamePersona, .deletePersona:
            true
        case .up, .down, .left, .right, .first, .last, .pageUp, .pageDown, .nextPane, .back,
            .open, .choose, .close, .filter, .nextMatch, .previousMatch, .keepFilter, .endFilter, .complete,
            .completeBack, .nextField, .previousField,
            .showFeatures, .showPurchases, .showPermissions, .showFlags, .showTimeline, .showStacks, .showLogs,
            .showMatrix, .whatIf, .earlier, .later, .showOverrides, .showProblems, .showWarnings, .showMessages, .copy,
            .saveReport, .record, .showApps, .compareSource, .settings, .help, .palette, .redraw, .suspend, .quit,
            .leaveFocus, .showHidden, .goTo, .why, .impact, .narrow, .watch, .showWatched, .mark,
            .sort,
            .editDeclaration, .showBeginnings, .lanes, .zoomIn, .zoomOut, .pin, .nextPinned, .previousPinned,
            .lastChange,
            .markMoment, .compareMoments, .exportTest, .travel, .nextLevel, .previousLevel, .chooseLines,
            .restrictTopic, .onlyDifferences, .compareWith, .countStates, .showCoverage, .nextPlace, .nextExpiry,
            .previousExpiry,
            .giveReason, .showWholeEffect:
            false
        }
    }
}

extension KeyCommand {
    /// Returns the row to which a motion moves the selection in a dialog's list, or `nil` for other commands.
    ///
    /// A step past either end wraps around, because a dialog marks the choice that changes least, which is often the
    /// first one. In an empty list, the row is 0.
    func row(from row: Int, count: Int, page: Int) -> Int? {
        let last = max(0, count - 1)
        return switch self {
        case .up: row > 0 ? row - 1 : last
        case .down: row < last ? row + 1 : 0
        case .pageUp: max(0, row - page)
        case .pageDown: min(last, row + page)
        default: nil
        }
    }
}

extension ConsoleState {
    /// Returns the reason a command cannot run now, worded for the user, or `nil` if it can run.
    func reasonNotAllowed(_ command: KeyCommand) -> String? {
        if command.changesApp, let reason = reasonChangesNotAllowed { return reason }
        return switch command {
        case .undo where model.status.undo == nil:
            model.status.irreversible.map(AppStatus.nothingToUndoReason) ?? "There is nothing to undo"
        case .undo: nil
        case .redo: model.status.redo == nil ? "There is nothing to redo" : nil
        case .earlier, .later: reasonTravelNotAllowed
        case .removeAllOverrides: model.overrides.isEmpty ? "Nothing is overridden" : nil
        case .showOverrides where !isInThePast:
            model.differenceCount == 0 ? "No differences from the initial state" : nil
        case .showHidden: reasonHiddenNotAllowed
        case .applyPersona: reasonPersonaNotAllowed
        case .compareWith where screens.matrix.base == screens.matrix.column: reasonAlreadyCompared
        case .renamePersona, .deletePersona: reasonPersonaFixed
        case .removeKind: reasonRemovalNotAllowed
        case .showProblems: problems.isEmpty ? "The app's files have no problems" : nil
        case .showWarnings: app.warnings.isEmpty ? "There are no warnings" : nil
        case .showMessages: messages.recent.isEmpty ? "There are no messages yet" : nil
        case .showWatched: reasonNothingWatched
        case .saveReport: environment.savesReports ? nil : "Reports cannot be saved from here"
        case .record: reasonRecordingNotAllowed
        case .showApps: reasonSwitchNotAllowed
        case .compareSource: reasonSourceComparisonNotAllowed
        case .showWholeEffect: reasonNoEffect
        case .nextPlace: reasonOnlyPlace
        case .nextExpiry, .previousExpiry, .giveReason: reasonNoTerms
        case .leaveFocus:
            screens.narrowing.isEmpty && model.status.focus.isEmpty
                ? "The view is not narrowed, and nothing is in focus" : nil
        case .storeClock: model.status.store == nil ? "The app does not use a simulated store" : nil
        case .nextPinned, .previousPinned: reasonPinNavigationNotAllowed
        case .zoomIn, .zoomOut:
            screen == .stacks ? reasonPeriodNotAllowed(command) : reasonZoomNotAllowed(command)
        case .showBeginnings where screens.timeline.tail.rows.lanes != nil:
            "On lanes, each action is one mark"
        case .toggleBackground:
            model.status.backgroundWorkIsRunning == nil ? "The app has no background work that can be paused" : nil
        case .flowAllow, .flowAllowOnce, .flowDeny: reasonNotOffered(command)
        case .goTo where detailLeadsToItem: nil
        case .goTo where screen.behavior.selectedFact(in: self) != nil: reasonNoFeature
        // For the other commands on the selected item, the screen decides.
        case _ where command.concernsSelection: screen.behavior.reasonNotAllowed(command, in: self)
        default: nil
        }
    }

    private func reasonPeriodNotAllowed(_ command: KeyCommand) -> String? {
        let period = screens.stacks.period
        if command == .zoomIn { return period.shorter == nil ? "The last minute is the shortest period" : nil }
        return period.longer == nil ? "Everything on record is counted" : nil
    }

    private var reasonNoFeature: String? {
        guard let fact = screen.behavior.selectedFact(in: self) else { return nil }
        guard let ids = app.explanations.usages[fact.reference] else {
            return "The features that need \(fact.title) are not known yet"
        }
        return ids.isEmpty ? "No feature needs \(fact.title)" : nil
    }

    private var reasonNoEffect: String? {
        if case .choices(let choices) = dialog, choices.hasPreviews { return nil }
        return "The options do not change the app"
    }

    private var reasonOnlyPlace: String? {
        if case .choices(let choices) = dialog, !choices.places.isEmpty { return nil }
        return "The fact can only be overridden"
    }

    private var reasonNoTerms: String? {
        if case .choices(let choices) = dialog, choices.offersOverrides { return nil }
        return "Only an override has an expiry and a reason"
    }

    var reasonReadOnly: String? {
        if isInThePast { return "The past cannot be changed" }
        if model.status.recording != nil { return "A recording cannot be changed" }
        return model.status.isReadOnly == true ? "The app is read-only" : nil
    }

    /// The reason changes are not possible, or `nil` if they are.
    ///
    /// In a what-if session, changes are tried on a copy, so they are also possible on a recording and in the past.
    var reasonChangesNotAllowed: String? {
        guard app.whatIf == nil, let reason = reasonReadOnly else { return nil }
        let key = keymap.keyText(for: .whatIf, in: [.console])
        return key.map { "\(reason); \($0) tries changes on a copy" } ?? reason
    }

    private var reasonNothingWatched: String? {
        guard watches.isEmpty else { return nil }
        let key = keymap.keyText(for: .watch, in: [.features]) ?? ""
        return "Nothing is watched: \(key) watches the selected feature, product, permission or fact"
    }

    private var reasonPinNavigationNotAllowed: String? {
        let tail = screens.timeline.tail
        if !screens.timeline.pins.isEmpty || tail.rows.lanes != nil || tail.selected?.featureID != nil { return nil }
        let key = keymap.keyText(for: .pin, in: [.timeline]) ?? ""
        return "The selected event concerns no feature, and none is pinned (\(key))"
    }

    private var reasonRemovalNotAllowed: String? {
        guard let kind = chosenKind else { return "Nothing is overridden here" }
        return model.overrides.contains { $0.kind == kind } ? nil : "No \(kind.pluralTitle) are overridden"
    }
}
