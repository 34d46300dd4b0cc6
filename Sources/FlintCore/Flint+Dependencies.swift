// SPDX-License-Identifier: MIT

extension Flint {
    /// The dependencies that an app supplies in setup's configuration closure.
    ///
    /// A dependency that is left `nil` gets a default: a permission checker that does not support any permissions,
    /// in-memory user settings, and no purchase tracker. With
    /// ``Flint/quickSetup(_:domains:initialDebugLogLevel:initialProductionLogLevel:briefLogging:configuration:)``,
    /// purchases and user settings are stored in files by default.
    public final class DependenciesConfig {
        /// The checker that reads and requests system permissions.
        public var permissionChecker: (any SystemPermissionChecker)?
        /// The store of user settings, which turn features on or off.
        public var userFeatureToggles: (any UserFeatureToggles)?
        /// The tracker that knows the user's purchases.
        public var purchaseTracker: (any PurchaseTracker)?
        /// The feature flag providers, in any order.
        ///
        /// Among providers with the same priority, the first one takes precedence.
        public var featureFlagProviders: [any FeatureFlagProvider] = []
        /// The platform that platform requirements are checked against, or `nil` for the real one.
        public var platform: CurrentPlatform?
        /// Whether facts, the platform, and the purchases of a ``DebugPurchaseTracker`` can be overridden.
        ///
        /// Overrides are a development tool. The value is `true` by default if the framework is built with `DEBUG`
        /// defined, and `false` otherwise, so a leftover state file cannot unlock features in a shipped app. Refused
        /// overrides are neither loaded nor deleted, and an advisory reports them. Transactions, user settings and
        /// flags that the app sets are not overrides. Set the value to `true` in an app that ships the console in its
        /// release build.
        public var allowsOverrides = OverrideGate.isOpenByDefault

        /// The app's own texts for refusals, or `nil` to use only the framework's texts.
        ///
        /// The app's texts take precedence over the framework's.
        public var refusalCatalog: RefusalCatalog?

        /// A closure that returns the store's listing of a product, such as its price.
        ///
        /// Refusals and plans never contain a product that the store does not sell, and
        /// ``Flint/purchases(toUnlock:platforms:in:)`` orders purchases by the prices. The closure should answer
        /// quickly, from memory, and can be called on any thread. If the property is `nil`, every product counts as
        /// sold at an unknown price.
        public var productListing: (@Sendable (Product) -> ProductListing)?

        var factSources: [FactDescription: AppFactSource] = [:]
        var adoptedFlags: [AdoptedFlags] = []

        init() {}

        /// Reads one of the app's own facts from a closure whenever a decision depends on it.
        ///
        /// The closure should answer quickly, from memory. To update user interfaces after a change, call
        /// ``Flint/factChanged(_:)``.
        ///
        /// - Parameters:
        ///   - fact: The fact. A later source for the same fact replaces an earlier one.
        ///   - read: A closure that returns the value, or `nil` if it is unknown. It can be called on any thread.
        public func setSource<Value>(of fact: AppFact<Value>, _ read: @escaping @Sendable () -> Value?) {
            factSources[fact.description] = .reads(fact.description) { read()?.factValue }
        }

        /// Asks a service for the value of one of the app's own facts.
        ///
        /// - Parameters:
        ///   - fact: The fact. A later source for the same fact replaces an earlier one.
        ///   - source: The source.
        public func setSource<Value>(of fact: AppFact<Value>, _ source: AsyncFactSource<Value>) {
            factSources[fact.description] = .asks(FactQuestion(about: fact, source))
        }
    }

    /// The dependencies that a runtime was set up with.
    ///
    /// Setup creates this value from a ``DependenciesConfig``, replacing `nil` with defaults.
    public struct Dependencies {
        /// The checker that reads and requests system permissions.
        public let permissionChecker: any SystemPermissionChecker
        /// The store of user settings, which turn features on or off.
        public let userFeatureToggles: any UserFeatureToggles
        /// The tracker that knows the user's purchases.
        ///
        /// If the value is `nil`, every purchase is undetermined.
        public let purchaseTracker: (any PurchaseTracker)?
        package let featureFlags: FeatureFlags
        /// The platform that platform requirements are checked against, or `nil` for the real one.
        public let platform: CurrentPlatform?
        /// Whether facts, purchases and the platform can be overridden.
        public let allowsOverrides: Bool
        let factSources: [FactDescription: AppFactSource]
        let adoptedFlags: [AdoptedFlags]
        let refusalCatalog: RefusalCatalog?
        let productListing: (@Sendable (Product) -> ProductListing)?

        init(_ config: DependenciesConfig = DependenciesConfig()) {
            permissionChecker = config.permissionChecker ?? DefaultPermissionChecker(adapters: [])
            userFeatureToggles = config.userFeatureToggles ?? StoredFeatureToggles()
            purchaseTracker = config.purchaseTracker
            adoptedFlags = config.adoptedFlags
            refusalCatalog = config.refusalCatalog
            productListing = config.productListing
            let stores = config.allowsOverrides ? [] : adoptedFlags.flatMap(\.stores).map(\.provider)
            featureFlags = FeatureFlags(config.featureFlagProviders + stores + adoptedFlags.flatMap(\.providers))
            platform = config.platform
            allowsOverrides = config.allowsOverrides
            factSources = config.factSources
        }
    }
}
