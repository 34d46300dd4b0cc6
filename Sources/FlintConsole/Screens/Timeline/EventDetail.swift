import InspectorKit

/// Everything that is known of an event, line by line.
struct EventDetail {
    /// The lines.
    private(set) var lines: [StyledLine] = []

    private let table: LabelledValues

    /// Makes the lines.
    init(_ event: EventRecord, in state: ConsoleState) {
        let columns = state.layout.detailColumns(.timeline)
        let signs = state.signs
        table = LabelledValues(labels: event.labelledValues.map(\.label), columns: columns, signs: signs)
        let (sign, role) = EventRow.sign(of: event)
        lines += StyledLine("\(sign) ", role).adding(event.title, .strong).wrapped(to: columns, indent: 3)
        var facts = [event.kind.words]
        if let outcome = event.outcome { facts.append(outcome.rawValue) }
        if let duration = event.duration { facts.append("took \(EventRow.words(duration: duration))") }
        lines.append(StyledLine("   " + facts.joined(separator: " \(signs.dot) "), .dim))
        lines.append(StyledLine())
        add("time", DateWords.millisecond(of: event.date, offset: state.environment.timeZoneOffset))
        add("cause", event.cause)
        if let session = event.session { add("session", session) }
        if let id = event.featureID {
            add("feature", state.feature(id).map { "\($0.name) (\(id))" } ?? id)
        }
        if let action = event.actionID { add("action", action) }
        for detail in event.labelledValues { add(detail.label, detail.value) }
    }

    /// Adds a labelled value.
    private mutating func add(_ label: String, _ value: String) {
        lines += table.lines(label, value)
    }
}
