#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

// Every old spelling that the language lets stand beside the new one, and what each stands for. Those that must be in
// their type are there, under "Old spelling": `availability` and `isAvailable` of a conditional feature, the setter of
// `Flint.purchaseTracker`, `Product(name:description:productID:)` and the fallback presenter of a dismissing action.
//
// What cannot be had:
//
// - An action whose `perform` takes a closure as its completion and returns nothing. An action would have to have both
//   functions, each made of the other, and one that had neither would run for ever.
// - `static let` where `let` was written, as for the products of an enumeration or the actions of a feature: an
//   enumeration cannot have stored properties, and a property of an instance cannot be reached through its type.
// - A session that stops the process when it is used from another queue than its own: sessions may be used from any,
//   and perform plain actions on their caller queue.
// - `isPurchased(_ productID:)` of a purchase validator: a tracker takes products, whose types declare how they are
//   bought. Take the identifier from the product.
// - `static var` in a feature or an action that is compiled in the language mode of Swift 6 without the main actor as
//   its default: the compiler refuses variables that any thread can change. Write `static let`, or compute the value.
// - A `FeatureKey` that is an enumeration of the app: the framework cannot know it. The app's own enumeration of texts
//   is converted with `FeatureKey(_:)` and `FeatureFlag(key:)`.
// - A presenter that is a view controller: there, a view controller conforms to ``DismissiblePresenter`` by declaring
//   it.
//
// Left out, because the engine has one way of doing the thing:
//
// - Another constraints evaluator, and the results of the engine's constraint by constraint: `FlintRuntime`'s
//   `explanation(of:)` returns all of it in order.
// - Another availability checker at setup: requests would then be decided twice.
// - Queues that know whether they are the current one, lists that drop their oldest element and formatters of dates,
//   which were tools of the framework's own and never about features.

/// Something the operating system lets an app do only if the user permits it.
@available(*, deprecated, renamed: "SystemPermissionConstraint")
public typealias SystemPermission = SystemPermissionConstraint

extension SystemPermissionConstraint {
    /// Devices in the neighbourhood.
    @available(*, deprecated, renamed: "bluetooth")
    public static var blueteooth: SystemPermissionConstraint { .bluetooth }
}

/// A granted request to perform an action of a conditional feature.
@available(*, deprecated, renamed: "VerifiedActionBinding")
public typealias ConditionalActionRequest<FeatureType: ConditionalFeature, ActionType: Action> =
    VerifiedActionBinding<FeatureType, ActionType>

/// An action that closes what presents a feature.
@available(*, deprecated, renamed: "DismissingUIAction")
public typealias DismissUIAction = DismissingUIAction

/// An action that closes what presents a feature.
@available(*, deprecated, renamed: "DismissingUIAction")
public typealias DimissingUIAction = DismissingUIAction

/// An action that closes what presents a feature.
@available(*, deprecated, renamed: "DismissingUIAction")
public typealias FlintDimissUIAction = DismissingUIAction

/// The framework's own opening of URLs.
@available(*, deprecated, renamed: "RoutesFeature")
public typealias DeepLinkingFeature = RoutesFeature

extension Product {
    /// Every product that a registered feature of the current runtime requires.
    @available(*, deprecated, renamed: "allProducts")
    public static var referencedProducts: Set<Product> { allProducts }
}

extension NoInput {
    /// The only value there is.
    @available(*, deprecated, renamed: "noInput")
    public static var none: NoInput { .noInput }
}

extension PlatformVersion {
    /// Creates a version from Foundation's.
    ///
    /// - Parameter version: The version; a number below 0 counts as 0.
    @available(*, deprecated, message: "Use init(major:minor:patch:).")
    public init(_ version: OperatingSystemVersion) {
        self.init(
            major: max(0, version.majorVersion), minor: max(0, version.minorVersion),
            patch: max(0, version.patchVersion))
    }
}

extension PlatformVersionConstraint {
    /// One version and all later ones, given as Foundation's type.
    @available(*, deprecated, message: "Use a PlatformVersion, or a number.")
    public static func atLeast(version: OperatingSystemVersion) -> PlatformVersionConstraint {
        .atLeast(version: PlatformVersion(version))
    }
}

extension DeclaredFeatureConstraints {
    /// What is required of each platform; any version where nothing is declared.
    @available(*, deprecated, renamed: "platforms")
    public var allDeclaredPlatforms: [Platform: PlatformConstraint] { platforms }
}

extension FeatureConstraintsBuilder {
    /// Requires a product of whatever kind.
    ///
    /// - Parameter product: The product. One whose type does not declare how it is bought counts as bought once, and
    ///   one that is used up as needed once.
    @available(*, deprecated, message: "Give the product the type of its purchase.")
    public func purchase(_ product: Product) {
        purchase(PurchaseRequirement(product))
    }

    /// Requires a purchase.
    @available(*, deprecated, renamed: "purchase(_:)")
    public func purchase(requirement: PurchaseRequirement) {
        purchase(requirement)
    }
}
