extension FlintRuntime {
    /// What the providers' value is of every flag that a feature requires or a provider lists, in order of the keys.
    public var flags: [FlagResolution] {
        let flags = dependencies.featureFlags
        let required = catalog.declarations.flagged.keys
        return bind {
            Set(flags.knownFeatures).union(required).sorted { $0.rawValue < $1.rawValue }.map(flags.resolve)
        }
    }

    /// What the providers' value is of one flag, whether or not anything requires it.
    public func resolution(of flag: FeatureKey) -> FlagResolution {
        bind { dependencies.featureFlags.resolve(flag) }
    }
}
