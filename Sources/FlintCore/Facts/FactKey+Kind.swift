extension FactKey {
    /// A sort of fact.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// Whether a product is owned.
        case purchase
        /// Whether earlier purchases have unlocked a feature.
        case pastPurchases = "past-purchases"
        /// The status of a system permission.
        case permission
        /// Whether the user has turned a feature on.
        case userToggle = "user-toggle"
        /// Whether the program has turned a feature on.
        case runtimeSwitch = "runtime-switch"
        /// Whether a feature flag is on.
        case featureFlag = "feature-flag"
        /// The platform and its version.
        case platform
    }

    /// The sort of fact.
    public var kind: Kind {
        switch self {
        case .purchase: .purchase
        case .pastPurchases: .pastPurchases
        case .permission: .permission
        case .userToggle: .userToggle
        case .runtimeSwitch: .runtimeSwitch
        case .featureFlag: .featureFlag
        case .platform: .platform
        }
    }
}
