import InspectorKit

/// The events of the timeline, folded as they arrive: the two events of an action into one entry, and wanted entries that
/// repeat one another into one group.
///
/// A new event is compared with the last group only, and the end of an action with the neighbours of its entry, so it costs
/// the same however much is kept. Whatever the order of events, the groups are those of a list that is folded anew.
struct TimelineFold: Sendable {
    /// Entries that are next to each other in the list and repeat one another, of most one only.
    struct Group: Sendable, Hashable {
        /// The position of the first entry.
        var first: Int
        /// The positions of the others, ascending.
        var rest: [Int] = []

        /// How many entries there are.
        var count: Int { 1 + rest.count }
        /// The position of the last entry.
        var last: Int { rest.last ?? first }
        /// All positions, ascending.
        var positions: [Int] { [first] + rest }
    }

    /// How many events are kept at least once there are as many.
    let capacity: Int
    /// Whether the beginning and the end of an action are one entry.
    private(set) var pairsActions = true
    /// The entries, ids ascending.
    private(set) var entries: [TimelineEntry] = []
    /// The groups of the wanted entries, positions ascending.
    private(set) var groups: [Group] = []
    /// The id of the latest event; 0 if there was none.
    private(set) var lastID: UInt64 = 0
    /// The latest event.
    private(set) var newest: EventRecord?
    /// How many entries are no longer kept; the position of an entry is its index and those.
    private var dropped = 0
    /// How many events the entries hold.
    private(set) var eventCount = 0
    /// The positions of actions that have not ended, by the number of the request.
    private var running: [UInt: Int] = [:]

    /// Creates a fold without events.
    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The last event that is shown; an action that ends later is shown as running.
    private(set) var end = UInt64.max

    /// Returns the entry at a position, as it was at the last event that is shown.
    subscript(position: Int) -> TimelineEntry { entries[position - dropped].asOf(end) }

    /// The events that are kept, oldest first.
    var events: [EventRecord] { entries.flatMap(\.events).sorted { $0.id < $1.id } }

