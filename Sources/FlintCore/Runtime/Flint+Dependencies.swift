extension Flint {
    /// What a runtime can be set up with; whatever is left `nil` gets a default.
    public final class DependenciesConfig {
        /// Knows what the system permits.
        public var permissionChecker: (any SystemPermissionChecker)?
        /// Knows what the user has turned on and off.
        public var userFeatureToggles: (any UserFeatureToggles)?
        /// Knows what has been purchased.
        public var purchaseTracker: (any PurchaseTracker)?
        /// Know which feature flags are on.
        public var featureFlagProviders: [any FeatureFlagProvider] = []
        /// The platform to decide for, in place of the real one.
        public var platform: CurrentPlatform?

        init() {}
    }

    /// What a runtime was set up with.
    public struct Dependencies {
        /// Knows what the system permits.
        public let permissionChecker: any SystemPermissionChecker
        /// Knows what the user has turned on and off.
        public let userFeatureToggles: any UserFeatureToggles
        /// Knows what has been purchased; without one, every purchase is unknown.
        public let purchaseTracker: (any PurchaseTracker)?
        /// Knows which feature flags are on.
        public let featureFlags: FeatureFlags
        /// The platform to decide for, or `nil` for the real one.
        public let platform: CurrentPlatform?

        /// Fills the gaps of a configuration.
        init(_ config: DependenciesConfig = DependenciesConfig()) {
            permissionChecker = config.permissionChecker ?? DefaultPermissionChecker(adapters: [])
            userFeatureToggles = config.userFeatureToggles ?? StoredFeatureToggles()
            purchaseTracker = config.purchaseTracker
            featureFlags = FeatureFlags(config.featureFlagProviders)
            platform = config.platform
        }
    }
}
