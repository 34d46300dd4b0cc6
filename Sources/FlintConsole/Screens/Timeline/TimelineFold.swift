// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintWorld

/// The timeline's events, folded into entries and groups.
///
/// The two events of an action become one entry, and adjacent entries that repeat each other become one group. Folding
/// is incremental: a new event is compared only with the last group, or with the neighbors of the action that it ends.
/// The cost of an event therefore hardly depends on the number of retained events. The result is the same as if all
/// events were folded from scratch.
///
/// Positions count all entries since the beginning, including dropped entries, so that they remain valid when old
/// entries are dropped.
struct TimelineFold: Sendable {
    /// Adjacent entries that repeat each other, identified by their positions.
    ///
    /// Most groups have a single entry.
    struct Group: Sendable, Hashable {
        var first: Int
        var rest: [Int] = []

        var count: Int { 1 + rest.count }
        var last: Int { rest.last ?? first }
        var positions: [Int] { [first] + rest }

        /// Returns up to the given number of the group's latest positions, without copying the others.
        func latest(_ count: Int) -> ArraySlice<Int> { ([first] + rest.suffix(count)).suffix(count) }
    }

    let capacity: Int
    private(set) var pairsActions = true
    private(set) var entries: [TimelineEntry] = []
    /// The groups of the entries that pass the filter, sorted by ascending position.
    private(set) var groups: [Group] = []
    /// The id of the latest event, or 0 without events.
    private(set) var lastID: UInt64 = 0
    private(set) var newest: EventRecord?
    /// The number of dropped entries.
    ///
    /// An entry's position is its index plus this number.
    private var dropped = 0
    private(set) var eventCount = 0
    private var running: [UInt: Int] = [:]

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The id of the last visible event, or `UInt64.max` if all events are visible.
    ///
    /// An action that ends later is shown as running.
    private(set) var end = UInt64.max

    /// Returns the entry at a position, as of the last visible event.
    subscript(position: Int) -> TimelineEntry { entries[position - dropped].asOf(end) }

    /// Returns the complete entry at a position, including an end after the last visible event.
    func entry(at position: Int) -> TimelineEntry { entries[position - dropped] }

    var positions: Range<Int> { dropped..<dropped + entries.count }

    func date(_ position: Int) -> Date { entries[position - dropped].start }

    func firstPosition(since date: Date) -> Int {
        dropped + entries.partitioningIndex { $0.start >= date }
    }

    func position(upTo event: UInt64) -> Int? {
        let next = entries.partitioningIndex { $0.id > event }
        return next == 0 ? nil : dropped + next - 1
    }

    var events: [EventRecord] { entries.flatMap(\.events).sorted { $0.id < $1.id } }

    func position(of id: UInt64) -> Int? {
        let index = entries.partitioningIndex { $0.id >= id }
        return index < entries.count && entries[index].id == id ? index + dropped : nil
    }

    /// Returns the entry that contains an event.
    ///
    /// - Complexity: O(*n*), where *n* is the number of entries.
    func entry(with event: UInt64) -> TimelineEntry? {
        entries.last { $0.id == event || $0.event.id == event }
    }

    func group(at position: Int) -> Int? {
        let index = firstGroup(after: position) - 1
        guard index >= 0 else { return nil }
        let group = groups[index]
        if group.first == position { return index }
        let found = group.rest.partitioningIndex { $0 >= position }
        return found < group.rest.count && group.rest[found] == position ? index : nil
    }

    /// Appends events that are newer than all previous events, and ignores other events.
    ///
    /// - Returns: The positions of the entries that were added or completed.
    @discardableResult
    mutating func append(_ new: [EventRecord], where isWanted: ((TimelineEntry) -> Bool)?) -> [Int] {
        var changed: [Int] = []
        for event in new where event.id > lastID {
            lastID = event.id
            newest = event
            eventCount += 1
            if let position = begin(of: event) {
                // The completed entry can repeat its neighbors or fail the filter, so it is placed again.
                entries[position - dropped].complete(with: event)
                remove(position)
                if isWanted?(self[position]) != false { insert(position) }
                changed.append(position)
            } else {
                changed.append(positions.upperBound)
                add(event, where: isWanted)
            }
        }
        trim()
        return changed
    }

    var newestVisible: EventRecord? { end == .max ? newest : events.last { $0.id <= end } }

