import InspectorKit

/// What the Logs screen remembers.
struct LogsState: Sendable {
    /// How many lines are kept.
    static let capacity = 2_000
    /// What is said while nothing has been logged.
    static let emptyWords = "No log lines yet: what the app logs will appear here."

    /// The lines, the selection, the filter and the panes.
    var tail = FollowingList<LogLine>(capacity: capacity)
    /// The least level that is shown.
    var least = LogLine.Level.trace
    /// The only topic that is shown, with everything below it, if it is only one.
    var topic: String?
}

extension ConsoleState {
    /// The selected line, or `nil` if it is no longer kept or there is none.
    var selectedLine: LogLine? { logs.tail.selected }

    /// Adds lines that have just been written.
    mutating func receive(_ lines: [LogLine]) {
        let isWanted = logRestriction ?? { _ in true }
        logs.tail.receive(lines, height: layout.listHeight(.logs), where: isWanted)
    }

    /// Looks for the lines that are wanted again.
    mutating func rebuildLogRows() {
        logs.tail.restrict(height: layout.listHeight(.logs), to: logRestriction)
    }

    /// Whether a line is wanted: by its level, by its topic and by the filter; `nil` while all are.
    private var logRestriction: (@Sendable (LogLine) -> Bool)? {
        let (least, topic, filter) = (logs.least, logs.topic, logs.tail.browser.filter)
        guard filter.isActive || topic != nil || least != .trace else { return nil }
        let terms = filter.terms
        return { line in
            line.level >= least && (topic.map { line.isAbout($0) } ?? true)
                && (terms.isEmpty || terms.match(Self.searchText(line)))
        }
    }

    /// The text of a line that a filter looks in.
    private static func searchText(_ line: LogLine) -> String {
        [
            line.text, line.level.rawValue, line.topic ?? line.label, line.session ?? "",
        ].joined(separator: " ")
    }

    /// Runs a command of the Logs screen.
    mutating func runLogs(_ command: ConsoleCommand) {
        switch command {
        case .nextLevel:
            let levels = LogLine.Level.offered
            let place = levels.firstIndex(of: logs.least) ?? 0
            logs.least = levels[(place + 1) % levels.count]
            logRestrictionChanged()
        case .restrictTopic:
            if logs.topic != nil {
                showAllTopics()
            } else {
                logs.topic = selectedLine?.topic
                logRestrictionChanged()
            }
        case .focus:
            if let id = selectedLine?.featureID { flipFocus(id) }
        case .visit:
            if let id = selectedLine?.featureID { visitFeature(id) }
        default: break
        }
    }

    /// Shows the lines of every topic again.
    mutating func showAllTopics() {
        logs.topic = nil
        logRestrictionChanged()
    }

    /// Shows what is wanted now; if the selected line is not, the newest one is selected.
    private mutating func logRestrictionChanged() {
        rebuildLogRows()
        if !logs.tail.browser.list.isPresent { logs.tail.move(.last, height: layout.listHeight(.logs)) }
    }
}

extension LogLine {
    /// Whether the line is about a topic or about something below it: an action of a feature, or a feature under it.
    ///
    /// A topic whose last name merely begins like that of the other is another one.
    func isAbout(_ wanted: String) -> Bool {
        guard let topic = topic?.utf8, topic.starts(with: wanted.utf8) else { return false }
        guard let next = topic.dropFirst(wanted.utf8.count).first else { return true }
        return next == UInt8(ascii: "/") || next == UInt8(ascii: "#")
    }
}

extension LogLine.Level {
    /// The levels among which the least to be shown is chosen; what is critical is never left out.
    static let offered = allCases.filter { $0 != .critical }

    /// The look of the level's word.
    var role: Role {
        switch self {
        case .trace, .debug: .dim
        case .info: .plain
        case .notice: .strong
        case .warning: .doubtful
        case .error, .critical: .bad
        }
    }

    /// The level in at most five letters.
    var shortWord: String {
        switch self {
        case .notice: "note"
        case .warning: "warn"
        case .critical: "crit"
        default: rawValue
        }
    }
}
