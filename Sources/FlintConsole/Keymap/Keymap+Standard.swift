// SPDX-License-Identifier: MIT

import FlintTerminal

extension Keymap {
    /// The default keymap.
    ///
    /// A keymap file replaces the keys of individual commands; see ``KeymapFile``.
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
        bind(.redraw, "ctrl-l", .everywhere, "", "Redraw the screen"),
        bind(.suspend, "ctrl-z", .everywhere, "", "Suspend; `fg` in the shell resumes the console"),
        bind(.quit, "q", .cramped, "quit", "Quit"),
        bind(
            .open, "enter", .browsing, "open",
            "Expand or collapse a group, or go to the details of another item; there, open the selected line"),
        bind(.filter, "/", .browsing, "filter", "Start a new filter, which applies as you type"),
        bind(.nextMatch, "n", .browsing, "", "Next match; without a filter, next failure, denial or loss"),
        bind(.previousMatch, "N", .browsing, "", "Previous match; without a filter, previous failure, denial or loss"),
        bind(.up, "up k", .motion, "", "One row up"),
        bind(.down, "down j", .motion, "", "One row down"),
        bind(.left, "left h", .motion, "", "Collapse, or go to the parent or to the list"),
        bind(.right, "right l", .motion, "", "Expand, or go to the details"),
        bind(.pageUp, "pgup ctrl-u", .motion, "", "One page up"),
        bind(.pageDown, "pgdn ctrl-d", .motion, "", "One page down"),
        bind(.first, "g home", .motion, "", "First row"),
        bind(.last, "G end", .motion, "", "Last row; in the timeline and the logs, follow new rows"),
        bind(.nextPane, "tab shift-tab", .motion, "pane", "Other pane"),
        bind(.back, "esc", .motion, "back", "Back to the list, clear the filter, or return to the previous screen"),
        bind(.showFeatures, "1", .console, "", "Features"),
        bind(.showPurchases, "2", .console, "", "Purchases"),
        bind(.showPermissions, "3", .console, "", "Permissions, and the flow that requests them"),
        bind(.showFlags, "4", .console, "", "Facts: flags, the app's own facts, user settings and runtime switches"),
        bind(.showTimeline, "5", .console, "", "Timeline"),
        bind(
            .showStacks, "6", .console, "",
            "Activity: how often actions were performed, denied and failed, and the open action stacks"),
        bind(.showLogs, "7", .console, "", "Logs"),
        bind(.showMatrix, "8", .console, "", "Matrix: the availability of the features for each persona"),
        bind(.undo, "u", .console, "undo", "Undo the last change"),
        bind(.redo, "ctrl-r", .console, "", "Redo the last undone change"),
        bind(.whatIf, "W", .console, "what-if", "Try changes without applying them, then apply or discard them"),
        bind(.earlier, "<", .console, "earlier", "Show the app one event earlier; esc returns to now"),
        bind(.later, ">", .console, "later", "Show the app one event later; after the last event, return to now"),
        bind(
            .showOverrides, "O", .console, "",
            "List and remove overrides and other differences from the initial state"),
        bind(.removeAllOverrides, "C", .console, "", "Remove all overrides, after confirmation"),
        bind(.showProblems, "!", .console, "", "List problems with the files that store the app's state and personas"),
        bind(
            .showWarnings, "Q", .console, "",
            "List warnings about suspicious states and events, such as a forgotten override"),
        bind(.showMessages, "M", .console, "", "Show the last messages in full"),
        bind(.showWatched, "Y", .console, "", "List everything that is watched, with its value"),
        bind(.toggleBackground, "p", .console, "pause", "Pause or resume the app's background work"),
        bind(.copy, "y", .console, "", "Copy the selected row, its details as text or JSON, or its id"),
        bind(.leaveFocus, "Z", .console, "", "Show everything again or, in the whole view, end every focus of the app"),
        bind(.saveReport, "E", .console, "", "Save a report: features, facts, overrides, timeline and log in one file"),
        bind(.record, "K", .console, "", "Record the changes as a scenario that \"run\" plays, or end the recording"),
        bind(
            .showApps, "V", .console, "",
            "Show another app or a recording, or compare it with the shown one, or play a scenario"),
        bind(.overridePlatform, ";", .console, "", "Override the platform and its version"),
        bind(.settings, ",", .console, "", "Choose the theme, the alert for watched items, and the columns of tables"),
        bind(
            .palette, ": ctrl-p", .console, "find",
            "Find any command, feature, product, permission, flag, persona or running app"),
        bind(.help, "?", .console, "help", "List the keys available here, and run one"),
        bind(.quit, "q", .console, "quit", "Quit"),
    ]

    private static let screens: [KeyBinding] = [
        bind(.perform, "a", .features, "perform", "Perform an action of the feature"),
        bind(.why, "w", .features, "why", "Explain the feature's availability and how to unlock it"),
        bind(.unlock, "U", .features, "unlock", "List the plans to unlock the feature, and apply one as overrides"),
        bind(
            .impact, "I", .features, "",
            "List what is lost without a requirement of the feature, and what is gained with it"),
        bind(.override, "o", .features, "override", "Override a requirement of the feature"),
        bind(.changeUserSetting, "t", .features, "setting", "Change the user setting of the feature"),
        bind(.resetUserSetting, "T", .features, "", "Reset the user setting of the feature to its default"),
        bind(.startFlow, "f", .features, "flow", "Request the permissions the feature needs"),
        bind(
            .goTo, "v", .features, "go to", "Go to the product, permission or other fact the feature needs; esc returns"
        ),
        bind(
            .mark, "space", .features, "",
            "Mark the feature, so that the marked ones are unlocked together; esc unmarks all"),
        bind(.showHidden, ".", .features, "", "List the features that are hidden from users, or stop listing them"),
        bind(
            .lastChange, "c", .features, "",
            "Go to the event that last changed the feature's availability; esc returns"),
        bind(.pin, "P", .features, "", "Pin the feature to mark its events in the timeline, or unpin it"),
        bind(
            .watch, "e", .features, "",
            "Watch the feature: a message announces when its availability changes; or stop watching it"),
        bind(.editDeclaration, "d", .features, "", "Open the source code that declares the feature in the editor"),
        bind(
            .narrow, "F", .features, "only this",
            "Show only the feature's events, activity and log lines, or everything again; all of it stays recorded"),
        bind(
            .focus, "alt-f", .features, "",
            "Focus the app on the feature, so that it stops recording the actions of all others, or end the focus"),
        bind(.overridePurchased, "b", .purchases, "", "Override: purchased (bought)"),
        bind(.overrideNotPurchased, "m", .purchases, "", "Override: not purchased (missing)"),
        bind(.overrideUnknown, "i", .purchases, "", "Override: unknown (indeterminate)"),
        bind(.removeOverride, "x", .purchases, "remove", "Remove the product's override"),
        bind(.override, "o", .purchases, "override", "Choose an override and preview its effect"),
        bind(.impact, "I", .purchases, "impact", "List what is lost without the product, and what is gained with it"),
        bind(.goTo, "v", .purchases, "", "Go to a feature that needs the product; esc returns"),
        bind(
            .watch, "e", .purchases, "",
            "Watch the product: a message announces when its value changes; or stop watching it"),
        bind(.simulate, "s", .purchases, "store", "Simulate a store event"),
        bind(.storeClock, "c", .purchases, "clock", "Advance the store's clock, or change the store's settings"),
        bind(.deleteTransaction, "D", .purchases, "delete", "Delete a transaction, as if it had never been made"),
        bind(
            .mark, "space", .purchases, "mark",
            "Mark the product, so that an override changes all marked ones at once; esc unmarks all"),
        bind(.sort, "z", .purchases, "", "Sort the products by name, state or override, or in the app's order"),
        bind(.editDeclaration, "d", .purchases, "", "Open the source code that declares the product in the editor"),
        bind(.removeKind, "X", .purchases, "", "Remove the overrides of all products, after confirmation"),
        bind(.override, "o", .permissions, "override", "Choose an override and preview its effect"),
        bind(
            .impact, "I", .permissions, "impact", "List what is lost without the permission, and what is gained with it"
        ),
        bind(.goTo, "v", .permissions, "", "Go to a feature that needs the permission; esc returns"),
        bind(
            .watch, "e", .permissions, "",
            "Watch the permission: a message announces when its value changes; or stop watching it"),
        bind(.simulate, "s", .permissions, "system", "Change the permission in the simulated system's settings"),
        bind(.reset, "r", .permissions, "reset", "Reset the permission in the simulated system to not determined"),
        bind(.removeOverride, "x", .permissions, "remove", "Remove the permission's override"),
        bind(
            .mark, "space", .permissions, "mark",
            "Mark the permission, so that an override changes all marked ones at once; esc unmarks all"),
        bind(.sort, "z", .permissions, "", "Sort the permissions by name, state or override, or in the app's order"),
        bind(.removeKind, "X", .permissions, "", "Remove the overrides of all permissions, after confirmation"),
        bind(
            .restartApp, "R", .permissions, "restart",
            "Simulate a restart, after confirmation: permissions allowed once expire"
        ),
        bind(.overrideOn, "+", .flags, "on", "Override: on or yes"),
        bind(.overrideOff, "-", .flags, "off", "Override: off or no"),
        bind(.removeOverride, "x", .flags, "remove", "Remove the fact's override"),
        bind(.override, "o", .flags, "override", "Choose or type an override and preview its effect"),
        bind(.impact, "I", .flags, "impact", "List what is lost without the fact, and what is gained with it"),
        bind(.goTo, "v", .flags, "", "Go to a feature that needs the fact; esc returns"),
        bind(
            .watch, "e", .flags, "",
            "Watch the fact: a message announces when its value changes; or stop watching it"),
        bind(.setFlag, "s", .flags, "set", "Set the flag in a provider that allows it, or change the user setting"),
        bind(.beginSession, "R", .flags, "session", "Begin a session, so that values that wait for it take effect"),
        bind(
            .mark, "space", .flags, "mark",
            "Mark the fact, so that an override changes all marked ones at once; esc unmarks all"),
        bind(.sort, "z", .flags, "", "Sort the facts by name, state or override, or in the app's order"),
        bind(.editDeclaration, "d", .flags, "", "Open the source code that declares the fact in the editor"),
        bind(
            .removeKind, "X", .flags, "", "Remove the overrides of all facts of the selected kind, after confirmation"),
        bind(
            .lanes, "w", .timeline, "lanes",
            "Switch between the list and lanes, on which left and right go from event to event of a feature or a fact"),
        bind(.zoomIn, "+", .timeline, "", "On lanes, show half as much time around the cursor"),
        bind(.zoomOut, "-", .timeline, "", "On lanes, show twice as much time"),
        bind(.pin, "P", .timeline, "pin", "Pin the row's feature to mark its events, or unpin it"),
        bind(.narrow, "F", .timeline, "only this", "Show only the events of the row's feature, or everything again"),
        bind(
            .previousPinned, "[", .timeline, "",
            "Previous event of the lane, of the pinned features or, without a pin, of the row's feature"),
        bind(
            .nextPinned, "]", .timeline, "",
            "Next event of the lane, of the pinned features or, without a pin, of the row's feature"),
        bind(
            .lastChange, "c", .timeline, "cause",
            "Go to the event that caused the change, or that last changed the feature's availability"),
        bind(.travel, "@", .timeline, "travel", "Show the app as it was after this event; esc returns to now"),
        bind(
            .markMoment, "space m", .timeline, "",
            "Mark the moment after this event, to compare two moments, or unmark it"),
        bind(
            .compareMoments, "=", .timeline, "compare",
            "Compare two moments: the marked one, or now, and the one after this event"),
        bind(
            .exportTest, "X", .timeline, "test",
            "Write a test of the moment after this event, with the facts that decided it"),
        bind(.goTo, "v", .timeline, "", "Go to the row's feature; esc returns"),
        bind(
            .showBeginnings, "B", .timeline, "", "Show the beginning and end of an action in two rows, or in one"),
        bind(.goTo, "v", .stacks, "go to", "Go to the feature; esc returns"),
        bind(.narrow, "F", .stacks, "only this", "Show only the activity of the item's feature, or everything again"),
        bind(
            .sort, "z", .stacks, "sort",
            "Sort the actions by the next column: count, denied, failed, median, 95 %, last or name"),
        bind(.zoomIn, "+", .stacks, "shorter", "Count the actions of the last 5 minutes, or of the last minute"),
        bind(.zoomOut, "-", .stacks, "longer", "Count the actions of more time, up to everything on record"),
        bind(.nextLevel, "L", .logs, "level", "Minimum level, from trace up to error"),
        bind(.previousLevel, "H", .logs, "", "Minimum level, from error down to trace"),
        bind(.chooseLines, "m", .logs, "choose", "Choose the minimum level or a single topic from a list"),
        bind(.restrictTopic, "t", .logs, "topic", "Show only the topic of the line, or all topics again"),
        bind(
            .narrow, "F", .logs, "only this",
            "Show only the events, activity and log lines of the line's feature, or everything again"),
        bind(.onlyDifferences, "d", .matrix, "only differences", "Show only the features that differ, or all again"),
        bind(
            .compareWith, "=", .matrix, "compare with this",
            "Compare the other columns with this one; left and right choose the other column"),
        bind(.applyPersona, "A", .matrix, "apply", "Apply the chosen persona as overrides, with a preview"),
        bind(.savePersona, "S", .matrix, "save", "Save the current state as a persona"),
        bind(.renamePersona, "R", .matrix, "", "Rename the chosen persona"),
        bind(.deletePersona, "D", .matrix, "", "Delete the chosen persona, after confirmation"),
        bind(.countStates, "c", .matrix, "", "Count the states in which the feature is available, or stop counting"),
        bind(
            .showCoverage, "s", .matrix, "never seen",
            "List the features that were never available, and what was never the only reason for a denial"
        ),
        bind(.showHidden, ".", .matrix, "", "List the features that are hidden from users, or stop listing them"),
        bind(.goTo, "v", .matrix, "go to", "Go to the feature; esc returns"),
        bind(.goTo, "v", .logs, "go to", "Go to the line's feature; esc returns"),
    ]

    private static let flow: [KeyBinding] = [
        bind(.choose, "enter", .flow, "choose", "Give the marked answer"),
        bind(.flowContinue, "c", .flowCard, "continue", "Show the system's prompt"),
        bind(.flowSkip, "s", .flowCard, "ask later", "Skip this permission for now"),
        bind(.flowCancelAll, "x", .flowCard, "cancel all", "Stop asking"),
        bind(.flowAllow, "a", .flowPrompt, "allow", "Allow"),
        bind(.flowAllowOnce, "o", .flowPrompt, "allow once", "Allow until the app restarts"),
        bind(.flowDeny, "d", .flowPrompt, "don't allow", "Don't allow"),
        bind(.flowNext, "n", .flowOutcome, "next", "Continue with the next permission"),
        bind(.flowStop, "s", .flowOutcome, "stop", "Stop here"),
        bind(.flowDismiss, "d", .flowSummary, "close", "Close the flow"),
    ]

    private static let dialogs: [KeyBinding] = [
        bind(.keepFilter, "enter", .filter, "keep", "Keep the filter and go back to the list"),
        bind(
            .complete, "tab", .filter, "complete", "Complete the field or value at the cursor; press again for the next"
        ),
        bind(.completeBack, "shift-tab", .filter, "", "Previous completion"),
        bind(.endFilter, "esc", .filter, "clear", "Clear the filter, and restore the previous selection"),
        bind(.up, "up", .filter, "", "One row up"),
        bind(.down, "down", .filter, "", "One row down"),
        bind(.choose, "enter", .choices, "choose", "Choose the marked option"),
        bind(.up, "up k", .choices, "", "One option up; above the first one, the last"),
        bind(.down, "down j", .choices, "", "One option down; below the last one, the first"),
        bind(.pageUp, "pgup", .choices, "", "Scroll the text up; if all of it is visible, one page of options up"),
        bind(
            .pageDown, "pgdn", .choices, "", "Scroll the text down; if all of it is visible, one page of options down"),
        bind(.first, "g home", .choices, "", "First option"),
        bind(.last, "G end", .choices, "", "Last option"),
        bind(
            .showWholeEffect, "v", .choices, "effect", "Show all effects of the marked option, or the options again"),
        bind(.copy, "y", .choices, "", "Copy the command line that makes the change of the marked option or message"),
        bind(.close, "esc q", .choices, "close", "Close without choosing"),
        bind(
            .nextPlace, "tab", .overriding, "where",
            "Change the fact elsewhere: as an override, as the user, in the system, in the store or in the provider"),
        bind(.nextExpiry, "l right", .overriding, "expiry", "Choose a later expiry; after the last one, the first"),
        bind(.previousExpiry, "h left", .overriding, "", "Choose an earlier expiry; before the first one, the last"),
        bind(.giveReason, "w", .overriding, "reason", "Enter a reason for the override"),
        bind(
            .compareSource, "=", .sources, "compare",
            "Compare the shown app or recording with the marked one: what differs, and which facts explain it"),
        bind(.choose, "enter", .form, "next", "Next field; in the last field, submit"),
        bind(.nextField, "tab down", .form, "", "Next field"),
        bind(.previousField, "shift-tab up", .form, "", "Previous field"),
        bind(.close, "esc", .form, "cancel", "Close without making changes"),
        bind(.choose, "enter", .help, "run", "Run the marked key"),
        bind(.up, "up", .help, "", "One key up; above the first one, the last"),
        bind(.down, "down", .help, "", "One key down; below the last one, the first"),
        bind(.pageUp, "pgup", .help, "", "One page up"),
        bind(.pageDown, "pgdn", .help, "", "One page down"),
        bind(.close, "esc", .help, "close", "Close"),
        bind(.choose, "enter", .palette, "run or go to", "Run the marked command, or go to the marked item"),
        bind(.up, "up shift-tab", .palette, "", "One entry up; above the first one, the last"),
        bind(.down, "down tab", .palette, "", "One entry down; below the last one, the first"),
        bind(.pageUp, "pgup", .palette, "", "One page up"),
        bind(.pageDown, "pgdn", .palette, "", "One page down"),
        bind(.close, "esc ctrl-p", .palette, "close", "Close"),
    ]
}
