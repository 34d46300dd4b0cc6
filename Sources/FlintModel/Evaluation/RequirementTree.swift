// SPDX-License-Identifier: MIT

/// The rows of an explanation as a tree, in which a heading contains the deeper rows that follow it.
///
/// A row is identified by its index. A heading that repeats an earlier group has that group as its only part. Rows can
/// come from untrusted files. Traversal is therefore not recursive, and reads each row only once, even if several
/// headings repeat its group.
package struct RequirementTree {
    package let rows: [RequirementState]
    private(set) var outermost: [Int] = []
    let parts: [[Int]]
    /// All rows, each after its parts.
    private let order: [Int]

    package init(_ rows: [RequirementState]) {
        self.rows = rows
        var parts = rows.map { _ in [Int]() }
        var order: [Int] = []
        var open: [Int] = []
        var groups: [String: Int] = [:]
        for (index, row) in rows.enumerated() {
            // A row that is not deeper closes the headings above it.
            while let heading = open.last, rows[heading].depth >= row.depth {
                order.append(open.removeLast())
                // A group becomes known when it is closed, so a file cannot make a group contain itself.
                if let group = rows[heading].key, groups[group] == nil { groups[group] = heading }
            }
            if let heading = open.last { parts[heading].append(index) } else { outermost.append(index) }
            let group = row.isHeading ? row.key.flatMap { groups[$0] } : nil
            if let group { parts[index] = [group] }
            if row.isHeading, group == nil { open.append(index) } else { order.append(index) }
        }
        self.parts = parts
        self.order = order + open.reversed()
    }

    /// Computes a value for each row from the values of its parts, and returns the values of the outermost rows.
    package func fold<Value>(_ value: (_ row: RequirementState, _ parts: [Value]) -> Value) -> [Value] {
        var values: [Value?] = rows.map { _ in nil }
        for index in order { values[index] = value(rows[index], parts[index].compactMap { values[$0] }) }
        return outermost.compactMap { values[$0] }
    }

    /// Returns the included rows whose headings are also included, in reading order.
    ///
    /// If a row is passed, only the row and its parts are searched.
    package func search(from start: Int? = nil, _ isIncluded: (RequirementState) -> Bool) -> [Int] {
        var found: Set<Int> = []
        var open = start.map { [$0] } ?? outermost
        while let index = open.popLast() {
            // A group that several headings repeat is searched once, which keeps a hostile file from branching
            // exponentially.
            if isIncluded(rows[index]), found.insert(index).inserted { open += parts[index] }
        }
        return found.sorted()
    }
}
