/// Something a user can buy that unlocks features.
///
/// Use one of the concrete types: ``NonConsumableProduct``, ``ConsumableProduct``,
/// ``AutoRenewingSubscriptionProduct`` and ``NonRenewingSubscriptionProduct``. Two products are equal if their
/// identifiers are. A product never changes; subclasses must not add mutable state, since products are used from
/// every thread.
///
/// ```swift
/// enum Products {
///     static let premium = NonConsumableProduct(
///         name: "Premium", description: "Unlock everything", productID: "PREM0001")
/// }
/// ```
open class Product: @unchecked Sendable {
    /// The feature's name.
    public let name: String
    /// What the product gives, in a sentence, if the app supplies it.
    public let description: String?
    /// The identifier the store knows the product by.
    public let productID: String

    /// Creates a product, for the concrete types, which have the public way to do so.
    init(productID: String, name: String, description: String?) {
        self.productID = productID
        self.name = name
        self.description = description
    }

    // MARK: Old spelling

    /// Creates a product that does not declare how it is bought; as a requirement it counts as non-consumable.
    ///
    /// - Parameters:
    ///   - name: The name for people.
    ///   - description: What the product gives, in a sentence.
    ///   - productID: The identifier the store knows the product by.
    @available(*, deprecated, message: "Create a NonConsumableProduct, or the type that fits.")
    public convenience init(name: String, description: String? = nil, productID: String) {
        self.init(productID: productID, name: name, description: description)
    }
}

extension Product: Hashable {
    /// Whether two products have the same identifier.
    public static func == (lhs: Product, rhs: Product) -> Bool { lhs.productID == rhs.productID }

    /// Hashes the identifier.
    public func hash(into hasher: inout Hasher) { hasher.combine(productID) }
}

extension Product: CustomDebugStringConvertible {
    /// The type, the name and the identifier.
    public var debugDescription: String { "\(type(of: self)) \(name) (\(productID))" }
}

/// A product that is bought whole: it is owned or it is not.
open class NoQuantityProduct: Product, @unchecked Sendable {
    /// Creates a product.
    ///
    /// - Parameters:
    ///   - name: The name for people.
    ///   - description: What the product gives, in a sentence.
    ///   - productID: The identifier the store knows the product by.
    public init(name: String, description: String? = nil, productID: String) {
        super.init(productID: productID, name: name, description: description)
    }
}

/// A product that is bought once and owned for good.
open class NonConsumableProduct: NoQuantityProduct, @unchecked Sendable {
    /// Creates a product.
    ///
    /// - Parameters:
    ///   - name: The name for people.
    ///   - description: What the product gives, in a sentence.
    ///   - productID: The identifier the store knows the product by.
    public override init(name: String, description: String? = nil, productID: String) {
        super.init(name: name, description: description, productID: productID)
    }
}

/// A product that is bought in quantities and used up, such as credits.
///
/// Only the app knows what has been used, so owning some does not unlock a feature by itself: the purchase tracker's
/// `isFeatureEnabledByPastPurchases` does. Too few units keep the feature from being available until it does.
open class ConsumableProduct: Product, @unchecked Sendable {
    /// Creates a product.
    ///
    /// - Parameters:
    ///   - name: The name for people.
    ///   - description: What the product gives, in a sentence.
    ///   - productID: The identifier the store knows the product by.
    public init(name: String, description: String? = nil, productID: String) {
        super.init(productID: productID, name: name, description: description)
    }
}

/// A product that is owned for as long as it is paid for.
open class SubscriptionProduct: NoQuantityProduct, @unchecked Sendable {
    /// Creates a product.
    ///
    /// - Parameters:
    ///   - name: The name for people.
    ///   - description: What the product gives, in a sentence.
    ///   - productID: The identifier the store knows the product by.
    public override init(name: String, description: String? = nil, productID: String) {
        super.init(name: name, description: description, productID: productID)
    }
}

/// A subscription that renews until it is cancelled.
open class AutoRenewingSubscriptionProduct: SubscriptionProduct, @unchecked Sendable {
    /// Creates a product.
    ///
    /// - Parameters:
    ///   - name: The name for people.
    ///   - description: What the product gives, in a sentence.
    ///   - productID: The identifier the store knows the product by.
    public override init(name: String, description: String? = nil, productID: String) {
        super.init(name: name, description: description, productID: productID)
    }
}

/// A subscription for a fixed time, such as a season pass.
open class NonRenewingSubscriptionProduct: SubscriptionProduct, @unchecked Sendable {
    /// Creates a product.
    ///
    /// - Parameters:
    ///   - name: The name for people.
    ///   - description: What the product gives, in a sentence.
    ///   - productID: The identifier the store knows the product by.
    public override init(name: String, description: String? = nil, productID: String) {
        super.init(name: name, description: description, productID: productID)
    }
}

extension [Product] {
    /// Whether one of the products is consumable.
    var hasConsumable: Bool { contains { $0 is ConsumableProduct } }
}

extension Product {
    /// The product with an identifier, if a registered feature of the current runtime requires it.
    public static func productByID(_ productID: String) -> Product? {
        FlintRuntime.current.catalog.products[productID]
    }

    /// Every product that a registered feature of the current runtime requires.
    public static var allProducts: Set<Product> { Set(FlintRuntime.current.catalog.products.values) }
}
