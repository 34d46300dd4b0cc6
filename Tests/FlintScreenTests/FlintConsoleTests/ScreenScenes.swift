import FlintTerminal

@testable import FlintConsole

extension TerminalSize {
    static let small = ConsoleLayout.minimum
    static let narrow = TerminalSize(columns: 80, rows: 24)
    static let wide = TerminalSize(columns: 120, rows: 40)
    static let huge = TerminalSize(columns: 200, rows: 60)
}

extension ScreenTests {
    static let toSmart = "/smart<enter><esc>"

    /// Begins the permission flow of Smart playlists with Premium overridden.
    static let toFlow = toSmart + "a<enter><down>oa<enter>"

    /// The logs with a topic, a level, and a filter that match no line together.
    private static let narrowed = "7kktLLLLL/tick<enter>"

    static let scenes = everyScreen + frame + features + dialogs + facts + flow + timeline + logsAndStacks + matrix

    /// Every screen at full size, and its panes in ASCII without color.
    private static let everyScreen = ConsoleScreen.allCases.flatMap { screen in
        let (name, key) = (screen.behavior.keyContext.rawValue, "\(screen.rawValue)")
        return [
            ScreenScene("screen-\(name)", key, whole: [.narrow, .wide, .huge], app: .lively),
            ScreenScene(
                "screen-\(name)-ascii", key, .list, .details, at: [.narrow, .wide], look: true, ascii: true,
                app: .lively),
        ]
    }

    /// The lines around the panes, and windows that are too small for panes.
    private static let frame = [
        ScreenScene("start", "", whole: [.wide, .narrow, .small, TerminalSize(columns: 50, rows: 12)]),
        ScreenScene("one-cell", "", whole: [TerminalSize(columns: 1, rows: 1)]),
        ScreenScene("empty", "", .list, at: [.wide], whole: [.narrow], app: .empty),
        ScreenScene("tabs", "", .tabs, at: [.huge, .wide, .narrow, .small], look: true),
        ScreenScene("tabs-flags", "4", .tabs, at: [.huge, .wide, .narrow, .small], look: true, app: .full),
        ScreenScene("tabs-asking", toFlow, .tabs, at: [.huge, .wide, .narrow, .small], look: true),
        ScreenScene("tabs-dialog", toSmart + "a", .tabs, at: [.wide], look: true),
        ScreenScene("hostile", "jj<enter>", .list, .details, at: [.narrow], whole: [.wide], app: .hostile),
        ScreenScene("hostile-list", "j", whole: [.narrow], app: .hostile),
        ScreenScene("what-if", "W", .status, .list, .message, .keys, at: [.narrow], look: true),
        ScreenScene(
            "what-if-tried", "W2Gob1" + toSmart, .status, .list, .keys, at: [.narrow, .small], whole: [.wide],
            look: true),
        ScreenScene("what-if-leave", "W2GobW", .status, .dialog, .keys, at: [.wide, .small]),
        ScreenScene(
            "narrowed", "/downl<enter><esc>F", .status, .list, .details, .message, at: [.wide, .small], whole: [.narrow]
        ),
        ScreenScene("differences", "O", .status, .dialog, at: [.wide, .small], whole: [.narrow], app: .changed),
        ScreenScene("overrides", "O", .dialog, at: [.wide, .small], whole: [.narrow], app: .busy),
        ScreenScene("problems", "!", .dialog, at: [.small], whole: [.wide], app: .busy),
    ]

    private static let features = [
        ScreenScene("smart-playlists", toSmart + "<enter>", .details, .keys, at: [.wide, .narrow, .small]),
        ScreenScene("collapsed", "j<left>j<enter>", .list, at: [.narrow]),
        ScreenScene("next-failure", "nn", .list, .message, at: [.narrow]),
        ScreenScene("any-of", "/turbo<enter><esc>w", .details, .message, at: [.wide], look: true),
        ScreenScene("overridden", "2G<enter>b1" + toSmart, .list, .details, .keys, at: [.wide, .narrow], look: true),
        ScreenScene("overridden-ascii", "2G<enter>b1", .list, at: [.narrow], look: true, ascii: true),
        ScreenScene("overridden-limited", toSmart, .details, at: [.wide], app: .busy),
        ScreenScene("filter-typing", "/smart", .list, .message, .keys, at: [.wide], whole: [.narrow]),
        ScreenScene("filter-kept", "/smart<enter>", .list, .keys, at: [.narrow]),
        ScreenScene("filter-nothing", "/xyz", .list, .keys, at: [.narrow]),
        ScreenScene("filter-fields", "/", .message, .keys, at: [.wide, .small], look: true),
        ScreenScene("filter-values", "/is:", .message, .keys, at: [.wide, .small]),
        ScreenScene("filter-completed", "/needs:p<tab>", .list, .message, .keys, at: [.narrow]),
        ScreenScene("filter-error", "/iz:no", .list, .message, .keys, at: [.wide, .small], look: true),
        ScreenScene("filter-hint", "/needs:premum", .list, .message, .keys, at: [.narrow], look: true),
        ScreenScene("filter-needs", "/needs:premium is:no<enter>", .list, .details, .keys, at: [.wide]),
        ScreenScene(
            "filter-log", "7/level:war<tab><tab>", .list, .message, .keys, at: [.narrow], look: true, app: .active),
    ]

