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
        /// Whether facts and the platform can be overridden, and purchases in a ``DebugPurchaseTracker``.
        ///
        /// Overrides are a tool for development, so this is true where the framework is built with `DEBUG` defined,
        /// and false otherwise: a state file that lies around unlocks nothing in a shipped app. Refused overrides
        /// are neither loaded nor deleted, and an advisory reports them. The app's own transactions, toggles and
        /// flags are no overrides. An app with the console in its release build sets it to true.
        public var allowsOverrides = OverrideGate.isOpenByDefault

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
        package let featureFlags: FeatureFlags
        /// The platform to decide for, or `nil` for the real one.
        public let platform: CurrentPlatform?
        /// Whether facts, purchases and the platform can be overridden.
        public let allowsOverrides: Bool

        /// Fills the gaps of a configuration.
        init(_ config: DependenciesConfig = DependenciesConfig()) {
            permissionChecker = config.permissionChecker ?? DefaultPermissionChecker(adapters: [])
            userFeatureToggles = config.userFeatureToggles ?? StoredFeatureToggles()
            purchaseTracker = config.purchaseTracker
            featureFlags = FeatureFlags(config.featureFlagProviders)
            platform = config.platform
            allowsOverrides = config.allowsOverrides
        }
    }
}
