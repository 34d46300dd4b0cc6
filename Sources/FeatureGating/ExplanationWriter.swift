// SPDX-License-Identifier: MIT

/// A writer for the rows of an ``Explanation``.
///
/// The writer works iteratively, so a deeply nested requirement cannot overflow the stack. It writes a shared part in
/// full once and refers to that row in all other places. Create a writer for each explanation, call ``write(_:truth:)``
/// once, and then read ``rows()``.
struct ExplanationWriter<Key: Hashable & Sendable> {
    typealias Row = Explanation<Key>.Row

    struct Part {
        fileprivate(set) var truth: Truth
        /// The row of the first inner part with each truth value, indexed by the raw value of ``Truth``.
        private var decidingRows: SIMD4<Int32>

        private static var noPart: Int32 { -1 }
        private static var noRow: Int32 { -2 }

        fileprivate init(_ truth: Truth, row: Int?) {
            self.truth = truth
            decidingRows = SIMD4(repeating: Self.noPart)
            if let row { decidingRows[Int(truth.rawValue)] = Int32(row) }
        }

        /// The row of the first fact that gives the part its value, or `nil` if an empty group decides it.
        var decidingRow: Int? {
            let row = decidingRows[Int(truth.rawValue)]
            return row < 0 ? nil : Int(row)
        }

        fileprivate mutating func add(_ part: Part, isConjunction: Bool) {
            truth = isConjunction ? truth && part.truth : truth || part.truth
            let value = Int(part.truth.rawValue)
            // `noRow` marks a value that an empty group gave first, so that a later fact does not claim it.
            if decidingRows[value] == Self.noPart {
                decidingRows[value] = part.decidingRow.map { Int32($0) } ?? Self.noRow
            }
        }
    }

    private struct PendingRow {
        let kind: Explanation<Key>.Kind
        var truth = Truth.false
        let depth: Int
        let heading: Int?
        /// The index after the last row below this row, if this row is a heading.
        var end = 0
        /// The index of the heading that shows the same part in full, if this row is not that heading.
        var firstOccurrence: Int?
    }

    private struct OpenGroup {
        let group: RequirementGroup<Key>
        let isOutermost: Bool
        /// The heading for the group's parts: the group's own heading, or an outer one if the group has no heading.
        let heading: Int?
        let hasHeading: Bool
        let depth: Int
        var next = 0
        var part: Part
    }

    private var lines: [PendingRow] = []
    private var open: [OpenGroup] = []
    private var written: [ObjectIdentifier: (part: Part, heading: Int)] = [:]

    mutating func write(_ requirement: Requirement<Key>, truth: (Key) -> Truth) -> Part {
        if let part = begin(requirement, depth: 0, isOutermost: true, heading: nil, truth: truth) { return part }
        while true {
            let last = open.count - 1
            let current = open[last]
            guard current.next < current.group.parts.count else {
                let part = end()
                if last == 0 { return part }
                open[last - 1].part.add(part, isConjunction: open[last - 1].group.isConjunction)
                continue
            }
            open[last].next += 1
            let part = begin(
                current.group.parts[current.next], depth: current.depth,
                isOutermost: current.isOutermost && current.group.parts.count == 1, heading: current.heading,
                truth: truth)
            if let part { open[last].part.add(part, isConjunction: current.group.isConjunction) }
        }
    }

    /// Begins writing a part, and returns `nil` for a group that stays open until its own parts are written.
    private mutating func begin(
        _ requirement: Requirement<Key>, depth: Int, isOutermost: Bool, heading: Int?, truth: (Key) -> Truth
    ) -> Part? {
        let row = lines.count
        switch requirement.storage {
        case .fact(let key):
            let value = truth(key)
            lines.append(PendingRow(kind: .fact(key), truth: value, depth: depth, heading: heading))
            return Part(value, row: row)
        case .empty(let isConjunction):
            // An empty conjunction is shown only among alternatives, because it meets their group.
            let isAmongAlternatives = heading.map { lines[$0].kind == .any } ?? false
            if !isConjunction || isAmongAlternatives {
                lines.append(
                    PendingRow(
                        kind: isConjunction ? .all : .any, truth: Truth(isConjunction), depth: depth, heading: heading))
            }
            return Part(Truth(isConjunction), row: nil)
        case .group(let group):
            let kind: Explanation<Key>.Kind = group.isConjunction ? .all : .any
            if let (part, firstOccurrence) = written[ObjectIdentifier(group)] {
                lines.append(
                    PendingRow(
                        kind: kind, truth: part.truth, depth: depth, heading: heading, firstOccurrence: firstOccurrence)
                )
                return part
            }
            let hasHeading = group.parts.count > 1 && !(group.isConjunction && isOutermost)
            if hasHeading { lines.append(PendingRow(kind: kind, depth: depth, heading: heading)) }
            open.append(
                OpenGroup(
                    group: group, isOutermost: isOutermost, heading: hasHeading ? row : heading, hasHeading: hasHeading,
                    depth: depth + (hasHeading ? 1 : 0), part: Part(Truth(group.isConjunction), row: nil)))
            return nil
        }
    }

    private mutating func end() -> Part {
        let done = open.removeLast()
        if done.hasHeading, let heading = done.heading {
            lines[heading].truth = done.part.truth
            lines[heading].end = lines.count
            // Only a group with a heading can be referred to. A shared group without one is written again in each
            // place.
            written[ObjectIdentifier(done.group)] = (done.part, heading)
        }
        return done.part
    }

    /// Returns the rows, with `isBlocking` set.
    ///
    /// A row blocks if it is not true and every heading above it blocks. A shared part blocks if it blocks in at least
    /// one place.
    func rows() -> [Row] {
        var blocks = lines.map { _ in false }
        var originals: [Int] = []
        func update(_ range: Range<Int>) {
            for row in range where !blocks[row] && lines[row].truth != .true {
                guard lines[row].heading.map({ blocks[$0] }) ?? true else { continue }
                blocks[row] = true
                if let firstOccurrence = lines[row].firstOccurrence { originals.append(firstOccurrence) }
            }
        }
        update(lines.indices)
        while let firstOccurrence = originals.popLast() {
            guard !blocks[firstOccurrence] else { continue }
            blocks[firstOccurrence] = true
            // The rows below the first place were skipped while their heading did not block.
            update(firstOccurrence + 1..<lines[firstOccurrence].end)
        }
        return zip(lines, blocks).map { line, isBlocking in
            Row(
                kind: line.kind, truth: line.truth, depth: line.depth, isBlocking: isBlocking,
                firstOccurrence: line.firstOccurrence)
        }
    }
}