    private static let dialogs = [
        ScreenScene("palette", ":", .dialog, at: [.narrow, .small], whole: [.wide]),
        ScreenScene("palette-search", ":pre", .dialog, at: [.wide, .small], whole: [.narrow]),
        ScreenScene("palette-nothing", ":xyzzy", .dialog, at: [.small]),
        ScreenScene("palette-hostile", ":r", .dialog, at: [.narrow], look: true, app: .hostile),
        ScreenScene("palette-ascii", ":pre", .dialog, at: [.narrow], look: true, ascii: true),
        ScreenScene("help", "?", .dialog, at: [.narrow], whole: [.wide]),
        ScreenScene("help-search", "?override", .dialog, at: [.narrow], look: true),
        ScreenScene("unlock", toSmart + "U", .dialog, at: [.wide, .small], whole: [.narrow]),
        ScreenScene("actions", toSmart + "a", .dialog, at: [.wide], whole: [.narrow]),
        ScreenScene("action-refused", "/clip<enter>a", .dialog, at: [.narrow]),
        ScreenScene("form", toSmart + "aj<enter>Morning walk<tab>secret", .dialog, at: [.small], whole: [.wide]),
        ScreenScene("form-problem", toSmart + "aj<enter><tab><enter>", .dialog, .keys, at: [.narrow], look: true),
        ScreenScene("offer-purchase", toSmart + "a<enter>", .dialog, .message, at: [.wide, .small], whole: [.narrow]),
        ScreenScene("dialog-resized", toSmart + "a<enter>", whole: [.wide], resize: .small),
        ScreenScene("explain-restricted", "/clip<enter>a<enter>", .dialog, .message, at: [.narrow], look: true),
        ScreenScene("explain-toggle", "2Gb1/dynamic<enter>a<enter>", .dialog, .message, at: [.wide], look: true),
        ScreenScene("instruct-denied", "/photo<enter>a<enter>", .dialog, .message, at: [.narrow]),
        ScreenScene("override-chooser", toSmart + "o", .dialog, at: [.wide], whole: [.narrow]),
        ScreenScene("override-values", toSmart + "o<enter>", .dialog, at: [.narrow]),
        ScreenScene(
            "override-limited", toSmart + "o<enter>llwto see it<enter>", .dialog, at: [.narrow], whole: [.wide]),
        ScreenScene("override-reason", toSmart + "o<enter>w", .dialog, at: [.narrow]),
        ScreenScene(
            "override-platform", toSmart + "ojj<enter><up><enter>watchOS 9<tab>soon<enter>", .dialog, at: [.narrow],
            look: true),
        ScreenScene("clear-overrides", "2G<enter>b3jjjoaC", .dialog, at: [.wide], look: true),
    ]

