extension Flint {
    /// The dependencies that an app supplies in the configuration closure of setup.
    ///
    /// A dependency that is left `nil` gets a default: a permission checker that supports no permission, user settings
    /// in memory, and no purchase tracker. With
    /// ``Flint/quickSetup(_:domains:initialDebugLogLevel:initialProductionLogLevel:briefLogging:configuration:)``,
    /// purchases and user settings default to files.
    public final class DependenciesConfig {
        /// The checker of system permissions.
        public var permissionChecker: (any SystemPermissionChecker)?
        /// The store of user settings.
        public var userFeatureToggles: (any UserFeatureToggles)?
        /// The tracker of purchases.
        public var purchaseTracker: (any PurchaseTracker)?
        /// The feature flag providers, in any order.
        public var featureFlagProviders: [any FeatureFlagProvider] = []
        /// The platform that platform requirements are checked against, or `nil` for the real one.
        public var platform: CurrentPlatform?
        /// Whether facts and the platform can be overridden, and purchases in a ``DebugPurchaseTracker``.
        ///
        /// Overrides are a development tool. The value is `true` by default if the framework is built with `DEBUG`
        /// defined, and `false` otherwise, so a leftover state file cannot unlock features in a shipped app. Refused
        /// overrides are neither loaded nor deleted, and an advisory reports them. The app's own transactions, user
        /// settings and flags are not overrides. Set the value to `true` in an app that ships the console in its
        /// release build.
        public var allowsOverrides = OverrideGate.isOpenByDefault

        init() {}
    }

    /// The dependencies that a runtime was set up with.
    ///
    /// They are the values of a ``DependenciesConfig``, with defaults in place of `nil`.
    public struct Dependencies {
        /// The checker of system permissions.
        public let permissionChecker: any SystemPermissionChecker
        /// The store of user settings.
        public let userFeatureToggles: any UserFeatureToggles
        /// The tracker of purchases, or `nil`, in which case every purchase is undetermined.
        public let purchaseTracker: (any PurchaseTracker)?
        package let featureFlags: FeatureFlags
        /// The platform that platform requirements are checked against, or `nil` for the real one.
        public let platform: CurrentPlatform?
        /// Whether facts, purchases and the platform can be overridden.
        public let allowsOverrides: Bool

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
