/// Collects the conditions of a feature while it is being registered.
///
/// The properties set a platform's minimum version; ``PlatformVersionConstraint`` takes a number, a text such as
/// `"10.13.4"`, `.any` and `.unsupported`. All conditions together must hold.
///
/// ```swift
/// static func constraints(requirements: FeatureConstraintsBuilder) {
///     requirements.iOS = 11
///     requirements.watchOS = .unsupported
///     requirements.permissions(.photos, .camera)
///     requirements.purchase(anyOf: Products.premium, Products.supporter)
/// }
/// ```
public protocol FeatureConstraintsBuilder: AnyObject {
    /// Requires a version of a platform; a later call for the same platform takes the place of an earlier one.
    func platform(_ constraint: PlatformConstraint)

    /// Requires the program's own switch, the feature's `isEnabled`.
    func runtimeEnabled()

    /// Requires a purchase; further calls require further purchases.
    func purchase(_ requirement: PurchaseRequirement)

    /// Requires the user to have turned the feature on.
    ///
    /// - Parameter defaultValue: What counts until the user has made a choice.
    func userToggled(defaultValue: Bool)

    /// Requires a feature flag to be on; further calls require further flags.
    func featureFlag(_ key: FeatureKey)

    /// Requires a system permission; further calls require further permissions.
    func permission(_ permission: SystemPermissionConstraint)

    /// What was last required of a platform; `.any` if nothing was.
    func version(of platform: Platform) -> PlatformVersionConstraint
}

extension FeatureConstraintsBuilder {
    /// Supports one platform and no other; later assignments can still add another.
    private func support(only platform: Platform, _ version: PlatformVersionConstraint) {
        for other in Platform.all where other != platform {
            self.platform(PlatformConstraint(platform: other, version: .unsupported))
        }
        self.platform(PlatformConstraint(platform: platform, version: version))
    }

    /// The version of iOS that is required; reading gives what was assigned last.
    public var iOS: PlatformVersionConstraint {
        get { version(of: .iOS) }
        set { platform(PlatformConstraint(platform: .iOS, version: newValue)) }
    }

    /// The version of watchOS that is required; reading gives what was assigned last.
    public var watchOS: PlatformVersionConstraint {
        get { version(of: .watchOS) }
        set { platform(PlatformConstraint(platform: .watchOS, version: newValue)) }
    }

    /// The version of tvOS that is required; reading gives what was assigned last.
    public var tvOS: PlatformVersionConstraint {
        get { version(of: .tvOS) }
        set { platform(PlatformConstraint(platform: .tvOS, version: newValue)) }
    }

    /// The version of macOS that is required; reading gives what was assigned last.
    public var macOS: PlatformVersionConstraint {
        get { version(of: .macOS) }
        set { platform(PlatformConstraint(platform: .macOS, version: newValue)) }
    }

    /// The version of visionOS that is required; reading gives what was assigned last.
    public var visionOS: PlatformVersionConstraint {
        get { version(of: .visionOS) }
        set { platform(PlatformConstraint(platform: .visionOS, version: newValue)) }
    }

    /// The version of linux that is required; reading gives what was assigned last.
    public var linux: PlatformVersionConstraint {
        get { version(of: .linux) }
        set { platform(PlatformConstraint(platform: .linux, version: newValue)) }
    }

    /// The version of windows that is required; reading gives what was assigned last.
    public var windows: PlatformVersionConstraint {
        get { version(of: .windows) }
        set { platform(PlatformConstraint(platform: .windows, version: newValue)) }
    }

    /// The version of android that is required; reading gives what was assigned last.
    public var android: PlatformVersionConstraint {
        get { version(of: .android) }
        set { platform(PlatformConstraint(platform: .android, version: newValue)) }
    }

    /// The version of iOS that is required, every other platform being unsupported.
    public var iOSOnly: PlatformVersionConstraint {
        get { version(of: .iOS) }
        set { support(only: .iOS, newValue) }
    }