    private static let facts = [
        ScreenScene("purchases", "2G", .list, .details, .keys, at: [.wide, .narrow, .small]),
        ScreenScene("purchase-details", "2G<enter>", .details, at: [.narrow, .small]),
        ScreenScene("purchase-overridden", "2G<tab>b", .list, .details, .message, at: [.wide, .narrow], look: true),
        ScreenScene("store", "2Gs", .dialog, at: [.wide]),
        ScreenScene(
            "store-purchases", "2G", .list, .details, .keys, at: [.wide, .narrow, .small], look: true, app: .busy),
        ScreenScene("store-details", "2G<enter>", .details, .keys, at: [.narrow], app: .busy),
        ScreenScene("store-dialog", "2Gs", .dialog, at: [.narrow, .small], whole: [.wide], app: .full),
        ScreenScene("store-pending", "2s", .dialog, at: [.wide], look: true, app: .busy),
        ScreenScene("store-clock", "2Gcdc", .dialog, .message, at: [.wide, .narrow, .small], look: true, app: .busy),
        ScreenScene("store-clock-ascii", "2Gc", .dialog, at: [.narrow], look: true, ascii: true, app: .busy),
        ScreenScene("store-advance", "2Gctsoon<enter>", .dialog, at: [.narrow], look: true, app: .full),
        ScreenScene("store-reset", "2Gcx", .dialog, at: [.narrow], app: .busy),
        ScreenScene(
            "transactions", "2G<enter>G", .details, .keys, at: [.wide, .narrow], look: true, app: .subscribed),
        ScreenScene("transactions-ascii", "2G<enter>G", .details, at: [.wide], ascii: true, app: .subscribed),
        ScreenScene("transaction-delete", "2GD<down>", .dialog, at: [.wide], whole: [.small], app: .subscribed),
        ScreenScene("permissions", "3jjj", .list, .details, .keys, at: [.wide, .narrow]),
        ScreenScene("permission-details", "3jjj<enter>", .details, .keys, at: [.narrow]),
        ScreenScene("permission-overridden", "2G<enter>b3jjjoa", .details, .message, at: [.wide]),
        ScreenScene("permission-override", "3jjjo", .dialog, at: [.wide, .small]),
        ScreenScene("restart", "3R", .dialog, at: [.narrow]),
        ScreenScene("flags", "4jj", .list, .details, .keys, at: [.wide, .narrow, .small], look: true, app: .full),
        ScreenScene("facts", "4", .list, .details, .keys, at: [.wide, .narrow, .small], look: true, app: .observatory),
        ScreenScene("fact-choice", "4/storm<enter><enter>", .details, at: [.wide, .narrow], app: .observatory),
        ScreenScene("fact-version", "4/firmware<enter>", .list, .details, at: [.wide], app: .observatory),
        ScreenScene("user-setting", "4/kind:user<enter>", .list, .details, at: [.wide, .narrow], app: .full),
        ScreenScene("flag-details", "4jj<enter>", .details, .keys, at: [.narrow], look: true, app: .busy),
        ScreenScene("flag-overridden", "4j", .list, .details, at: [.wide, .narrow], look: true, app: .busy),
        ScreenScene("flags-ascii", "4j", .list, .details, at: [.wide], ascii: true, app: .busy),
        ScreenScene("flag-set", "4js", .dialog, at: [.wide, .small], app: .full),
        ScreenScene("flag-override", "4jol", .dialog, at: [.narrow], app: .busy),
        ScreenScene("flag-blocking", toSmart, .details, at: [.wide], app: .full),
        ScreenScene("flag-requirement", toSmart + "o", .dialog, at: [.wide], app: .full),
    ]

    private static let flow = [
        ScreenScene("flow-card", toFlow, .details, .keys, at: [.narrow, .small], whole: [.wide]),
        ScreenScene("flow-prompt", toFlow + "c", .details, .keys, at: [.wide, .small], whole: [.narrow]),
        ScreenScene("flow-outcome", toFlow + "ca", .details, .message, .keys, at: [.wide, .narrow], look: true),
        ScreenScene("flow-summary", toFlow + "can", .details, .message, .keys, at: [.wide, .narrow], look: true),
        ScreenScene("flow-cancelled", toFlow + "x", .details, .message, .keys, at: [.narrow], look: true),
        ScreenScene(
            "flow-ascii", toFlow, .status, .tabs, .list, .details, .keys, at: [.wide, .narrow], look: true, ascii: true),
    ]

    private static let timeline = [
        ScreenScene("timeline", toFlow + "cand5", .list, .details, .keys, at: [.wide, .narrow, .small]),
        ScreenScene("timeline-details", toFlow + "cand5g<enter>", .details, .keys, at: [.wide, .narrow]),
        ScreenScene("timeline-filter", toFlow + "cand5/denied<enter>", .list, .keys, at: [.narrow]),
        ScreenScene("timeline-nothing", toFlow + "cand5/xyz<enter>", .list, .details, .keys, at: [.wide, .small]),
        ScreenScene("timeline-empty", "5", .list, .keys, at: [.narrow], look: true),
        ScreenScene("timeline-focus", toFlow + "cand5", .status, .list, at: [.narrow], app: .focused),
        ScreenScene("timeline-focus-empty", "5", .status, .list, at: [.small], app: .focused),
        ScreenScene(
            "timeline-tool", "5", .list, .details, at: [.huge, .wide, .narrow], whole: [.small], look: true,
            app: .used),
        ScreenScene(
            "timeline-changes", "5gjj jjjP", .list, .details, .message, .keys, at: [.huge, .wide, .narrow], look: true,
            app: .used),
        ScreenScene("timeline-repeated", "5gjjjj", .list, .details, at: [.wide], app: .used),
        ScreenScene("timeline-expanded", "5gjjjj jj", .list, .keys, at: [.narrow], app: .used),
        ScreenScene("timeline-both", "5Bkkk", .list, .details, .keys, at: [.wide, .narrow], app: .used),
        ScreenScene("timeline-ascii", "5gjj j", .list, at: [.narrow], look: true, ascii: true, app: .used),
        ScreenScene(
            "timeline-hostile", "5", .list, .details, .message, at: [.wide], whole: [.narrow], app: .hostileEvents),
        ScreenScene(
            "lanes", "5w", .list, .details, .keys, at: [.huge, .narrow, .small], whole: [.wide], app: .used),
        ScreenScene(
            "lanes-fact", "5wGN<enter>", .list, .details, .keys, at: [.wide, .narrow], look: true, app: .expired),
        ScreenScene("lanes-ascii", "5wN", .list, .details, at: [.wide], ascii: true, app: .expired),
        ScreenScene("lanes-hostile", "5w", .list, at: [.narrow], app: .hostileEvents),
    ]

