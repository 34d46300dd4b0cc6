public import FeatureGating

/// The availability of one feature before and after something.
public struct AvailabilityChange: Hashable, Sendable {
    /// The feature's path.
    public let feature: FeaturePath
    /// Its availability before.
    public let before: Truth
    /// Its availability afterwards.
    public let after: Truth
}
