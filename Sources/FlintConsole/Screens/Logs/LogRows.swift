// SPDX-License-Identifier: MIT

import FlintWorld

/// The newest lines of the log, oldest first, each in a separate row.
///
/// The lines' ids are ascending, so lines are found by binary search. With a filter, the storage keeps the ids of the
/// matching lines.
struct LogRows: FollowedRows {
    /// The minimum number of lines to retain.
    ///
    /// Up to a fifth more can accumulate before the oldest ones are dropped.
    let capacity: Int
    private(set) var items: [LogLine] = []
    private var matches: [UInt64]?

    init(capacity: Int) {
        self.capacity = capacity
    }

    var count: Int { matches?.count ?? items.count }

    var itemCounts: (matching: Int, all: Int) { (count, items.count) }

    var isEmpty: Bool { items.isEmpty }

    var lastID: UInt64 { items.last?.id ?? 0 }

    func row(_ index: Int) -> LogLine? {
        guard let matches else { return items[index] }
        return row(with: matches[index])
    }

    func id(_ index: Int) -> UInt64 { matches?[index] ?? items[index].id }

    func index(of id: UInt64) -> Int? {
        let index = (0..<count).partitioningIndex { self.id($0) >= id }
        return index < count && self.id(index) == id ? index : nil
    }

    func row(with id: UInt64) -> LogLine? {
        let index = items.partitioningIndex { $0.id >= id }
        return index < items.count && items[index].id == id ? items[index] : nil
    }

    /// Appends lines that are newer than all retained lines, and ignores other lines.
    mutating func append(_ new: [LogLine], where isWanted: ((LogLine) -> Bool)?) {
        let last = lastID
        let added = new.drop { $0.id <= last }
        items.append(contentsOf: added)
        // Dropping many lines at once keeps the average cost of a line low.
        if items.count > capacity + capacity / 5 { items.removeFirst(items.count - capacity) }
        guard var matches else { return }
        let oldest = items.first?.id ?? 0
        matches.removeAll { $0 < oldest }
        matches += added.filter { $0.id >= oldest && isWanted?($0) != false }.map(\.id)
        self.matches = matches
    }

    mutating func restrict(to isWanted: ((LogLine) -> Bool)?) {
        matches = isWanted.map { isWanted in items.filter(isWanted).map(\.id) }
    }
}
