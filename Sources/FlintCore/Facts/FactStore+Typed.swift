import FeatureGating

// Overrides of each kind of fact with values of its own type, so that a permission's status cannot override a purchase.

extension FactStore {
    /// Overrides a product's status, or removes the override with `nil`.
    ///
    /// - Parameters:
    ///   - productID: The product.
    ///   - status: What features see, or `nil` for the actual value.
    ///   - reason: The reason, as the caller gives it.
    ///   - expiry: When the override expires; `nil` for an override that stays until it is removed.
    ///   - cause: Who is behind the change.
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
