import InspectorKit
import TerminalKit

extension ConsoleState {
    /// The events the console has seen.
    var log: RecentBuffer<EventRecord> { timeline.recent }
}

/// Everything that happened, newest last.
struct TimelineScreen: FollowingScreen {
    /// How many events are kept.
    static let capacity = 10_000

    let screen = ConsoleScreen.timeline
    let title = "Timeline"
    let shortTitle = "Time"
    let noun = "event"
    let emptyText = "Nothing has happened yet."
    let keyContext = KeyContext.timeline

    var tail: WritableKeyPath<ConsoleState, FollowingList<EventRecord>> { \.timeline }

    func restriction(in state: ConsoleState) -> ((EventRecord) -> Bool)? {
        let filter = state.timeline.browser.filter
        guard filter.isActive else { return nil }
        let (itemFilter, model) = (filter.itemFilter(filterFields), state.model)
        return { itemFilter.matches(FilteredEvent(event: $0, model: model)) }
    }

    let noFailureText = "No event here failed or was denied"

    func isFailure(_ event: EventRecord) -> Bool {
        event.kind == .requestDenied || event.outcome == .failure || event.outcome == .denied
    }

    let filterFields: [FilterField] = [
        FilterField("kind", values: EventRecord.Kind.allCases.map(\.rawValue)),
        FilterField(statusField, values: ["ok", "no", "success", "failure", "denied"]),
        FilterField("session"), FilterField("feature"), FilterField("action"), FilterField("cause"),
    ]

    func filterValues(of field: FilterField, in state: ConsoleState) -> [String] {
        let events = state.log.items
        switch field.name {
        case "session": return events.compactMap(\.session).distinct
        case "feature": return events.compactMap(\.featureID).distinct.map { state.feature($0)?.name ?? $0 }.distinct
        case "action": return events.compactMap(\.actionID).distinct
        default: return events.map(\.cause).distinct
        }
    }

    func tableTitle(in state: ConsoleState) -> String {
        recordTitle(in: state).joined(separator: " \(state.signs.dash) ")
    }

    func activeFilters(in state: ConsoleState) -> [ActiveFilter] { state.typedFilter }

    func columnHeading(in state: ConsoleState, columns: Int) -> StyledLine {
        EventTable(columns: columns, signs: state.signs).heading
    }

    func lines(in state: ConsoleState, columns: Int) -> (EventRecord) -> StyledLine {
        let table = EventTable(columns: columns, signs: state.signs)
        return { table.line($0, in: state) }
    }

    func detailTitle(of event: EventRecord) -> String { "Event \(event.id)" }

    func detail(of event: EventRecord, in state: ConsoleState) -> [StyledLine] { EventDetail(event, in: state).lines }
}

/// An event as a filter sees it.
struct FilteredEvent: FilteredItem {
    /// The event.
    let event: EventRecord
    /// What knows the name of its feature.
    let model: AppModel

    func hasText(where isMatch: (String) -> Bool) -> Bool {
        isMatch(event.title) || isMatch(event.kind.rawValue) || isMatch(event.kind.words) || isMatch(event.cause)
            || event.session.map(isMatch) == true || event.featureID.map(isMatch) == true
            || event.actionID.map(isMatch) == true || event.input.map(isMatch) == true
            || event.details.contains { isMatch($0.value) }
    }

    func hasValue(of field: String, where isMatch: (String) -> Bool) -> Bool {
        switch field {
        case "kind": return isMatch(event.kind.rawValue)
        case statusField:
            if event.kind == .requestDenied || event.outcome == .denied { return isMatch("denied") || isMatch("no") }
            guard let outcome = event.outcome else { return false }
            return isMatch(outcome.rawValue) || isMatch(outcome == .success ? "ok" : "no")
        case "session": return event.session.map(isMatch) == true
        case "feature":
            guard let id = event.featureID else { return false }
            return isMatch(id) || (model.feature(id)?.name).map(isMatch) == true
        case "action": return event.actionID.map(isMatch) == true
        case "cause": return isMatch(event.cause)
        default: return false
        }
    }
}

/// The columns of the table of events.
struct EventTable {
    private let columns: Int
    private let signs: GlyphSet
    private let sessionColumns: Int
    private let outcomeColumns: Int
    private let titleColumns: Int

    private static let causeColumns = 8
    private static let durationColumns = 7

    /// Chooses the columns; where there is no room for it the session is left out, and after it the outcome, which the
    /// sign shows as well.
    init(columns: Int, signs: GlyphSet) {
        self.columns = columns
        self.signs = signs
        sessionColumns = columns >= 84 ? 12 : 0
        outcomeColumns = columns >= 76 ? 8 : 0
        let fixed = 2 + 9 + 3 + Self.causeColumns + 1 + Self.durationColumns + 1
        let optional = [sessionColumns, outcomeColumns].filter { $0 > 0 }.map { $0 + 1 }.reduce(0, +)
        titleColumns = max(8, columns - fixed - optional - 1)
    }

    /// The names of the columns.
    var heading: StyledLine {
        line(
            marker: "  ", time: "time", sign: StyledLine("  "), session: "session", cause: "cause",
            title: "what happened", outcome: "outcome", duration: "took", role: .dim)
    }

    /// A row of the table.
    func line(_ event: EventRecord, in state: ConsoleState) -> StyledLine {
        let row = EventRow(event, in: state)
        return line(
            marker: "  ", time: row.time, sign: StyledLine(row.sign, row.role), session: event.session ?? "",
            cause: event.cause, title: row.title(columns: titleColumns, ellipsis: signs.ellipsis),
            outcome: event.outcome?.rawValue ?? "", duration: row.duration, role: .plain)
    }

    /// The cells of a row one after the other.
    private func line(
        marker: String, time: String, sign: StyledLine, session: String, cause: String, title: String,
        outcome: String, duration: String, role: Role
    ) -> StyledLine {
        func cell(_ text: String, _ columns: Int) -> String {
            TextLayout.cell(text, columns, ellipsis: signs.ellipsis) + " "
        }
        var line = StyledLine(marker)
        line.append(cell(time, 8), .dim)
        line.append(sign)
        line.append(" ")
        if sessionColumns > 0 { line.append(cell(session, sessionColumns), .dim) }
        line.append(cell(cause, Self.causeColumns), .dim)
        line.append(cell(title, titleColumns), role)
        if outcomeColumns > 0 { line.append(cell(outcome, outcomeColumns), role) }
        line.append(TextLayout.trailing(duration, Self.durationColumns, ellipsis: signs.ellipsis), .dim)
        return line
    }
}

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
