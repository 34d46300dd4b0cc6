// SPDX-License-Identifier: MIT

import FlintWorld

/// Row storage that shows each item in a separate row.
///
/// The items' ids must be ascending. Without a filter, the rows are the retained items. With a filter, the storage
/// keeps the ids of the matching items.
struct StreamRows<Item: Identifiable & Sendable>: FollowedRows where Item.ID == UInt64 {
    private(set) var recent: RecentBuffer<Item>
    private var matches: [UInt64]?

    init(capacity: Int) {
        recent = RecentBuffer(capacity: capacity)
    }

    var count: Int { matches?.count ?? recent.items.count }

    var itemCounts: (matching: Int, all: Int) { (count, recent.items.count) }

    var isEmpty: Bool { recent.items.isEmpty }

    func row(_ index: Int) -> Item? {
        guard let matches else { return recent.items[index] }
        return recent[matches[index]]
    }

    func id(_ index: Int) -> UInt64 { matches?[index] ?? recent.items[index].id }

    func index(of id: UInt64) -> Int? {
        let index = (0..<count).partitioningIndex { self.id($0) >= id }
        return index < count && self.id(index) == id ? index : nil
    }

    func row(with id: UInt64) -> Item? { recent[id] }

    mutating func append(_ new: [Item], where isWanted: ((Item) -> Bool)?) {
        let added = recent.append(new)
        guard var matches else { return }
        // The buffer may have dropped its oldest items.
        let oldest = recent.items.first?.id ?? 0
        matches.removeAll { $0 < oldest }
        matches += added.filter { $0.id >= oldest && isWanted?($0) != false }.map(\.id)
        self.matches = matches
    }

    mutating func restrict(to isWanted: ((Item) -> Bool)?) {
        matches = isWanted.map { isWanted in recent.items.filter(isWanted).map(\.id) }
    }
}

/// The newest items of a stream, oldest first.
///
/// Items are found by binary search, because their ids are ascending.
struct RecentBuffer<Item: Identifiable & Sendable>: Sendable where Item.ID == UInt64 {
    /// The minimum number of items to retain.
    ///
    /// Up to a fifth more can accumulate before the oldest ones are dropped.
    let capacity: Int
    private(set) var items: [Item] = []

    init(capacity: Int) {
        self.capacity = capacity
    }

    var lastID: UInt64 { items.last?.id ?? 0 }

    /// Appends items that are newer than all retained items, ignores other items, and returns the appended ones.
    mutating func append(_ new: [Item]) -> ArraySlice<Item> {
        let last = lastID
        let added = new.drop { $0.id <= last }
        items.append(contentsOf: added)
        // Dropping many items at once keeps the average cost of an item low.
        if items.count > capacity + capacity / 5 { items.removeFirst(items.count - capacity) }
        return added
    }

    subscript(id: UInt64) -> Item? {
        let index = items.partitioningIndex { $0.id >= id }
        return index < items.count && items[index].id == id ? items[index] : nil
    }
}
