// SPDX-License-Identifier: MIT

/// An object that collects the conditions of a feature.
///
/// The engine passes a builder to the feature's `constraints(requirements:)` when the feature is registered. All
/// declared conditions must hold for the feature to be available.
///
/// ```swift
/// static func constraints(requirements: FeatureConstraintsBuilder) {
///     requirements.iOS = 11
///     requirements.watchOS = .unsupported
///     requirements.permissions(.photos, .camera)
///     requirements.purchase(anyOf: Products.premium, Products.supporter)
/// }
/// ```
///
/// Requirements of all kinds can be alternatives:
///
/// ```swift
/// requirements.anyOf { alternatives in
///     alternatives.allOf { phone in
///         phone.iOSOnly = .any
///         phone.purchase(Products.premium)
///     }
///     alternatives.purchase(Products.supporter)
///     alternatives.featureFlag("beta-tester")
/// }
/// ```
///
/// The platform properties set the minimum version. A `PlatformVersionConstraint` is a number, a string such as
/// `"10.13.4"`, `.any`, or `.unsupported`. A platform that is not mentioned is supported in any version.
///
/// The methods without the parameter `location` record the caller's line of source code.
public protocol FeatureConstraintsBuilder: AnyObject {
    /// Requires a version of a platform.
    ///
    /// A later call for the same platform replaces the earlier constraint.
    ///
    /// - Parameter constraint: The platform and its required version.
    func platform(_ constraint: PlatformConstraint)

    /// Requires the feature's runtime switch, `isEnabled`, to be on.
    ///
    /// The engine reads the switch on every request for one of the feature's actions.
    ///
    /// - Parameter location: The place of the declaration, or `nil` if it is not known.
    func runtimeEnabled(at location: CodeLocation?)

    /// Requires a purchase in addition to the purchases that are already required.
    ///
    /// - Parameters:
    ///   - requirement: A rule about one or more products.
    ///   - location: The place of the declaration, or `nil` if it is not known.
    func purchase(_ requirement: PurchaseRequirement, at location: CodeLocation?)

    /// Requires the feature's user setting to be on.
    ///
    /// The user changes the setting through the app's ``UserFeatureToggles``.
    ///
    /// - Parameters:
    ///   - defaultValue: The value of the setting until the user changes it.
    ///   - location: The place of the declaration, or `nil` if it is not known.
    func userToggled(defaultValue: Bool, at location: CodeLocation?)

    /// Requires a feature flag to be on, in addition to the flags that are already required.
    ///
    /// The first flag provider with a value for the flag decides. If no provider has a value, the feature's
    /// availability is undetermined.
    ///
    /// - Parameters:
    ///   - flag: The flag.
    ///   - location: The place of the requirement, or `nil` if it is not known.
    func featureFlag(_ flag: FeatureFlag, at location: CodeLocation?)

    /// Requires one of the app's own facts, in addition to the facts that are already required.
    ///
    /// - Parameters:
    ///   - requirement: The fact and its required values.
    ///   - location: The place of the requirement, or `nil` if it is not known.
    func fact(_ requirement: FactRequirement, at location: CodeLocation?)

    /// Requires a system permission in addition to the permissions that are already required.
    ///
    /// The feature's availability is undetermined until the user has answered the system's prompt.
    ///
    /// - Parameters:
    ///   - permission: The permission.
    ///   - location: The place of the declaration, or `nil` if it is not known.
    func permission(_ permission: SystemPermissionConstraint, at location: CodeLocation?)

    /// Requires at least one of the requirements that a closure declares.
    ///
    /// A platform that the closure does not mention is supported there in any version; use properties such as `iOSOnly`
    /// to make a platform an alternative. A feature with an empty group is never available. The builder that the
    /// closure receives must not be used afterward.
    ///
    /// If alternatives mention permissions, an authorization flow asks only for the permissions in the plan with the
    /// fewest other steps. The arrays of ``DeclaredFeatureConstraints`` and the feature's `purchases` do not include
    /// the contents of groups; see ``/FlintModel/AvailabilityExplanation/unlockPlans``.
    ///
    /// - Parameter alternatives: A closure that declares the alternatives. Nested groups are allowed.
    func anyOf(_ alternatives: (FeatureConstraintsBuilder) -> Void)

    /// Requires all requirements that a closure declares, as one alternative of ``anyOf(_:)``.
    ///
    /// The builder that the closure receives must not be used afterward.
    ///
    /// - Parameter parts: A closure that declares the requirements. Nested groups are allowed.
    func allOf(_ parts: (FeatureConstraintsBuilder) -> Void)

