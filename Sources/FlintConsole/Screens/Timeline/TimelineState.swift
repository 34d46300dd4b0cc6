import InspectorKit

/// What the Timeline screen remembers.
struct TimelineState: Sendable {
    /// The selection, the filter and the panes.
    var browser = Browser<UInt64>()
    /// The ids of the events that match the filter; unused while there is none.
    var matches: [UInt64] = []
    /// Whether the newest event is selected as it arrives.
    var isFollowing = true
}

extension ConsoleState {
    /// The selected event, or `nil` if it is no longer kept or there is none.
    var selectedEvent: Event? {
        timeline.browser.list.selection.flatMap(log.event)
    }

    /// How many rows the timeline has.
    var timelineCount: Int {
        timeline.browser.filter.isActive ? timeline.matches.count : log.events.count
    }

    /// The id of the event in a row of the timeline.
    func timelineID(_ row: Int) -> UInt64 {
        timeline.browser.filter.isActive ? timeline.matches[row] : log.events[row].id
    }

    /// Adds events that have just happened.
    mutating func receive(_ events: [Event]) {
        let known = log.lastID
        _ = log.append(events)
        if timeline.browser.filter.isActive {
            let terms = timeline.browser.filter.terms
            let oldest = log.events.first?.id ?? 0
            timeline.matches.removeAll { $0 < oldest }
            timeline.matches += events.filter { $0.id > known && terms.match(Self.searchText($0)) }.map(\.id)
        }
        anchorTimeline()
    }

    /// Looks for the events that match the filter again.
    mutating func rebuildTimelineRows() {
        let terms = timeline.browser.filter.terms
        timeline.matches =
            timeline.browser.filter.isActive
            ? log.events.filter { terms.match(Self.searchText($0)) }.map(\.id) : []
        anchorTimeline()
    }

    /// Follows the newest event, or keeps the selected one where it is.
    private mutating func anchorTimeline() {
        let count = timelineCount
        let height = layout.listHeight(.timeline)
        if timeline.isFollowing, timeline.browser.pane == .list {
            moveTimeline(.last)
            return
        }
        guard let selection = timeline.browser.list.selection else { return }
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if timelineID(middle) < selection { low = middle + 1 } else { high = middle }
        }
        let row = low < count && timelineID(low) == selection ? low : nil
        timeline.browser.list.reanchor(at: row, count: count, height: height)
    }

    /// Moves the selection; at the newest event the timeline is followed, anywhere else it stands still.
    mutating func moveTimeline(_ motion: Motion) {
        let count = timelineCount
        let height = layout.listHeight(.timeline)
        var list = timeline.browser.list
        list.move(motion, count: count, height: height) { timelineID($0) }
        if list.selection != timeline.browser.list.selection { timeline.browser.detailTop = 0 }
        timeline.browser.list = list
        timeline.isFollowing = list.index >= count - 1
    }

    /// The text of an event that a filter looks in.
    private static func searchText(_ event: Event) -> String {
        [
            event.title, event.kind.rawValue, event.cause, event.session ?? "", event.featureID ?? "",
            event.actionID ?? "", event.outcome?.rawValue ?? "",
        ].joined(separator: " ")
    }
}
