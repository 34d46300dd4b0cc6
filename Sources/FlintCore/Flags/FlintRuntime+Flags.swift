extension FlintRuntime {
    /// What the providers say of every flag that a feature requires or a provider lists, in order of the keys.
    public var flags: [FlagResolution] {
        let flags = dependencies.featureFlags
        let required = features.flatMap(\.constraints.featureFlags)
        return bind {
            Set(required + flags.knownFeatures).sorted { $0.rawValue < $1.rawValue }.map(flags.resolve)
        }
    }

    /// What the providers say of one flag, whether or not anything requires it.
    public func resolution(of flag: FeatureKey) -> FlagResolution {
        bind { dependencies.featureFlags.resolve(flag) }
    }

    /// Asks the providers again, after one has changed that cannot announce it itself.
    ///
    /// - Parameter keys: The flags that may have changed, or `nil` if that could be any.
    public func featureFlagsChanged(_ keys: [FeatureKey]? = nil) {
        sources?.featureFlagsDidChange(keys, cause: .app)
    }
}

extension Flint {
    /// Asks the providers again, after one has changed that cannot announce it itself.
    ///
    /// - Parameter keys: The flags that may have changed, or `nil` if that could be any.
    public static func featureFlagsChanged(_ keys: [FeatureKey]? = nil) {
        FlintRuntime.current.featureFlagsChanged(keys)
    }
}
