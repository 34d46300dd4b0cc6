import InspectorKit

/// How many events the Timeline screen keeps.
enum TimelineState {
    /// The limit.
    static let capacity = 10_000
    /// What is said while nothing has happened.
    static let emptyWords = "Nothing has happened yet."
}

extension ConsoleState {
    /// The events the console has seen.
    var log: RecentBuffer<EventRecord> { timeline.recent }

    /// The selected event, or `nil` if it is no longer kept or there is none.
    var selectedEvent: EventRecord? { timeline.selected }

    /// Adds events that have just happened.
    mutating func receive(_ events: [EventRecord]) {
        let terms = timeline.browser.filter.terms
        timeline.receive(events, height: layout.listHeight(.timeline)) { terms.match(Self.searchText($0)) }
    }

    /// Looks for the events that match the filter again.
    mutating func rebuildTimelineRows() {
        let terms = timeline.browser.filter.terms
        timeline.restrict(
            height: layout.listHeight(.timeline),
            to: timeline.browser.filter.isActive ? { terms.match(Self.searchText($0)) } : nil)
    }

    /// The text of an event that a filter looks in.
    private static func searchText(_ event: EventRecord) -> String {
        [
            event.title, event.kind.rawValue, event.cause, event.session ?? "", event.featureID ?? "",
            event.actionID ?? "", event.outcome?.rawValue ?? "",
        ].joined(separator: " ")
    }
}