    /// Delays changes to the feature's flags and its user setting.
    ///
    /// A feature that appears or disappears while it is in use confuses people and invalidates experiments. With a time
    /// other than `EffectTime.now`, the values that were first known remain until that time, and explanations show the
    /// waiting value. Other features that require the same flags see changes at that time, too. If several features
    /// declare times for a flag, the latest applies.
    ///
    /// Overrides take effect immediately. The same applies to purchases, permissions, runtime switches, and the
    /// platform.
    ///
    /// ```swift
    /// static func constraints(requirements: FeatureConstraintsBuilder) {
    ///     requirements.featureFlag("new-player")
    ///     requirements.takesEffect(.nextSession)
    /// }
    /// ```
    ///
    /// - Parameter time: The time at which changes take effect.
    func takesEffect(_ time: EffectTime)

    /// Returns the version that was last required of a platform.
    ///
    /// - Parameter platform: The platform.
    /// - Returns: The version, or `.any` if the platform has not been mentioned.
    func version(of platform: Platform) -> PlatformVersionConstraint
}

extension FeatureConstraintsBuilder {
    private func support(only platform: Platform, _ version: PlatformVersionConstraint) {
        // Later assignments can add other platforms again.
        for other in Platform.all where other != platform {
            self.platform(PlatformConstraint(platform: other, version: .unsupported))
        }
        self.platform(PlatformConstraint(platform: platform, version: version))
    }

    /// The required version of iOS.
    public var iOS: PlatformVersionConstraint {
        get { version(of: .iOS) }
        set { platform(PlatformConstraint(platform: .iOS, version: newValue)) }
    }

    /// The required version of watchOS.
    public var watchOS: PlatformVersionConstraint {
        get { version(of: .watchOS) }
        set { platform(PlatformConstraint(platform: .watchOS, version: newValue)) }
    }

    /// The required version of tvOS.
    public var tvOS: PlatformVersionConstraint {
        get { version(of: .tvOS) }
        set { platform(PlatformConstraint(platform: .tvOS, version: newValue)) }
    }

    /// The required version of macOS.
    public var macOS: PlatformVersionConstraint {
        get { version(of: .macOS) }
        set { platform(PlatformConstraint(platform: .macOS, version: newValue)) }
    }

    /// The required version of visionOS.
    public var visionOS: PlatformVersionConstraint {
        get { version(of: .visionOS) }
        set { platform(PlatformConstraint(platform: .visionOS, version: newValue)) }
    }

    /// The required version of Linux.
    public var linux: PlatformVersionConstraint {
        get { version(of: .linux) }
        set { platform(PlatformConstraint(platform: .linux, version: newValue)) }
    }

    /// The required version of Windows.
    public var windows: PlatformVersionConstraint {
        get { version(of: .windows) }
        set { platform(PlatformConstraint(platform: .windows, version: newValue)) }
    }

    /// The required version of Android.
    public var android: PlatformVersionConstraint {
        get { version(of: .android) }
        set { platform(PlatformConstraint(platform: .android, version: newValue)) }
    }

    /// The required version of iOS, with all other platforms unsupported.
    ///
    /// To support another platform as well, set its property afterward.
    public var iOSOnly: PlatformVersionConstraint {
        get { version(of: .iOS) }
        set { support(only: .iOS, newValue) }
    }

    /// The required version of watchOS, with all other platforms unsupported.
    ///
    /// To support another platform as well, set its property afterward.
    public var watchOSOnly: PlatformVersionConstraint {
        get { version(of: .watchOS) }
        set { support(only: .watchOS, newValue) }
    }

    /// The required version of tvOS, with all other platforms unsupported.
    ///
    /// To support another platform as well, set its property afterward.
    public var tvOSOnly: PlatformVersionConstraint {
        get { version(of: .tvOS) }
        set { support(only: .tvOS, newValue) }
    }

    /// The required version of macOS, with all other platforms unsupported.
    ///
    /// To support another platform as well, set its property afterward.
    public var macOSOnly: PlatformVersionConstraint {
        get { version(of: .macOS) }
        set { support(only: .macOS, newValue) }
    }

    /// The required version of visionOS, with all other platforms unsupported.
    ///
    /// To support another platform as well, set its property afterward.
    public var visionOSOnly: PlatformVersionConstraint {
        get { version(of: .visionOS) }
        set { support(only: .visionOS, newValue) }
    }

