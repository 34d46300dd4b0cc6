/// Why a requirement has the value it has: its parts in reading order, each with its own value.
///
/// ```swift
/// let explanation = Explanation(
///     Requirement.all([.fact("iOS"), .any([.fact("monthly"), .fact("yearly")])]),
///     truth: { $0 == "iOS" ? .true : .false })
/// // iOS          true   depth 0
/// // any of       false  depth 0  blocking
/// //   monthly    false  depth 1  blocking   <- firstBlocking
/// //   yearly     false  depth 1  blocking
/// ```
public struct Explanation<Key: Hashable & Sendable>: Sendable {
    /// What a row stands for.
    public enum Kind: Hashable, Sendable {
        /// The heading of parts that must all hold.
        case all
        /// The heading of parts one of which must hold.
        case any
        /// A fact.
        case fact(Key)
    }

    /// One part of the requirement.
    public struct Row: Hashable, Sendable {
        /// What the row stands for.
        public let kind: Kind
        /// The value of this part.
        public let truth: Truth
        /// How far to indent: zero at the outside, one more below each heading.
        public let depth: Int
        /// Whether the part stands in the way: it is not true, and neither is anything it is a part of.
        ///
        /// The parts of an alternative that is met by another part do not block.
        public let isBlocking: Bool

        /// Creates a row.
        ///
        /// - Parameters:
        ///   - kind: What the row stands for.
        ///   - truth: The value of this part.
        ///   - depth: How far to indent.
        ///   - isBlocking: Whether the part stands in the way.
        public init(kind: Kind, truth: Truth, depth: Int, isBlocking: Bool) {
            self.kind = kind
            self.truth = truth
            self.depth = depth
            self.isBlocking = isBlocking
        }
    }

    /// The value of the whole requirement.
    public let verdict: Truth
    /// The parts in reading order.
    ///
    /// A conjunction on the outside has no heading, nor has a group with a single part. An empty alternative,
    /// which nothing can meet, shows as a heading with nothing below it.
    public let rows: [Row]
    /// The index of the row to name first: of the facts that give the requirement its value, the first one.
    ///
    /// In a conjunction that is false it is a false part, even if an unknown one is read before it. It is nil if the
    /// requirement is met, and if what decides is an empty alternative.
    public let firstBlocking: Int?

    /// Explains a requirement.
    ///
    /// - Parameters:
    ///   - requirement: The condition.
    ///   - truth: The value of a fact, asked for every fact mentioned.
    public init(_ requirement: Requirement<Key>, truth: (Key) -> Truth) {
        var rows: [Row] = []
        let root = Self.append(requirement, to: &rows, at: Place(depth: 0, isOutermost: true), truth: truth)
        self.rows = rows
        verdict = root.truth
        firstBlocking = root.truth == .true ? nil : root.decidingRow
    }

    /// Where a part is written.
    private struct Place {
        let depth: Int
        let isOutermost: Bool
    }

    /// What is known of a part once its rows are written.
    private struct Part {
        let truth: Truth
        /// The row of the first fact that gives the part its value.
        let decidingRow: Int?
    }

    /// Writes the rows of a part, as if nothing around it were met; what is around it corrects them if it is.
    private static func append(
        _ requirement: Requirement<Key>, to rows: inout [Row], at place: Place, truth: (Key) -> Truth
    ) -> Part {
        let kind: Kind
        let parts: [Requirement<Key>]
        switch requirement {
        case .fact(let key):
            let value = truth(key)
            rows.append(Row(kind: .fact(key), truth: value, depth: place.depth, isBlocking: value != .true))
            return Part(truth: value, decidingRow: rows.count - 1)
        case .all(let children):
            (kind, parts) = (.all, children)
        case .any(let children):
            (kind, parts) = (.any, children)
        }

        let isAll = kind == .all
        let hasHeading = parts.isEmpty ? !isAll : parts.count > 1 && !(isAll && place.isOutermost)
        let heading = rows.count
        if hasHeading { rows.append(Row(kind: kind, truth: .false, depth: place.depth, isBlocking: true)) }
        let inner = Place(
            depth: place.depth + (hasHeading ? 1 : 0), isOutermost: place.isOutermost && parts.count == 1)
        let written = parts.map { append($0, to: &rows, at: inner, truth: truth) }
        let value = written.reduce(isAll ? Truth.true : .false) { isAll ? $0 && $1.truth : $0 || $1.truth }

        if hasHeading {
            rows[heading] = Row(kind: kind, truth: value, depth: place.depth, isBlocking: value != .true)
        }
        if value == .true {
            for index in heading..<rows.count { rows[index] = rows[index].unblocked }
        }
        return Part(truth: value, decidingRow: written.first { $0.truth == value }?.decidingRow)
    }
}

extension Explanation.Row {
    /// The same row, standing in nobody's way.
    fileprivate var unblocked: Self {
        Self(kind: kind, truth: truth, depth: depth, isBlocking: false)
    }
}
