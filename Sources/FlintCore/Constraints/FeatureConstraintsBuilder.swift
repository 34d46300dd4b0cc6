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