    /// The version of watchOS that is required, every other platform being unsupported.
    public var watchOSOnly: PlatformVersionConstraint {
        get { version(of: .watchOS) }
        set { support(only: .watchOS, newValue) }
    }

    /// The version of tvOS that is required, every other platform being unsupported.
    public var tvOSOnly: PlatformVersionConstraint {
        get { version(of: .tvOS) }
        set { support(only: .tvOS, newValue) }
    }

    /// The version of macOS that is required, every other platform being unsupported.
    public var macOSOnly: PlatformVersionConstraint {
        get { version(of: .macOS) }
        set { support(only: .macOS, newValue) }
    }

    /// The version of visionOS that is required, every other platform being unsupported.
    public var visionOSOnly: PlatformVersionConstraint {
        get { version(of: .visionOS) }
        set { support(only: .visionOS, newValue) }
    }

    /// The version of linux that is required, every other platform being unsupported.
    public var linuxOnly: PlatformVersionConstraint {
        get { version(of: .linux) }
        set { support(only: .linux, newValue) }
    }

    /// The version of windows that is required, every other platform being unsupported.
    public var windowsOnly: PlatformVersionConstraint {
        get { version(of: .windows) }
        set { support(only: .windows, newValue) }
    }

    /// The version of android that is required, every other platform being unsupported.
    public var androidOnly: PlatformVersionConstraint {
        get { version(of: .android) }
        set { support(only: .android, newValue) }
    }
}

extension FeatureConstraintsBuilder {
    /// Requires every one of several purchases.
    public func purchases(_ requirements: PurchaseRequirement...) {
        for requirement in requirements { purchase(requirement) }
    }

    /// Requires every one of several products, subscriptions among them.
    public func purchases(_ products: NoQuantityProduct...) {
        purchase(PurchaseRequirement(allOf: products))
    }

    /// Requires every one of several products and purchases of any kind.
    public func purchases(_ requirements: any PurchaseRequirementConvertible...) {
        for requirement in requirements { purchase(requirement.purchaseRequirement) }
    }

    /// Requires a product that is bought once.
    public func purchase(_ product: NonConsumableProduct) {
        purchase(PurchaseRequirement(product))
    }

    /// Requires a subscription.
    public func purchase(_ product: SubscriptionProduct) {
        purchase(PurchaseRequirement(product))
    }

    /// Requires a number of units of a product that is used up.
    ///
    /// - Parameters:
    ///   - product: The product.
    ///   - quantity: How many units; information for people, since only the app knows what has been used.
    public func purchase(_ product: ConsumableProduct, quantity: UInt) {
        purchase(PurchaseRequirement(product, quantity: quantity))
    }

    /// Requires at least one of several products.
    public func purchase(anyOf products: NoQuantityProduct...) {
        purchase(PurchaseRequirement(anyOf: products))
    }

    /// Requires at least one product of a set.
    public func purchase(anyOf products: Set<NoQuantityProduct>) {
        purchase(PurchaseRequirement(anyOf: products.sorted { $0.productID < $1.productID }))
    }

    /// Requires at least one of several purchases.
    public func purchase(anyOf requirements: PurchaseRequirement...) {
        purchase(PurchaseRequirement(anyOf: requirements))
    }

    /// Requires every one of several products.
    public func purchase(allOf products: NoQuantityProduct...) {
        purchase(PurchaseRequirement(allOf: products))
    }

    /// Requires every product of a set.
    public func purchase(allOf products: Set<NoQuantityProduct>) {
        purchase(PurchaseRequirement(allOf: products.sorted { $0.productID < $1.productID }))
    }

    /// Requires every one of several purchases.
    public func purchase(allOf requirements: PurchaseRequirement...) {
        purchase(PurchaseRequirement(allOf: requirements))
    }
}

extension FeatureConstraintsBuilder {
    /// Requires every one of several system permissions.
    public func permissions(_ permissions: SystemPermissionConstraint...) {
        for permission in permissions { self.permission(permission) }
    }
}
