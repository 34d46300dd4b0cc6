package import FeatureGating

/// A change of a fact with its effect on features.
public struct FactChange: Sendable {
    /// The two layers of a fact.
    public enum Layer: Sendable, Hashable {
        /// The actual value.
        case actual
        /// The override.
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
    /// The list is computed on access, because a change may reach thousands of features.
    public var availabilityChanges: [AvailabilityChange] { AvailabilityChange.list(verdicts, paths: paths) }

    /// Returns the first of the features whose availability changed, and how many there are in all.
    ///
    /// - Parameter limit: How many to return.
    /// - Returns: The first in the order of registration, and the number of all.
    package func availabilityChanges(first limit: Int) -> (changes: [AvailabilityChange], count: Int) {
        (AvailabilityChange.list(verdicts, paths: paths, limit: limit), verdicts.count)
    }
}
