// SPDX-License-Identifier: MIT

import FeatureGating

// These methods accept only values of the fact's type, so a permission's status cannot override a purchase.

extension FactStore {
    /// Overrides a product's purchase status, or removes the override.
    ///
    /// - Parameters:
    ///   - productID: The identifier of the product.
    ///   - status: The status that features see, or `nil` to restore the actual value.
    ///   - reason: The reason for the override.
    ///   - expiry: The end of the override, or `nil` for an override that stays until it is removed.
    ///   - cause: The initiator of the change.
    public func overridePurchase(
        _ productID: String, with status: Truth?, reason: String? = nil, expiry: OverrideExpiry? = nil,
        cause: Cause = .app
    ) {
        setOverride(
            status.map { .truth($0) }, for: .purchase(productID: productID), reason: reason, expiry: expiry,
            cause: cause)
    }

    /// Overrides a permission's status, or removes the override if the status is `nil`.
    public func overridePermission(
        _ permission: SystemPermissionConstraint, with status: SystemPermissionStatus?, reason: String? = nil,
        expiry: OverrideExpiry? = nil, cause: Cause = .app
    ) {
        setOverride(
            status.map { .permission($0) }, for: .permission(permission), reason: reason, expiry: expiry, cause: cause)
    }

    /// Overrides a feature's user setting, or removes the override if the value is `nil`.
    public func overrideUserSetting(
        of feature: FeaturePath, with isOn: Bool?, reason: String? = nil, expiry: OverrideExpiry? = nil,
        cause: Cause = .app
    ) {
        setOverride(
            isOn.map { .truth(Truth($0)) }, for: .userSetting(feature: feature), reason: reason, expiry: expiry,
            cause: cause)
    }

    /// Overrides a feature's runtime switch, or removes the override if the value is `nil`.
    public func overrideRuntimeSwitch(
        of feature: FeaturePath, with isOn: Bool?, reason: String? = nil, expiry: OverrideExpiry? = nil,
        cause: Cause = .app
    ) {
        setOverride(
            isOn.map { .truth(Truth($0)) }, for: .runtimeSwitch(feature: feature), reason: reason, expiry: expiry,
            cause: cause)
    }

    /// Overrides a feature flag, or removes the override if the value is `nil`.
    public func overrideFeatureFlag(
        _ key: FeatureKey, with isOn: Bool?, reason: String? = nil, expiry: OverrideExpiry? = nil,
        cause: Cause = .app
    ) {
        setOverride(
            isOn.map { .truth(Truth($0)) }, for: .featureFlag(key), reason: reason, expiry: expiry, cause: cause)
    }

    /// Overrides the platform, or removes the override if the platform is `nil`.
    public func overridePlatform(
        with platform: CurrentPlatform?, reason: String? = nil, expiry: OverrideExpiry? = nil,
        cause: Cause = .app
    ) {
        setOverride(platform.map { .platform($0) }, for: .platform, reason: reason, expiry: expiry, cause: cause)
    }
}
