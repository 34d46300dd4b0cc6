// SPDX-License-Identifier: MIT

/// A product that a user can buy to unlock features.
///
/// Use one of the concrete types: ``NonConsumableProduct``, ``ConsumableProduct``, ``AutoRenewingSubscriptionProduct``
/// and ``NonRenewingSubscriptionProduct``. Two products are equal if their identifiers are equal.
///
/// ```swift
/// enum Products {
///     static let premium = NonConsumableProduct(
///         name: "Premium", description: "Unlock everything", productID: "PREM0001")
/// }
/// ```
///
/// Products are immutable and can be used from any thread. A subclass must not add mutable state.
open class Product: @unchecked Sendable {
    /// The display name of the product.
    public let name: String
    /// A sentence that describes the benefits of the product.
    public let description: String?
    /// The product's identifier in the store.
    public let productID: String
    /// The developers' notes about the product, with the place where it is created.
    public let declaration: Declaration

    init(productID: String, name: String, description: String?, declaration: Declaration) {
        self.productID = productID
        self.name = name
        self.description = description
        self.declaration = declaration
    }

    // MARK: Old spelling

    /// Creates a product of an unspecified type, which counts as non-consumable in a requirement.
    ///
    /// - Parameters:
    ///   - name: The display name.
    ///   - description: A sentence that describes the benefits of the product.
    ///   - productID: The product's identifier in the store.
    @available(*, deprecated, message: "Create a NonConsumableProduct or another product type.")
    public convenience init(name: String, description: String? = nil, productID: String) {
        self.init(productID: productID, name: name, description: description, declaration: .unspecified)
    }
}

extension Product: Hashable {
    /// Returns whether two products have the same identifier.
    public static func == (lhs: Product, rhs: Product) -> Bool { lhs.productID == rhs.productID }

    /// Hashes the identifier.
    public func hash(into hasher: inout Hasher) { hasher.combine(productID) }
}

extension Product: CustomDebugStringConvertible {
    /// The product's type, name and identifier.
    public var debugDescription: String { "\(type(of: self)) \(name) (\(productID))" }
}

/// A product without a quantity, which the user either owns or does not own.
open class NoQuantityProduct: Product, @unchecked Sendable {
    /// Creates a product without a quantity.
    ///
    /// - Parameters:
    ///   - name: The display name.
    ///   - description: A sentence that describes the benefits of the product.
    ///   - productID: The product's identifier in the store.
    ///   - declaration: The developers' notes about the product.
    ///   - fileID: The file that creates the product; pass a value only to forward a caller's.
    ///   - line: The line that creates the product; pass a value only to forward a caller's.
    public init(
        name: String, description: String? = nil, productID: String, declaration: Declaration = .unspecified,
        fileID: String = #fileID, line: Int = #line
    ) {
        super.init(
            productID: productID, name: name, description: description,
            declaration: declaration.locating(at: CodeLocation(fileID: fileID, line: line)))
    }
}

/// A product that is bought once and owned permanently.
open class NonConsumableProduct: NoQuantityProduct, @unchecked Sendable {
    /// Creates a non-consumable product.
    ///
    /// - Parameters:
    ///   - name: The display name.
    ///   - description: A sentence that describes the benefits of the product.
    ///   - productID: The product's identifier in the store.
    ///   - declaration: The developers' notes about the product.
    ///   - fileID: The file that creates the product; pass a value only to forward a caller's.
    ///   - line: The line that creates the product; pass a value only to forward a caller's.
    public override init(
        name: String, description: String? = nil, productID: String, declaration: Declaration = .unspecified,
        fileID: String = #fileID, line: Int = #line
    ) {
        super.init(
            name: name, description: description, productID: productID, declaration: declaration, fileID: fileID,
            line: line)
    }
}

