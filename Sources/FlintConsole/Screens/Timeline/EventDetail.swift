import InspectorKit

/// Everything that is known of an event, line by line.
struct EventDetail {
    /// The lines.
    private(set) var lines: [StyledLine] = []

    private let columns: Int
    private let signs: Signs
    private let labelColumns: Int

    /// Makes the lines.
    init(_ event: Event, in state: ConsoleState) {
        columns = state.layout.detailColumns(.timeline)
        signs = state.signs
        labelColumns = min(20, max(10, (event.details.map(\.label.count).max() ?? 0) + 2))
        let (sign, role) = EventRow.sign(of: event)
        lines += StyledLine("\(sign) ", role).adding(event.title, .strong).wrapped(to: columns, indent: 3)
        var facts = [event.kind.words]
        if let outcome = event.outcome { facts.append(outcome.rawValue) }
        if let duration = event.duration { facts.append("took \(EventRow.words(duration: duration))") }
        lines.append(StyledLine("   " + facts.joined(separator: " \(signs.dot) "), .dim))
        lines.append(StyledLine())
        add("time", EventRow.time(of: event, offset: state.environment.timeZoneOffset, hasMilliseconds: true))
        add("cause", event.cause)
        if let session = event.session { add("session", session) }
        if let id = event.featureID {
            add("feature", state.feature(id).map { "\($0.name) (\(id))" } ?? id)
        }
        if let action = event.actionID { add("action", action) }
        for detail in event.details { add(detail.label, detail.value) }
    }

    /// Adds a labelled value, which may take several lines.
    private mutating func add(_ label: String, _ value: String) {
        let texts = Fit.wrapped(value, to: columns - labelColumns - 3, limit: 30, ellipsis: signs.ellipsis)
        var line = StyledLine("   " + Fit.cell(label, labelColumns, ellipsis: signs.ellipsis), .dim)
        line.append(texts.first ?? "")
        lines.append(line)
        for text in texts.dropFirst() {
            lines.append(StyledLine(String(repeating: " ", count: labelColumns + 3) + text))
        }
    }
}