    /// The required version of Linux, with all other platforms unsupported.
    ///
    /// To support another platform as well, set its property afterward.
    public var linuxOnly: PlatformVersionConstraint {
        get { version(of: .linux) }
        set { support(only: .linux, newValue) }
    }

    /// The required version of Windows, with all other platforms unsupported.
    ///
    /// To support another platform as well, set its property afterward.
    public var windowsOnly: PlatformVersionConstraint {
        get { version(of: .windows) }
        set { support(only: .windows, newValue) }
    }

    /// The required version of Android, with all other platforms unsupported.
    ///
    /// To support another platform as well, set its property afterward.
    public var androidOnly: PlatformVersionConstraint {
        get { version(of: .android) }
        set { support(only: .android, newValue) }
    }
}

extension FeatureConstraintsBuilder {
    /// Requires the feature's runtime switch, `isEnabled`, to be on.
    ///
    /// The engine reads the switch on every request for one of the feature's actions.
    public func runtimeEnabled(fileID: String = #fileID, line: Int = #line) {
        runtimeEnabled(at: CodeLocation(fileID: fileID, line: line))
    }

    /// Requires the feature's user setting to be on.
    ///
    /// The user changes the setting through the app's ``UserFeatureToggles``.
    ///
    /// - Parameters:
    ///   - defaultValue: The value of the setting until the user changes it.
    ///   - fileID: The file of the declaration; pass a value only to forward a caller's.
    ///   - line: The line of the declaration; pass a value only to forward a caller's.
    public func userToggled(defaultValue: Bool, fileID: String = #fileID, line: Int = #line) {
        userToggled(defaultValue: defaultValue, at: CodeLocation(fileID: fileID, line: line))
    }

    /// Requires a feature flag to be on, in addition to the flags that are already required.
    ///
    /// The first flag provider with a value for the flag decides. If no provider has a value, the feature's
    /// availability is undetermined.
    ///
    /// - Parameters:
    ///   - key: The key of the flag.
    ///   - fileID: The file of the requirement; pass a value only to forward a caller's.
    ///   - line: The line of the requirement; pass a value only to forward a caller's.
    public func featureFlag(_ key: FeatureKey, fileID: String = #fileID, line: Int = #line) {
        featureFlag(FeatureFlag(key: key), at: CodeLocation(fileID: fileID, line: line))
    }

    /// Requires a feature flag to be on, and adds the developers' notes about the flag.
    ///
    /// ```swift
    /// enum Flags {
    ///     static let sleepTimer = FeatureFlag(
    ///         key: "sleep-timer", declaration: Declaration(owner: "Playback", kind: .experiment))
    /// }
    ///
    /// requirements.featureFlag(Flags.sleepTimer)
    /// ```
    ///
    /// - Parameters:
    ///   - flag: The flag. If features pass different declarations of a flag, the first one counts.
    ///   - fileID: The file of the requirement; pass a value only to forward a caller's.
    ///   - line: The line of the requirement; pass a value only to forward a caller's.
    public func featureFlag(_ flag: FeatureFlag, fileID: String = #fileID, line: Int = #line) {
        featureFlag(flag, at: CodeLocation(fileID: fileID, line: line))
    }
}

extension FeatureConstraintsBuilder {
    /// Requires a purchase in addition to the purchases that are already required.
    ///
    /// - Parameters:
    ///   - requirement: A rule about one or more products.
    ///   - fileID: The file of the declaration; pass a value only to forward a caller's.
    ///   - line: The line of the declaration; pass a value only to forward a caller's.
    public func purchase(_ requirement: PurchaseRequirement, fileID: String = #fileID, line: Int = #line) {
        purchase(requirement, at: CodeLocation(fileID: fileID, line: line))
    }

    /// Requires all of the given purchases.
    public func purchases(_ requirements: PurchaseRequirement..., fileID: String = #fileID, line: Int = #line) {
        let location = CodeLocation(fileID: fileID, line: line)
        for requirement in requirements { purchase(requirement, at: location) }
    }

    /// Requires all of the given products, which may include subscriptions.
    public func purchases(_ products: NoQuantityProduct..., fileID: String = #fileID, line: Int = #line) {
        purchase(PurchaseRequirement(allOf: products), at: CodeLocation(fileID: fileID, line: line))
    }

