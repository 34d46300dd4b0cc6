import InspectorKit

/// Everything that is known of a log line, line by line.
struct LogDetail {
    /// The lines.
    private(set) var lines: [StyledLine] = []

    /// The most lines of the screen that a text takes.
    private static let textLimit = 1_000

    private let table: LabelledValues

    /// Makes the lines.
    init(_ line: LogLine, in state: ConsoleState) {
        let columns = state.layout.detailColumns(.logs)
        let metadata = line.metadata.sorted { $0.key < $1.key }
        table = LabelledValues(
            labels: metadata.map(\.key) + ["user initiated"], columns: columns, signs: state.signs)
        var first = StyledLine(line.level.rawValue, line.level.role)
        let about = line.topic.map {
            state.topicWords($0, of: line, columns: columns - 10)
        }
        first.append("  \(about ?? line.label)", .dim)
        lines.append(first)
        addText(line, columns: columns, signs: state.signs)
        lines.append(StyledLine())
        add("time", DateWords.millisecond(of: line.date, offset: state.environment.timeZoneOffset))
        add("level", line.level.rawValue)
        if let topic = line.topic { add("topic", topic) }
        if let id = line.featureID {
            add("feature", state.feature(id).map { "\($0.name) (\(id))" } ?? id)
            if state.model.status.isInFocus(id) { add("focus", "it is in focus") }
        }
        if let id = line.actionID {
            add("action", line.actionName.map { "\($0) (\(id))" } ?? id)
        }
        if let session = line.session { add("session", session) }
        if let activity = line.activity { add("activity", activity) }
        if let byUser = line.userInitiated { add("user initiated", byUser ? "yes" : "no") }
        for (key, value) in metadata { add(key, value) }
        add("logger", line.label)
        add("module", line.source)
    }

    /// Adds the whole text; where the text has a line break, so has the screen.
    private mutating func addText(_ line: LogLine, columns: Int, signs: GlyphSet) {
        // More than fits on so many lines need not be looked at, however long it is.
        let text = line.text.prefix(columns * Self.textLimit)
        for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            guard lines.count < Self.textLimit else {
                lines.append(StyledLine("   \(signs.ellipsis)", .dim))
                break
            }
            let texts = TextLayout.wrapped(
                String(paragraph), to: columns - 3, limit: Self.textLimit - lines.count, ellipsis: signs.ellipsis)
            lines += (texts.isEmpty ? [""] : texts).map { StyledLine("   ").adding($0, .strong) }
        }
    }

    /// Adds a labelled value.
    private mutating func add(_ label: String, _ value: String) {
        lines += table.lines(label, value)
    }
}
