import InspectorKit

/// The events the console has seen, oldest first, up to a limit.
struct EventLog: Sendable {
    /// How many events are kept at least once there are as many.
    static let capacity = 10_000
    /// How many more may gather before the oldest are dropped, so that dropping is rare.
    private static let slack = 2_000

    /// The events, ids ascending.
    private(set) var events: [Event] = []

    /// The id of the latest event; 0 if there is none.
    var lastID: UInt64 { events.last?.id ?? 0 }

    /// Adds events that happened after all that are there; any that are there already are left out.
    ///
    /// - Returns: How many old events were dropped to make room.
    mutating func append(_ new: [Event]) -> Int {
        let last = lastID
        events.append(contentsOf: new.drop { $0.id <= last })
        guard events.count > Self.capacity + Self.slack else { return 0 }
        let surplus = events.count - Self.capacity
        events.removeFirst(surplus)
        return surplus
    }

    /// The event with an id, if it is still kept.
    func event(_ id: UInt64) -> Event? {
        var low = 0
        var high = events.count
        while low < high {
            let middle = (low + high) / 2
            if events[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low < events.count && events[low].id == id ? events[low] : nil
    }
}
