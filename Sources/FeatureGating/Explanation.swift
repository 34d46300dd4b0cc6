// SPDX-License-Identifier: MIT

/// An explanation of a requirement's value: the requirement's parts in reading order, each with its own value.
///
/// Each row is a fact or the heading of a group. The parts of a group follow its heading with a greater depth.
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
    package enum Kind: Hashable, Sendable {
        case all
        case any
        case fact(Key)
    }

    package struct Row: Hashable, Sendable {
        package let kind: Kind
        package let truth: Truth
        package let depth: Int
        /// Whether the part blocks the requirement.
        ///
        /// A part blocks if it is not true and no heading above it is true. Unmet alternatives therefore do not block
        /// if another alternative is met.
        package let isBlocking: Bool
        /// The index of the earlier row that shows the same part in full, if several groups share the part.
        package let firstOccurrence: Int?

        package init(kind: Kind, truth: Truth, depth: Int, isBlocking: Bool, firstOccurrence: Int? = nil) {
            self.kind = kind
            self.truth = truth
            self.depth = depth
            self.isBlocking = isBlocking
            self.firstOccurrence = firstOccurrence
        }
    }

    package let verdict: Truth
    /// The parts in reading order.
    ///
    /// An outermost conjunction has no heading, and neither does a group with a single part. An empty alternative,
    /// which cannot be met, appears as a heading without parts. An empty conjunction, which is always met, appears the
    /// same way among alternatives. A shared part appears in full in its first place and as a heading in the others.
    package let rows: [Row]
    /// The index of the first fact that makes the requirement false or unknown.
    ///
    /// In a false conjunction, it is the first false fact, even if an unknown fact precedes it. It is `nil` if the
    /// requirement is met or if an empty alternative decides it.
    package let firstBlocking: Int?

    // Features are explained over fact numbers, and the specialization is several times as fast as generic code.
    @_specialize(where Key == FactID)
    package init(_ requirement: Requirement<Key>, truth: (Key) -> Truth) {
        var writer = ExplanationWriter<Key>()
        let root = writer.write(requirement, truth: truth)
        rows = writer.rows()
        verdict = root.truth
        firstBlocking = root.truth == .true ? nil : root.decidingRow
    }
}
