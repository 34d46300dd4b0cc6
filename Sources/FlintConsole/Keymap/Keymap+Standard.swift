import TerminalKit

extension Keymap {
    /// The default keymap.
    ///
    /// A keymap file replaces the keys of single commands; see ``KeymapFile``.
    package static let standard = Keymap(bindings: general + screens + flow + dialogs)

    private static func bind(
        _ command: KeyCommand, _ keys: String, _ context: KeyContext, _ label: String, _ summary: String
    ) -> KeyBinding {
        KeyBinding(
            command: command, keys: keys.split(separator: " ").compactMap { KeyPress(String($0)) }, context: context,
            label: label, summary: summary)
    }

    private static let general: [KeyBinding] = [
        bind(.quit, "ctrl-c", .everywhere, "", "Quit"),
        bind(.redraw, "ctrl-l", .everywhere, "", "Draw the screen anew, if another program has written on it"),
        bind(.suspend, "ctrl-z", .everywhere, "", "Suspend; `fg` in the shell comes back"),
        bind(.quit, "q", .cramped, "quit", "Quit"),
        bind(.open, "enter", .browsing, "open", "Open the selected item's details"),
        bind(.filter, "/", .browsing, "filter", "Filter the list while typing, anew each time"),
        bind(.nextMatch, "n", .browsing, "", "Next match or, without a filter, failure or refusal"),
        bind(.previousMatch, "N", .browsing, "", "Previous match or, without a filter, failure or refusal"),
        bind(.up, "up k", .motion, "", "One row up"),
        bind(.down, "down j", .motion, "", "One row down"),
        bind(.left, "left h", .motion, "", "Collapse, or go to the parent or to the list"),
        bind(.right, "right l", .motion, "", "Expand, or go to the details"),
        bind(.pageUp, "pgup ctrl-u", .motion, "", "One page up"),
        bind(.pageDown, "pgdn ctrl-d", .motion, "", "One page down"),
        bind(.first, "g home", .motion, "", "To the first row"),
        bind(.last, "G end", .motion, "", "To the last row; in the timeline and the logs, follow it"),
        bind(.nextPane, "tab shift-tab", .motion, "pane", "To the other pane"),
        bind(.back, "esc", .motion, "back", "Back to the list, out of the filter, or to the screen before"),
        bind(.showFeatures, "1", .console, "", "Features"),
        bind(.showPurchases, "2", .console, "", "Purchases"),
        bind(.showPermissions, "3", .console, "", "Permissions, and the flow that asks for them"),
        bind(.showFlags, "4", .console, "", "Flags, and the provider of each value"),
        bind(.showTimeline, "5", .console, "", "Timeline"),
        bind(.showStacks, "6", .console, "", "Stacks: what is being done with each feature"),
        bind(.showLogs, "7", .console, "", "Logs"),
        bind(.showMatrix, "8", .console, "", "Matrix: the features against personas"),
        bind(.undo, "u", .console, "undo", "Undo the last change"),
        bind(.redo, "ctrl-r", .console, "", "Redo the change undone last"),
        bind(.whatIf, "W", .console, "what-if", "Try changes without making them, then apply or leave them"),
        bind(.earlier, "<", .console, "", "Show the app as it was one event earlier; esc returns to now"),
        bind(.later, ">", .console, "", "Show the app as it was one event later, and now behind the last"),
        bind(
            .showOverrides, "O", .console, "",
            "List what differs from the start, overrides with their expiries among it, and remove some"),
        bind(.removeAllOverrides, "C", .console, "", "Remove all overrides, after asking"),
        bind(.showProblems, "!", .console, "", "List what is wrong with the files the app's state is kept in"),
        bind(.showMessages, "M", .console, "", "Show the last messages in full"),
        bind(.toggleBackground, "p", .console, "pause", "Pause or resume the app's background work"),
        bind(.copy, "y", .console, "", "Copy the selected row, its details as text or JSON, or its id"),
        bind(.leaveFocus, "Z", .console, "", "Leave every focus, and record everything again"),
        bind(.saveReport, "E", .console, "", "Save a report: features, facts, overrides, timeline and log in one file"),
        bind(
            .palette, ": ctrl-p", .console, "find",
            "Find any command, feature, product, permission or flag"),
        bind(.help, "?", .console, "help", "List the keys of this place, and run one"),
        bind(.quit, "q", .console, "quit", "Quit"),
    ]