    private static let logsAndStacks = [
        ScreenScene("logs", "7", .list, .details, .keys, at: [.wide, .narrow, .small], app: .active),
        ScreenScene("logs-empty", "7", .list, .details, .keys, at: [.wide, .small]),
        ScreenScene("log-details", "7kk<enter>", .details, .keys, at: [.wide, .narrow], app: .active),
        ScreenScene("logs-level", "7LLLL", .list, .message, at: [.narrow], app: .active),
        ScreenScene("logs-topic", "7kkt", .list, .dialog, at: [.wide, .small], app: .active),
        ScreenScene("logs-filter", "7/error<enter>", .list, .keys, at: [.narrow], app: .active),
        ScreenScene("logs-nothing", "7/xyz", .list, .keys, at: [.narrow], app: .active),
        ScreenScene(
            "logs-narrowed", narrowed, .list, .details, .message, .keys, at: [.wide, .small], look: true, app: .active
        ),
        ScreenScene("logs-narrowed-details", narrowed + "<tab>", .details, at: [.small], app: .active),
        ScreenScene("logs-subtopic", "7t", .list, .message, at: [.wide, .small], app: .active),
        ScreenScene("logs-only", "7kkF", .status, .list, .details, .message, at: [.wide, .narrow], app: .active),
        ScreenScene("logs-focus-empty", "7", .list, at: [.wide, .small], app: .focused),
        ScreenScene("logs-ascii", "7", .list, at: [.narrow], look: true, ascii: true, app: .active),
        ScreenScene(
            "logs-hostile", "7g", .list, .details, at: [.wide], whole: [.narrow], look: true, app: .hostileLog),
        ScreenScene("logs-hostile-line", "7gj<enter>", .details, at: [.narrow], look: true, app: .hostileLog),
        ScreenScene(
            "activity", "6", .list, .details, .keys, at: [.huge, .wide, .narrow, .small], look: true, app: .used),
        ScreenScene("activity-sorted", "6zz++", .list, .details, .keys, at: [.wide], ascii: true, app: .used),
        ScreenScene("activity-hostile", "6", .list, .details, at: [.narrow], app: .hostileEvents),
        ScreenScene("stacks", "6", .list, .details, .keys, at: [.wide, .narrow, .small], app: .active),
        ScreenScene("stacks-empty", "6", .list, .details, .keys, at: [.wide, .small]),
        ScreenScene("stack-details", "6<enter>", .details, .keys, at: [.narrow], app: .active),
        ScreenScene("stacks-filter", "6/speed", .list, .details, .keys, at: [.wide], app: .active),
        ScreenScene("stacks-nothing", "6/xyz<enter>", .list, .details, .keys, at: [.wide, .narrow], app: .active),
    ]

    private static let matrix = [
        ScreenScene("matrix", "8", .list, .details, .keys, at: [.huge, .wide, .narrow, .small], app: .populated),
        ScreenScene(
            "matrix-child", "8<right>d", .list, .details, .message, .keys, at: [.wide, .narrow, .small], look: true,
            app: .populated),
        ScreenScene(
            "matrix-details", "8/smart<enter><enter>", .details, .keys, at: [.narrow], look: true, app: .populated),
        ScreenScene("matrix-apply", "8<right>A<down>", .dialog, at: [.narrow], whole: [.wide], app: .populated),
        ScreenScene("matrix-save", "8S", .dialog, .keys, at: [.narrow], app: .populated),
        ScreenScene("matrix-empty", "8d", .list, .message, at: [.narrow], look: true),
        ScreenScene("matrix-ascii", "8<right>", .list, at: [.narrow], look: true, ascii: true, app: .populated),
    ]
}
