/// Writes the rows of an explanation, each part that is used in several places once.
struct ExplanationWriter<Key: Hashable & Sendable> {
    typealias Row = Explanation<Key>.Row

    /// What is known of a part once its rows are written.
    struct Part {
        fileprivate(set) var truth: Truth
        /// By the value of a truth, the row that gives the first part inside with that value its value.
        private var rows: SIMD4<Int32>

        private static var noPart: Int32 { -1 }
        private static var noRow: Int32 { -2 }

        /// Creates a part with a value and the row of its own that it has it from.
        fileprivate init(_ truth: Truth, row: Int?) {
            self.truth = truth
            rows = SIMD4(repeating: Self.noPart)
            if let row { rows[Int(truth.rawValue)] = Int32(row) }
        }

        /// The row of the first fact that gives the part its value; `nil` if that is an empty group.
        var decidingRow: Int? {
            let row = rows[Int(truth.rawValue)]
            return row < 0 ? nil : Int(row)
        }

        /// Takes a part of the group into account.
        fileprivate mutating func add(_ part: Part, isConjunction: Bool) {
            truth = isConjunction ? truth && part.truth : truth || part.truth
            let value = Int(part.truth.rawValue)
            if rows[value] == Self.noPart { rows[value] = part.decidingRow.map { Int32($0) } ?? Self.noRow }
        }
    }

    /// A row before it is known whether it blocks.
    private struct Line {
        let kind: Explanation<Key>.Kind
        var truth = Truth.false
        let depth: Int
        /// The heading the row is under.
        let heading: Int?
        /// The row behind the last one under it.
        var end: Int
        /// The heading under which the part is shown in full, if that is another row.
        var original: Int?
    }

    /// A group whose parts are being written.
    private struct OpenGroup {
        let group: RequirementGroup<Key>
        let isOutermost: Bool
        /// The heading of its parts, which is its own if it has one.
        let heading: Int?
        let hasHeading: Bool
        let depth: Int
        var next = 0
        var part: Part
    }

    private var lines: [Line] = []
    private var open: [OpenGroup] = []
    /// The groups that have been written, with their headings.
    private var written: [ObjectIdentifier: (part: Part, heading: Int)] = [:]

    /// Writes a requirement and returns what is known of it.
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

    /// Writes what comes before a group's parts; returns the part if nothing more has to be written of it.
    private mutating func begin(
        _ requirement: Requirement<Key>, depth: Int, isOutermost: Bool, heading: Int?, truth: (Key) -> Truth
    ) -> Part? {
        let row = lines.count
        switch requirement.storage {
        case .fact(let key):
            let value = truth(key)
            lines.append(Line(kind: .fact(key), truth: value, depth: depth, heading: heading, end: row + 1))
            return Part(value, row: row)
        case .empty(let isConjunction):
            let isAmongAlternatives = heading.map { lines[$0].kind == .any } ?? false
            if !isConjunction || isAmongAlternatives {
                lines.append(
                    Line(
                        kind: isConjunction ? .all : .any, truth: Truth(isConjunction), depth: depth, heading: heading,
                        end: row + 1))
            }
            return Part(Truth(isConjunction), row: nil)
        case .group(let group):
            let kind: Explanation<Key>.Kind = group.isConjunction ? .all : .any
            if let (part, original) = written[ObjectIdentifier(group)] {
                lines.append(
                    Line(
                        kind: kind, truth: part.truth, depth: depth, heading: heading, end: row + 1,
                        original: original))
                return part
            }
            let hasHeading = group.parts.count > 1 && !(group.isConjunction && isOutermost)
            if hasHeading { lines.append(Line(kind: kind, depth: depth, heading: heading, end: row)) }
            open.append(
                OpenGroup(
                    group: group, isOutermost: isOutermost, heading: hasHeading ? row : heading, hasHeading: hasHeading,
                    depth: depth + (hasHeading ? 1 : 0), part: Part(Truth(group.isConjunction), row: nil)))
            return nil
        }
    }

    /// Finishes the innermost group.
    private mutating func end() -> Part {
        let done = open.removeLast()
        if done.hasHeading, let heading = done.heading {
            lines[heading].truth = done.part.truth
            lines[heading].end = lines.count
            written[ObjectIdentifier(done.group)] = (done.part, heading)
        }
        return done.part
    }

    /// The rows.
    ///
    /// A row blocks if it is not met, and nothing it is under is; of a part in several places, if that is so in one.
    func rows() -> [Row] {
        var blocks = lines.map { _ in false }
        var originals: [Int] = []
        func update(_ range: Range<Int>) {
            for row in range where !blocks[row] && lines[row].truth != .true {
                guard lines[row].heading.map({ blocks[$0] }) ?? true else { continue }
                blocks[row] = true
                if let original = lines[row].original { originals.append(original) }
            }
        }
        update(lines.indices)
        while let original = originals.popLast() {
            guard !blocks[original] else { continue }
            blocks[original] = true
            update(original + 1..<lines[original].end)
        }
        return zip(lines, blocks).map { line, isBlocking in
            Row(
                kind: line.kind, truth: line.truth, depth: line.depth, isBlocking: isBlocking,
                original: line.original)
        }
    }
}
