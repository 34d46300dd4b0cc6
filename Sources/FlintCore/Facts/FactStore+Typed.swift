import FeatureGating

// The facts of each kind with values of their own type, so that a permission's status cannot override a purchase.

extension FactStore {
    /// Whether a product is owned, or `nil` if it was never reported or overridden.
    package func purchase(_ productID: String) -> TypedFact<Truth>? {
        TypedFact(self[.purchase(productID: productID)], \.truth)
    }

    /// The status of a permission, or `nil` if it was never reported or overridden.
    package func permission(_ permission: SystemPermissionConstraint) -> TypedFact<SystemPermissionStatus>? {
        TypedFact(self[.permission(permission)], \.permissionStatus)
    }

    /// Whether the user has turned a feature on, or `nil` if it was never reported or overridden.
    package func userToggle(of feature: FeaturePath) -> TypedFact<Truth>? {
        TypedFact(self[.userToggle(feature: feature)], \.truth)
    }

    /// Whether the program has turned a feature on, or `nil` if it was never reported or overridden.
    package func runtimeSwitch(of feature: FeaturePath) -> TypedFact<Truth>? {
        TypedFact(self[.runtimeSwitch(feature: feature)], \.truth)
    }

    /// Whether a feature flag is on, or `nil` if it was never reported or overridden.
    package func featureFlag(_ key: FeatureKey) -> TypedFact<Truth>? {
        TypedFact(self[.featureFlag(key)], \.truth)
    }

    /// The platform and its version, or `nil` before setup.
    package var platform: TypedFact<CurrentPlatform>? {
        TypedFact(self[.platform], \.currentPlatform)
    }

    /// Overrides a product's status, or removes the override with `nil`.
    ///
    /// For the parameters see ``setOverride(_:for:reason:expiry:cause:)``.
    public func overridePurchase(
        _ productID: String, with status: Truth?, reason: String? = nil, expiry: OverrideExpiry? = nil,
        cause: Cause = .app
    ) {
        setOverride(
            status.map { .truth($0) }, for: .purchase(productID: productID), reason: reason, expiry: expiry,
            cause: cause)
    }

    /// Overrides a permission's status, or removes the override with `nil`.
    public func overridePermission(
        _ permission: SystemPermissionConstraint, with status: SystemPermissionStatus?, reason: String? = nil,
        expiry: OverrideExpiry? = nil, cause: Cause = .app
    ) {
        setOverride(
            status.map { .permission($0) }, for: .permission(permission), reason: reason, expiry: expiry, cause: cause)
    }

    /// Overrides the user's choice, or removes the override with `nil`.
    public func overrideUserToggle(
        of feature: FeaturePath, with isOn: Bool?, reason: String? = nil, expiry: OverrideExpiry? = nil,
        cause: Cause = .app
    ) {
        setOverride(
            isOn.map { .truth(Truth($0)) }, for: .userToggle(feature: feature), reason: reason, expiry: expiry,
            cause: cause)
    }

    /// Overrides a feature's `isEnabled`, or removes the override with `nil`.
    public func overrideRuntimeSwitch(
        of feature: FeaturePath, with isOn: Bool?, reason: String? = nil, expiry: OverrideExpiry? = nil,
        cause: Cause = .app
    ) {
        setOverride(
            isOn.map { .truth(Truth($0)) }, for: .runtimeSwitch(feature: feature), reason: reason, expiry: expiry,
            cause: cause)
    }

    /// Overrides a feature flag's value, or removes the override with `nil`.
    public func overrideFeatureFlag(
        _ key: FeatureKey, with isOn: Bool?, reason: String? = nil, expiry: OverrideExpiry? = nil,
        cause: Cause = .app
    ) {
        setOverride(
            isOn.map { .truth(Truth($0)) }, for: .featureFlag(key), reason: reason, expiry: expiry, cause: cause)
    }

    /// Has features believe that they run on another platform, or lets the real one stand again with `nil`.
    public func overridePlatform(
        with platform: CurrentPlatform?, reason: String? = nil, expiry: OverrideExpiry? = nil,
        cause: Cause = .app
    ) {
        setOverride(platform.map { .platform($0) }, for: .platform, reason: reason, expiry: expiry, cause: cause)
    }
}