/// A product that is bought in quantities and consumed, such as credits.
///
/// Only the app knows how many units its user has consumed, so a sufficient balance does not unlock a feature. Instead,
/// the purchase tracker's ``PurchaseTracker/isFeatureEnabledByPastPurchases(_:)`` unlocks it. Unless the feature is
/// unlocked in this way, an insufficient balance makes it unavailable.
open class ConsumableProduct: Product, @unchecked Sendable {
    /// Creates a consumable product.
    ///
    /// - Parameters:
    ///   - name: The display name.
    ///   - description: A sentence that describes the benefits of the product.
    ///   - productID: The product's identifier in the store.
    ///   - declaration: The developers' notes about the product.
    ///   - fileID: The file that creates the product; pass a value only to forward a caller's.
    ///   - line: The line that creates the product; pass a value only to forward a caller's.
    public init(
        name: String, description: String? = nil, productID: String, declaration: Declaration = .unspecified,
        fileID: String = #fileID, line: Int = #line
    ) {
        super.init(
            productID: productID, name: name, description: description,
            declaration: declaration.locating(at: CodeLocation(fileID: fileID, line: line)))
    }
}

/// A subscription, which the user owns while it is active.
///
/// Use ``AutoRenewingSubscriptionProduct`` or ``NonRenewingSubscriptionProduct`` to specify whether the subscription
/// renews.
open class SubscriptionProduct: NoQuantityProduct, @unchecked Sendable {
    /// Creates a subscription product.
    ///
    /// - Parameters:
    ///   - name: The display name.
    ///   - description: A sentence that describes the benefits of the product.
    ///   - productID: The product's identifier in the store.
    ///   - declaration: The developers' notes about the product.
    ///   - fileID: The file that creates the product; pass a value only to forward a caller's.
    ///   - line: The line that creates the product; pass a value only to forward a caller's.
    public override init(
        name: String, description: String? = nil, productID: String, declaration: Declaration = .unspecified,
        fileID: String = #fileID, line: Int = #line
    ) {
        super.init(
            name: name, description: description, productID: productID, declaration: declaration, fileID: fileID,
            line: line)
    }
}

/// A subscription that renews until it is canceled.
open class AutoRenewingSubscriptionProduct: SubscriptionProduct, @unchecked Sendable {
    /// Creates an auto-renewing subscription.
    ///
    /// - Parameters:
    ///   - name: The display name.
    ///   - description: A sentence that describes the benefits of the product.
    ///   - productID: The product's identifier in the store.
    ///   - declaration: The developers' notes about the product.
    ///   - fileID: The file that creates the product; pass a value only to forward a caller's.
    ///   - line: The line that creates the product; pass a value only to forward a caller's.
    public override init(
        name: String, description: String? = nil, productID: String, declaration: Declaration = .unspecified,
        fileID: String = #fileID, line: Int = #line
    ) {
        super.init(
            name: name, description: description, productID: productID, declaration: declaration, fileID: fileID,
            line: line)
    }
}

/// A subscription for a fixed period, such as a season pass.
open class NonRenewingSubscriptionProduct: SubscriptionProduct, @unchecked Sendable {
    /// Creates a non-renewing subscription.
    ///
    /// - Parameters:
    ///   - name: The display name.
    ///   - description: A sentence that describes the benefits of the product.
    ///   - productID: The product's identifier in the store.
    ///   - declaration: The developers' notes about the product.
    ///   - fileID: The file that creates the product; pass a value only to forward a caller's.
    ///   - line: The line that creates the product; pass a value only to forward a caller's.
    public override init(
        name: String, description: String? = nil, productID: String, declaration: Declaration = .unspecified,
        fileID: String = #fileID, line: Int = #line
    ) {
        super.init(
            name: name, description: description, productID: productID, declaration: declaration, fileID: fileID,
            line: line)
    }
}

extension [Product] {
    var hasConsumable: Bool { contains { $0 is ConsumableProduct } }
}

extension Product {
    /// Returns the product with an identifier, or `nil` if no registered feature of the current runtime requires it.
    public static func productByID(_ productID: String) -> Product? {
        FlintRuntime.current.catalog.products[productID]
    }

    /// Every product that a registered feature of the current runtime requires.
    public static var allProducts: Set<Product> { Set(FlintRuntime.current.catalog.products.values) }
}
