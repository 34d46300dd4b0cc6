public import FlintCore

/// A product as a store sells it.
public struct StoreOffer: Sendable, Hashable, Codable, Identifiable {
    /// The identifier the store knows the product by.
    public var productID: String
    /// The feature's name.
    public var name: String
    /// What the product gives, if the store describes it.
    public var description: String?
    /// How it is sold.
    public var type: PurchaseLedger.ProductType
    /// The price as the store shows it, such as "$4.99", if known.
    public var price: String?
    /// The name of the group of subscriptions it belongs to; of one group only one is subscribed to at a time.
    public var subscriptionGroup: String?
    /// How long a period of the subscription lasts; one that renews without saying lasts a month, and one that does
    /// not renew has no end.
    public var subscriptionPeriod: SubscriptionPeriod?

    /// The identity of the offer.
    public var id: String { productID }

    /// Creates an offer.
    ///
    /// - Parameters:
    ///   - productID: The identifier the store knows the product by.
    ///   - name: The name for people.
    ///   - description: What the product gives.
    ///   - type: How it is sold.
    ///   - price: The price as the store shows it.
    ///   - subscriptionGroup: The name of the group of subscriptions it belongs to.
    ///   - subscriptionPeriod: How long a period of the subscription lasts.
    public init(
        productID: String, name: String, description: String? = nil, type: PurchaseLedger.ProductType,
        price: String? = nil, subscriptionGroup: String? = nil, subscriptionPeriod: SubscriptionPeriod? = nil
    ) {
        self.productID = productID
        self.name = name
        self.description = description
        self.type = type
        self.price = price
        self.subscriptionGroup = subscriptionGroup
        self.subscriptionPeriod = subscriptionPeriod
    }

    /// Creates an offer of a product of an app.
    ///
    /// - Parameters:
    ///   - product: The product, which gives the identifier, the name, the description and the type.
    ///   - price: The price as the store shows it.
    ///   - subscriptionGroup: The name of the group of subscriptions it belongs to.
    ///   - subscriptionPeriod: How long a period of the subscription lasts.
    public init(
        _ product: Product, price: String? = nil, subscriptionGroup: String? = nil,
        subscriptionPeriod: SubscriptionPeriod? = nil
    ) {
        self.init(
            productID: product.productID, name: product.name, description: product.description,
            type: PurchaseLedger.ProductType(product), price: price, subscriptionGroup: subscriptionGroup,
            subscriptionPeriod: subscriptionPeriod)
    }
}