    private static let screens: [KeyBinding] = [
        bind(.perform, "a", .features, "perform", "Perform an action of the feature"),
        bind(.why, "w", .features, "why", "Show why, and what would unlock it"),
        bind(.unlock, "U", .features, "unlock", "List the ways to unlock the feature, and override what one needs"),
        bind(.override, "o", .features, "override", "Override a requirement of the feature"),
        bind(.flipToggle, "t", .features, "toggle", "Change the user setting of the feature"),
        bind(.forgetToggle, "T", .features, "", "Reset the user setting of the feature to its default"),
        bind(.startFlow, "f", .features, "flow", "Request the permissions the feature needs"),
        bind(
            .goTo, "v", .features, "go to", "Go to the product, permission or flag the feature needs; esc comes back"),
        bind(.toggleNode, "space", .features, "", "Expand or collapse a group, or perform an action of a feature"),
        bind(
            .lastChange, "c", .features, "",
            "Go to the event that last changed the feature's availability; esc comes back"),
        bind(.pin, "P", .features, "", "Pin the feature, whose events are then marked in the timeline, or unpin it"),
        bind(.focus, "F", .features, "focus", "Focus on the feature: record nothing else, or everything again"),
        bind(.overridePurchased, "b", .purchases, "purchased", "Override: purchased (bought)"),
        bind(.overrideNotPurchased, "m", .purchases, "not purchased", "Override: not purchased (missing)"),
        bind(.overrideUnknown, "i", .purchases, "unknown", "Override: unknown (indeterminate)"),
        bind(.removeOverride, "x", .purchases, "remove", "Remove the product's override"),
        bind(.override, "o", .purchases, "override", "Choose an override, with the effect of each"),
        bind(.simulate, "s", .purchases, "store", "Simulate a store event"),
        bind(.storeClock, "c", .purchases, "clock", "Advance the clock, store settings"),
        bind(.deleteTransaction, "D", .purchases, "delete", "Delete a transaction, as if it had never been made"),
        bind(.removeKind, "X", .purchases, "", "Remove the overrides of all products, after asking"),
        bind(.override, "o", .permissions, "override", "Choose an override, with the effect of each"),
        bind(.simulate, "s", .permissions, "system", "Change the system's own value, as its settings would"),
        bind(.reset, "r", .permissions, "reset", "Reset the permission in the simulated system to not determined"),
        bind(.removeOverride, "x", .permissions, "remove", "Remove the permission's override"),
        bind(.removeKind, "X", .permissions, "", "Remove the overrides of all permissions, after asking"),
        bind(
            .restartApp, "R", .permissions, "restart", "Restart the app, after asking: permissions allowed once expire"
        ),
        bind(.overrideOn, "+", .flags, "on", "Override: on"),
        bind(.overrideOff, "-", .flags, "off", "Override: off"),
        bind(.removeOverride, "x", .flags, "remove", "Remove the flag's override"),
        bind(.override, "o", .flags, "override", "Choose an override, with the effect of each"),
        bind(.setFlag, "s", .flags, "set", "Set the flag, or forget what was set, where a provider can be set"),
        bind(.removeKind, "X", .flags, "", "Remove the overrides of all flags, after asking"),
        bind(.toggleNode, "space", .timeline, "expand", "Expand or collapse repetitions, or the features that changed"),
        bind(
            .waterfall, "w", .timeline, "waterfall", "Draw sessions, stacks and actions as bars over time, or the list"),
        bind(.pin, "P", .timeline, "pin", "Pin the feature of the row, whose events are marked, or unpin it"),
        bind(.previousPinned, "[", .timeline, "", "Previous event that concerns or changed a pinned feature"),
        bind(.nextPinned, "]", .timeline, "", "Next event that concerns or changed a pinned feature"),
        bind(
            .lastChange, "c", .timeline, "cause",
            "Go to the event before this one that last changed the feature's availability"),
        bind(.travel, "@", .timeline, "travel", "Show the app as it was after this event; esc returns to now"),
        bind(.goTo, "v", .timeline, "", "Go to the feature of the row; esc comes back"),
        bind(
            .showBeginnings, "B", .timeline, "", "Show the beginning and the end of an action in a row each, or in one"),
        bind(.goTo, "v", .stacks, "go to", "Go to the feature; esc comes back"),
        bind(.nextLevel, "L", .logs, "level", "Minimum level, from trace up to error"),
        bind(.previousLevel, "H", .logs, "", "Minimum level, from error down to trace"),
        bind(.chooseLines, "m", .logs, "choose", "Choose the minimum level, or the only topic, from a list"),
        bind(.restrictTopic, "t", .logs, "topic", "Show only the topic of the line, or all topics again"),
        bind(.focus, "F", .logs, "focus", "Focus on the line's feature: record nothing else, or everything again"),
        bind(.onlyDifferences, "d", .matrix, "differences", "Show only the features that differ, or all again"),
        bind(.compareWith, "=", .matrix, "compare", "Compare with the chosen column"),
        bind(.applyPersona, "A", .matrix, "apply", "Apply the chosen persona as overrides, with the effect of them"),
        bind(.savePersona, "S", .matrix, "save", "Save the present state as a persona"),
        bind(.countStates, "c", .matrix, "", "Count the states in which the feature is available, or stop counting"),
        bind(.goTo, "v", .matrix, "go to", "Go to the feature; esc comes back"),
        bind(.goTo, "v", .logs, "go to", "Go to the feature the line concerns; esc comes back"),
    ]