    /// Returns the position of the entry with an id.
    func position(of id: UInt64) -> Int? {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].id < id { low = middle + 1 } else { high = middle }
        }
        return low < entries.count && entries[low].id == id ? low + dropped : nil
    }

    /// Returns the entry that an event is a part of, at the cost of a look at every entry.
    func entry(with event: UInt64) -> TimelineEntry? {
        entries.last { $0.id == event || $0.event.id == event }
    }

    /// Returns the index of the group that has the entry at a position.
    func group(at position: Int) -> Int? {
        let index = firstGroup(after: position) - 1
        guard index >= 0 else { return nil }
        let group = groups[index]
        if group.first == position { return index }
        let found = group.rest.lowerBound(of: position)
        return found < group.rest.count && group.rest[found] == position ? index : nil
    }

    /// Adds events that came after all that are there; any that are there already are left out.
    mutating func receive(_ new: [EventRecord], where isWanted: ((TimelineEntry) -> Bool)?) {
        for event in new where event.id > lastID {
            lastID = event.id
            newest = event
            eventCount += 1
            if let position = begin(of: event) {
                entries[position - dropped].complete(with: event)
                remove(position)
                if isWanted?(self[position]) != false { insert(position) }
            } else {
                add(event, where: isWanted)
            }
        }
        trim()
    }

    /// Shows an action that ends after an event as running, in groups that are made next.
    mutating func show(upTo event: UInt64?) {
        end = event ?? .max
    }

    /// Makes the groups anew, of the wanted entries.
    mutating func restrict(to isWanted: ((TimelineEntry) -> Bool)?) {
        groups = []
        for position in dropped..<dropped + entries.count where isWanted?(self[position]) != false { append(position) }
    }

    /// Makes entries and groups anew, with one entry for an action or one for each of its events.
    mutating func fold(pairingActions pairsActions: Bool, where isWanted: ((TimelineEntry) -> Bool)?) {
        guard pairsActions != self.pairsActions else { return }
        let events = events
        (self.pairsActions, entries, groups, running) = (pairsActions, [], [], [:])
        (lastID, dropped, eventCount) = (0, 0, 0)
        receive(events, where: isWanted)
    }

    // MARK: One more event

    /// Returns the position of the action that an event ends, and forgets that it is running.
    private mutating func begin(of event: EventRecord) -> Int? {
        guard pairsActions, event.kind == .actionCompleted, let request = event.request,
            let position = running.removeValue(forKey: request), position >= dropped
        else { return nil }
        let begin = self[position].event
        return begin.actionID == event.actionID && begin.featureID == event.featureID ? position : nil
    }

    /// Adds an entry of its own for an event.
    private mutating func add(_ event: EventRecord, where isWanted: ((TimelineEntry) -> Bool)?) {
        let position = dropped + entries.count
        entries.append(TimelineEntry(event))
        if pairsActions, event.kind == .actionBegan, let request = event.request { running[request] = position }
        if isWanted?(self[position]) != false { append(position) }
    }

    /// Adds the entry at a position after all others, to the last group if it repeats that.
    private mutating func append(_ position: Int) {
        if let last = groups.last, self[last.first].repeats(self[position]) {
            groups[groups.count - 1].rest.append(position)
        } else {
            groups.append(Group(first: position))
        }
    }

    // MARK: An entry that changed

    /// Removes an entry that is a group of its own, as one that was running is; its neighbours may then be one group.
    private mutating func remove(_ position: Int) {
        guard let index = group(at: position) else { return }
        groups.remove(at: index)
        joinNeighbours(at: index)
    }

    /// Inserts an entry where it belongs.
    private mutating func insert(_ position: Int) {
        let index = firstGroup(after: position)
        if index > 0 {
            let before = groups[index - 1]
            let isSame = self[before.first].repeats(self[position])
            if isSame {
                groups[index - 1].rest.insert(position, at: before.rest.lowerBound(of: position))
                joinNeighbours(at: index)
                return
            }
            if before.last > position {
                // It comes between entries that repeated one another without it.
                let rest = Array(before.rest[before.rest.lowerBound(of: position)...])
                groups[index - 1].rest.removeLast(rest.count)
                groups.insert(Group(first: rest[0], rest: Array(rest.dropFirst())), at: index)
            }
        }
        groups.insert(Group(first: position), at: index)
        joinNeighbours(at: index + 1)
    }

    /// Makes one group of the group at an index and the one before it, if they repeat one another.
    private mutating func joinNeighbours(at index: Int) {
        guard index > 0, index < groups.count, self[groups[index - 1].first].repeats(self[groups[index].first])
        else { return }
        groups[index - 1].rest += groups[index].positions
        groups.remove(at: index)
    }

    /// Returns the index of the first group that begins after a position.
    private func firstGroup(after position: Int) -> Int {
        if let last = groups.last, last.first <= position { return groups.count }
        var (low, high) = (0, groups.count)
        while low < high {
            let middle = (low + high) / 2
            if groups[middle].first <= position { low = middle + 1 } else { high = middle }
        }
        return low
    }

    // MARK: The limit

    /// Drops the oldest entries; a few more may gather before, so that dropping is rare.
    private mutating func trim() {
        guard eventCount > capacity + capacity / 5 else { return }
        var count = 0
        while eventCount > capacity, count < entries.count {
            eventCount -= entries[count].events.count
            count += 1
        }
        entries.removeFirst(count)
        dropped += count
        running = running.filter { $0.value >= dropped }
        var kept = groups.drop { $0.last < dropped }
        if var first = kept.first, first.first < dropped {
            let rest = first.rest.drop { $0 < dropped }
            first = Group(first: rest[rest.startIndex], rest: Array(rest.dropFirst()))
            kept[kept.startIndex] = first
        }
        groups = Array(kept)
    }
}

extension [Int] {
    /// Returns the index of the first element that is not below a given one, in ascending elements.
    fileprivate func lowerBound(of element: Int) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < element { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
