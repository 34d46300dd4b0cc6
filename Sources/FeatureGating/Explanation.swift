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
package struct Explanation<Key: Hashable & Sendable>: Sendable {
    /// What a row describes.
    package enum Kind: Hashable, Sendable {
        /// The heading of parts that must all hold.
        case all
        /// The heading of parts one of which must hold.
        case any
        /// A fact.
        case fact(Key)
    }

    /// One part of the requirement.
    package struct Row: Hashable, Sendable {
        /// What the row describes.
        package let kind: Kind
        /// The value of this part.
        package let truth: Truth
        /// How far to indent: zero at the outside, one more below each heading.
        package let depth: Int
        /// Whether the part blocks: it is not true, and neither is anything it is a part of.
        ///
        /// The parts of an alternative that is met by another part do not block.
        package let isBlocking: Bool
        /// The index of the row above under which the part is shown in full, if that is another row, because the
        /// requirement has the part in several places.
        package let original: Int?

        /// Creates a row.
        ///
        /// - Parameters:
        ///   - kind: What the row describes.
        ///   - truth: The value of this part.
        ///   - depth: How far to indent.
        ///   - isBlocking: Whether the part blocks.
        ///   - original: The index of the row under which the part is shown in full, if that is another row.
        package init(kind: Kind, truth: Truth, depth: Int, isBlocking: Bool, original: Int? = nil) {
            self.kind = kind
            self.truth = truth
            self.depth = depth
            self.isBlocking = isBlocking
            self.original = original
        }
    }

    /// The value of the whole requirement.
    package let verdict: Truth
    /// The parts in reading order.
    ///
    /// A conjunction on the outside has no heading, nor has a group with a single part. An empty alternative, which
    /// nothing can meet, shows as a heading with nothing below it, and so does, among alternatives, an empty conjunction,
    /// which is met by itself. A part that is used in several places is shown in full in the first of them, and as its
    /// heading in the rest.
    package let rows: [Row]
    /// The index of the row to name first: of the facts that give the requirement its value, the first one.
    ///
    /// In a conjunction that is false it is a false part, even if an unknown one is read before it. It is nil if the
    /// requirement is met, and if what decides is an empty alternative.
    package let firstBlocking: Int?

    // Features are explained in terms of numbers, for which there is a version that is several times as fast.
    /// Explains a requirement.
    ///
    /// - Parameters:
    ///   - requirement: The condition.
    ///   - truth: The value of a fact; called for every fact mentioned.
    @_specialize(where Key == FactID)
    package init(_ requirement: Requirement<Key>, truth: (Key) -> Truth) {
        var writer = ExplanationWriter<Key>()
        let root = writer.write(requirement, truth: truth)
        rows = writer.rows()
        verdict = root.truth
        firstBlocking = root.truth == .true ? nil : root.decidingRow
    }
}