    private static let flow: [KeyBinding] = [
        bind(.choose, "enter", .flow, "choose", "Take the marked answer"),
        bind(.flowContinue, "c", .flowCard, "continue", "Show the system's prompt"),
        bind(.flowSkip, "s", .flowCard, "ask later", "Skip this permission for now"),
        bind(.flowCancelAll, "x", .flowCard, "cancel all", "Stop asking"),
        bind(.flowAllow, "a", .flowPrompt, "allow", "Allow"),
        bind(.flowAllowOnce, "o", .flowPrompt, "allow once", "Allow until the app is started again"),
        bind(.flowDeny, "d", .flowPrompt, "don't allow", "Don't allow"),
        bind(.flowNext, "n", .flowOutcome, "next", "Continue with the next permission"),
        bind(.flowStop, "s", .flowOutcome, "stop", "Stop here"),
        bind(.flowDismiss, "d", .flowSummary, "dismiss", "Close the flow"),
    ]

    private static let dialogs: [KeyBinding] = [
        bind(.keepFilter, "enter", .filter, "keep", "Keep the filter and go back to the list"),
        bind(
            .complete, "tab", .filter, "complete", "Complete the field or value at the cursor; again: the next one"),
        bind(.completeBack, "shift-tab", .filter, "", "Complete with the possibility before"),
        bind(.endFilter, "esc", .filter, "clear", "Clear the filter, and go back to where it was opened"),
        bind(.up, "up", .filter, "", "One row up"),
        bind(.down, "down", .filter, "", "One row down"),
        bind(.choose, "enter", .choices, "choose", "Take the marked choice"),
        bind(.up, "up k shift-tab", .choices, "", "One choice up"),
        bind(.down, "down j tab", .choices, "", "One choice down"),
        bind(.first, "g home", .choices, "", "To the first choice"),
        bind(.last, "G end", .choices, "", "To the last choice"),
        bind(.close, "esc q", .choices, "close", "Close without choosing"),
        bind(.nextExpiry, "l right", .overriding, "expiry", "Choose a later expiry; after the last one, the first"),
        bind(.previousExpiry, "h left", .overriding, "", "Choose an earlier expiry; before the first one, the last"),
        bind(.giveReason, "w", .overriding, "why", "Type why it is overridden"),
        bind(.choose, "enter", .form, "next", "To the next field; in the last one, done"),
        bind(.nextField, "tab down", .form, "", "To the next field"),
        bind(.previousField, "shift-tab up", .form, "", "To the field before"),
        bind(.close, "esc", .form, "cancel", "Close without doing anything"),
        bind(.choose, "enter", .help, "run", "Run the marked key"),
        bind(.up, "up", .help, "", "One key up"),
        bind(.down, "down", .help, "", "One key down"),
        bind(.pageUp, "pgup", .help, "", "One page up"),
        bind(.pageDown, "pgdn", .help, "", "One page down"),
        bind(.close, "esc", .help, "close", "Close"),
        bind(.choose, "enter", .palette, "run or go to", "Run the marked command, or go to what is marked"),
        bind(.up, "up shift-tab", .palette, "", "One entry up"),
        bind(.down, "down tab", .palette, "", "One entry down"),
        bind(.pageUp, "pgup", .palette, "", "One page up"),
        bind(.pageDown, "pgdn", .palette, "", "One page down"),
        bind(.close, "esc ctrl-p", .palette, "close", "Close"),
    ]
}