    /// Requires all of the given products and purchase requirements.
    ///
    /// ```swift
    /// requirements.purchases(Products.premium, Products.monthly, PurchaseRequirement(Products.credits, quantity: 5))
    /// ```
    public func purchases(
        _ requirements: any PurchaseRequirementConvertible..., fileID: String = #fileID, line: Int = #line
    ) {
        let location = CodeLocation(fileID: fileID, line: line)
        for requirement in requirements { purchase(requirement.purchaseRequirement, at: location) }
    }

    /// Requires a non-consumable product.
    public func purchase(_ product: NonConsumableProduct, fileID: String = #fileID, line: Int = #line) {
        purchase(PurchaseRequirement(product), at: CodeLocation(fileID: fileID, line: line))
    }

    /// Requires a subscription.
    public func purchase(_ product: SubscriptionProduct, fileID: String = #fileID, line: Int = #line) {
        purchase(PurchaseRequirement(product), at: CodeLocation(fileID: fileID, line: line))
    }

    /// Requires a number of units of a consumable product.
    ///
    /// Enough units alone do not unlock the feature. The tracker's
    /// ``PurchaseTracker/isFeatureEnabledByPastPurchases(_:)`` decides, because only the app knows how the units are
    /// spent.
    ///
    /// - Parameters:
    ///   - product: The product.
    ///   - quantity: The number of units. The feature is unavailable while the tracker reports a smaller balance,
    ///     unless past purchases unlock it.
    ///   - fileID: The file of the declaration; pass a value only to forward a caller's.
    ///   - line: The line of the declaration; pass a value only to forward a caller's.
    public func purchase(_ product: ConsumableProduct, quantity: UInt, fileID: String = #fileID, line: Int = #line) {
        purchase(PurchaseRequirement(product, quantity: quantity), at: CodeLocation(fileID: fileID, line: line))
    }

    /// Requires at least one of the given products.
    public func purchase(anyOf products: NoQuantityProduct..., fileID: String = #fileID, line: Int = #line) {
        purchase(PurchaseRequirement(anyOf: products), at: CodeLocation(fileID: fileID, line: line))
    }

    /// Requires at least one product in a set.
    public func purchase(anyOf products: Set<NoQuantityProduct>, fileID: String = #fileID, line: Int = #line) {
        purchase(
            PurchaseRequirement(anyOf: products.sorted { $0.productID < $1.productID }),
            at: CodeLocation(fileID: fileID, line: line))
    }

    /// Requires at least one of the given purchases.
    public func purchase(anyOf requirements: PurchaseRequirement..., fileID: String = #fileID, line: Int = #line) {
        purchase(PurchaseRequirement(anyOf: requirements), at: CodeLocation(fileID: fileID, line: line))
    }

    /// Requires all of the given products.
    public func purchase(allOf products: NoQuantityProduct..., fileID: String = #fileID, line: Int = #line) {
        purchase(PurchaseRequirement(allOf: products), at: CodeLocation(fileID: fileID, line: line))
    }

    /// Requires all products in a set.
    public func purchase(allOf products: Set<NoQuantityProduct>, fileID: String = #fileID, line: Int = #line) {
        purchase(
            PurchaseRequirement(allOf: products.sorted { $0.productID < $1.productID }),
            at: CodeLocation(fileID: fileID, line: line))
    }

    /// Requires all of the given purchases.
    public func purchase(allOf requirements: PurchaseRequirement..., fileID: String = #fileID, line: Int = #line) {
        purchase(PurchaseRequirement(allOf: requirements), at: CodeLocation(fileID: fileID, line: line))
    }
}

extension FeatureConstraintsBuilder {
    /// Requires a system permission in addition to the permissions that are already required.
    ///
    /// The feature's availability is undetermined until the user has answered the system's prompt.
    ///
    /// - Parameters:
    ///   - permission: The permission.
    ///   - fileID: The file of the declaration; pass a value only to forward a caller's.
    ///   - line: The line of the declaration; pass a value only to forward a caller's.
    public func permission(_ permission: SystemPermissionConstraint, fileID: String = #fileID, line: Int = #line) {
        self.permission(permission, at: CodeLocation(fileID: fileID, line: line))
    }

    /// Requires all of the given system permissions.
    ///
    /// ```swift
    /// requirements.permissions(.photos, .camera, .location(usage: .whenInUse))
    /// ```
    public func permissions(_ permissions: SystemPermissionConstraint..., fileID: String = #fileID, line: Int = #line) {
        let location = CodeLocation(fileID: fileID, line: line)
        for permission in permissions { self.permission(permission, at: location) }
    }
}
