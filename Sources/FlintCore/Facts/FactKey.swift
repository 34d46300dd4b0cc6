/// The identity of one thing that availability can depend on.
public enum FactKey: Hashable, Sendable, Codable {
    /// Whether a product is owned.
    case purchase(productID: String)
    /// Whether earlier purchases, such as credits already spent, have unlocked a feature.
    case pastPurchases(feature: FeaturePath)
    /// The status of a system permission.
    case permission(SystemPermissionConstraint)
    /// Whether the user has turned a feature on.
    case userToggle(feature: FeaturePath)
    /// Whether the program has turned a feature on.
    case runtimeSwitch(feature: FeaturePath)
    /// Whether a feature flag is on.
    case featureFlag(FeatureKey)
    /// The platform and its version.
    case platform
}
