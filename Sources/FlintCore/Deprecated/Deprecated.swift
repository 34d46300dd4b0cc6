// SPDX-License-Identifier: MIT

import FlintFoundation

// The old spellings that can coexist with the new ones. Spellings that have to be members of their type are declared
// there, under "Old spelling": `availability` and `isAvailable` of a conditional feature, the setter of
// `Flint.purchaseTracker`, `Product(name:description:productID:)`, and the fallback presenter of a dismissing action.
//
// Some old spellings cannot be supported:
//
// - An action whose `perform` takes a closure as its completion and returns no value. Both variants of the function
//   would need a default implementation that calls the other, and an action with neither would recurse forever.
// - `let` in place of `static let`, for example for the products of an enumeration or the actions of a feature. An
//   enumeration cannot have stored properties, and an instance property is not accessible through its type.
// - A session that stops the process if it is used on a different queue. Sessions can be used on any queue, and perform
//   plain actions on their caller queue.
// - `isPurchased(_ productID:)` of a purchase validator. A tracker takes products, whose types declare the kind of
//   purchase. Read the identifier from the product.
// - `static var` in a feature or an action in the Swift 6 language mode without default main actor isolation. The
//   compiler rejects variables that any thread can change. Use `static let` or a computed property.
// - An enumeration of the app's own in place of `FeatureKey`, because the framework cannot know the type. Convert the
//   app's string enumeration with `FeatureKey(_:)` and `FeatureFlag(key:)`.
// - A presenter that is a view controller. The view controller must conform to ``DismissiblePresenter``.
//
// Some APIs are omitted on purpose:
//
// - A custom constraints evaluator, and the engine's results per constraint. `FlintRuntime.explanation(of:)` already
//   returns all results in order.
// - A custom availability checker at setup, because requests would then be decided twice.
// - Queues that know whether they are current, lists that drop their oldest element, and date formatters. They were
//   internal tools of the framework.

/// A capability that the system provides only with the user's permission.
@available(*, deprecated, renamed: "SystemPermissionConstraint")
public typealias SystemPermission = SystemPermissionConstraint

extension SystemPermissionConstraint {
    /// The Bluetooth permission.
    @available(*, deprecated, renamed: "bluetooth")
    public static var blueteooth: SystemPermissionConstraint { .bluetooth }
}

/// A granted request to perform an action of a conditional feature.
@available(*, deprecated, renamed: "VerifiedActionBinding")
public typealias ConditionalActionRequest<FeatureType: ConditionalFeature, ActionType: Action> =
    VerifiedActionBinding<FeatureType, ActionType>

/// An action that dismisses the presenter of a feature.
@available(*, deprecated, renamed: "DismissingUIAction")
public typealias DismissUIAction = DismissingUIAction

/// An action that dismisses the presenter of a feature.
@available(*, deprecated, renamed: "DismissingUIAction")
public typealias DimissingUIAction = DismissingUIAction

/// An action that dismisses the presenter of a feature.
@available(*, deprecated, renamed: "DismissingUIAction")
public typealias FlintDimissUIAction = DismissingUIAction

/// The framework feature that opens URLs.
@available(*, deprecated, renamed: "RoutesFeature")
public typealias DeepLinkingFeature = RoutesFeature

extension Product {
    /// All products that the registered features of the current runtime require.
    @available(*, deprecated, renamed: "allProducts")
    public static var referencedProducts: Set<Product> { allProducts }
}

extension NoInput {
    /// The only value of the type.
    @available(*, deprecated, renamed: "noInput")
    public static var none: NoInput { .noInput }
}

extension PlatformVersion {
    /// Creates a version from Foundation's version type.
    ///
    /// - Parameter version: The version. Negative numbers become 0.
    @available(*, deprecated, message: "Use init(major:minor:patch:).")
    public init(_ version: OperatingSystemVersion) {
        self.init(
            major: max(0, version.majorVersion), minor: max(0, version.minorVersion),
            patch: max(0, version.patchVersion))
    }
}

extension PlatformVersionConstraint {
    /// Returns a constraint that accepts a version and all later ones.
    @available(*, deprecated, message: "Use a PlatformVersion, or a number.")
    public static func atLeast(version: OperatingSystemVersion) -> PlatformVersionConstraint {
        .atLeast(version: PlatformVersion(version))
    }
}

extension DeclaredFeatureConstraints {
    /// The constraint on each platform.
    @available(*, deprecated, renamed: "platforms")
    public var allDeclaredPlatforms: [Platform: PlatformConstraint] { platforms }
}

extension FeatureConstraintsBuilder {
    /// Requires a product of any type.
    ///
    /// - Parameters:
    ///   - product: The product. A product whose type does not declare the kind of purchase counts as non-consumable.
    ///     One unit of a consumable product is required.
    ///   - fileID: The file of the declaration; pass a value only to forward a caller's.
    ///   - line: The line of the declaration; pass a value only to forward a caller's.
    @available(*, deprecated, message: "Use the product type that matches the purchase.")
    public func purchase(_ product: Product, fileID: String = #fileID, line: Int = #line) {
        purchase(PurchaseRequirement(product), at: CodeLocation(fileID: fileID, line: line))
    }

    /// Requires a purchase.
    @available(*, deprecated, renamed: "purchase(_:)")
    public func purchase(requirement: PurchaseRequirement) {
        purchase(requirement, at: nil)
    }
}
