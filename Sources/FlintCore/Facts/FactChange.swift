package import FeatureGating

/// One change of a fact, and what it did to features.
public struct FactChange: Sendable {
    /// Which of a fact's two layers changed.
    public enum Layer: Sendable, Hashable {
        /// What really holds.
        case actual
        /// What is laid over it.
        case override
    }

    /// The fact.
    public let key: FactKey
    /// The layer that changed.
    public let layer: Layer
    /// The fact before; `nil` if nothing was known of it.
    public let before: Fact?
    /// The fact afterwards.
    public let after: Fact
    /// Who is behind the change.
    public let cause: Cause
    /// The features whose availability changed, by node.
    package let verdicts: [VerdictChange]
    let paths: [FeaturePath]

    /// The features whose availability changed with it, in the order of registration.
    ///
    /// The list is made when it is asked for, because a change may reach thousands of features that nobody asks about.
    public var availabilityChanges: [AvailabilityChange] { AvailabilityChange.list(verdicts, paths: paths) }

    /// Returns the first of the features whose availability changed, and how many there are in all.
    ///
    /// - Parameter limit: How many to return.
    /// - Returns: The first in the order of registration, and the number of all.
    package func availabilityChanges(first limit: Int) -> (changes: [AvailabilityChange], count: Int) {
        (AvailabilityChange.list(verdicts, paths: paths, limit: limit), verdicts.count)
    }
}