    /// The number of entries up to the last visible event.
    var visibleCount: Int { end == .max ? entries.count : entries.partitioningIndex { $0.id > end } }

    /// Sets the last visible event, or shows all events if the id is `nil`.
    ///
    /// Call ``restrict(to:)`` afterward to rebuild the groups.
    mutating func show(upTo event: UInt64?) {
        end = event ?? .max
    }

    mutating func restrict(to isWanted: ((TimelineEntry) -> Bool)?) {
        groups = []
        for position in dropped..<dropped + entries.count where isWanted?(self[position]) != false { append(position) }
    }

    mutating func rebuild(pairingActions pairsActions: Bool, where isWanted: ((TimelineEntry) -> Bool)?) {
        guard pairsActions != self.pairsActions else { return }
        let events = events
        (self.pairsActions, entries, groups, running) = (pairsActions, [], [], [:])
        (lastID, dropped, eventCount) = (0, 0, 0)
        append(events, where: isWanted)
    }

    // MARK: Adding events

    private mutating func begin(of event: EventRecord) -> Int? {
        guard pairsActions, case .actionCompleted(let end, _, _) = event.content,
            let position = running.removeValue(forKey: end.request), position >= dropped,
            let begin = self[position].event.action
        else { return nil }
        return begin.id == end.action.id && begin.featureID == end.action.featureID ? position : nil
    }

    private mutating func add(_ event: EventRecord, where isWanted: ((TimelineEntry) -> Bool)?) {
        let position = dropped + entries.count
        entries.append(TimelineEntry(event))
        if pairsActions, case .actionBegan(let begin) = event.content { running[begin.request] = position }
        if isWanted?(self[position]) != false { append(position) }
    }

    private mutating func append(_ position: Int) {
        if let last = groups.last, self[last.first].repeats(self[position]) {
            groups[groups.count - 1].rest.append(position)
        } else {
            groups.append(Group(first: position))
        }
    }

    // MARK: Updating groups

    private mutating func remove(_ position: Int) {
        guard let index = group(at: position) else { return }
        // A running action never shares a row, so the group has no other entry.
        groups.remove(at: index)
        joinNeighbors(at: index)
    }

    private mutating func insert(_ position: Int) {
        let index = firstGroup(after: position)
        if index > 0 {
            let before = groups[index - 1]
            let isSame = self[before.first].repeats(self[position])
            if isSame {
                groups[index - 1].rest.insert(position, at: before.rest.partitioningIndex { $0 >= position })
                joinNeighbors(at: index)
                return
            }
            if before.last > position {
                // The entry separates entries that previously repeated each other.
                let rest = Array(before.rest[before.rest.partitioningIndex { $0 >= position }...])
                groups[index - 1].rest.removeLast(rest.count)
                groups.insert(Group(first: rest[0], rest: Array(rest.dropFirst())), at: index)
            }
        }
        groups.insert(Group(first: position), at: index)
        joinNeighbors(at: index + 1)
    }

    private mutating func joinNeighbors(at index: Int) {
        guard index > 0, index < groups.count, self[groups[index - 1].first].repeats(self[groups[index].first])
        else { return }
        groups[index - 1].rest += groups[index].positions
        groups.remove(at: index)
    }

    private func firstGroup(after position: Int) -> Int {
        // New entries usually come last, so they need no search.
        if let last = groups.last, last.first <= position { return groups.count }
        return groups.partitioningIndex { $0.first > position }
    }

    // MARK: Capacity

    private mutating func trim() {
        // Dropping many entries at once keeps the average cost of an event low.
        guard eventCount > capacity + capacity / 5 else { return }
        var count = 0
        while eventCount > capacity, count < entries.count {
            eventCount -= entries[count].events.count
            count += 1
        }
        entries.removeFirst(count)
        dropped += count
        // An action whose beginning was dropped is no longer paired.
        running = running.filter { $0.value >= dropped }
        var kept = groups.drop { $0.last < dropped }
        // A group can lose its first entries and keep the others.
        if var first = kept.first, first.first < dropped {
            let rest = first.rest.drop { $0 < dropped }
            first = Group(first: rest[rest.startIndex], rest: Array(rest.dropFirst()))
            kept[kept.startIndex] = first
        }
        groups = Array(kept)
    }
}
