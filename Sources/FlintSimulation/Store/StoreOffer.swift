// SPDX-License-Identifier: MIT

public import FlintCore

/// A product with the terms under which a store sells it.
///
/// Pass offers to a ``SimulatedStore``, or read them from an Xcode file with ``StoreKitConfiguration``. Offers give the
/// store prices, subscription periods, and subscription groups. The store also sells products without an offer.
///
/// ```swift
/// let offer = StoreOffer(premium, price: "$4.99", subscriptionPeriod: SubscriptionPeriod("P1M"))
/// ```
public struct StoreOffer: Sendable, Hashable, Codable, Identifiable {
    /// The product's identifier in the store.
    public var productID: String
    /// The product's display name.
    public var name: String
    /// The product's description in the store.
    public var description: String?
    /// The kind of product: consumable, non-consumable, or a subscription.
    public var type: PurchaseLedger.ProductType
    /// The display price, such as "$4.99".
    public var price: String?
    /// The display name of the subscription group.
    public var subscriptionGroup: String?
    /// The identifier of the subscription group, or `nil` if the name identifies the group.
    ///
    /// A user has at most one active subscription in a group.
    public var subscriptionGroupID: String?
    /// The level of service in the subscription group, where 1 is the highest.
    ///
    /// A change to a higher level takes effect immediately, and a change to a lower one when the subscription renews.
    /// Without levels, or on the same level, a change takes effect immediately if the periods are equally long,
    /// otherwise when the subscription renews.
    public var subscriptionLevel: Int?
    /// The duration of one subscription period.
    ///
    /// If it is `nil`, an auto-renewable subscription renews monthly and a non-renewing subscription never ends.
    public var subscriptionPeriod: SubscriptionPeriod?

    var groupIdentity: String? {
        // The prefix keeps a name apart from another group's identifier.
        subscriptionGroupID.map { "id \($0)" } ?? subscriptionGroup.map { "name \($0)" }
    }

    /// The offer's identity, which is the product identifier.
    public var id: String { productID }

    /// Creates an offer.
    ///
    /// - Parameters:
    ///   - productID: The product's identifier in the store.
    ///   - name: The display name.
    ///   - description: The product's description.
    ///   - type: The kind of product.
    ///   - price: The display price, such as "$4.99".
    ///   - subscriptionGroup: The display name of the subscription group.
    ///   - subscriptionPeriod: The duration of one subscription period.
    ///   - subscriptionGroupID: The identifier of the subscription group. The default is its name.
    ///   - subscriptionLevel: The level of service in the group, where 1 is the highest.
    public init(
        productID: String, name: String, description: String? = nil, type: PurchaseLedger.ProductType,
        price: String? = nil, subscriptionGroup: String? = nil, subscriptionPeriod: SubscriptionPeriod? = nil,
        subscriptionGroupID: String? = nil, subscriptionLevel: Int? = nil
    ) {
        self.productID = productID
        self.name = name
        self.description = description
        self.type = type
        self.price = price
        self.subscriptionGroup = subscriptionGroup
        self.subscriptionPeriod = subscriptionPeriod
        self.subscriptionGroupID = subscriptionGroupID
        self.subscriptionLevel = subscriptionLevel
    }

    /// Creates an offer for one of the app's products.
    ///
    /// - Parameters:
    ///   - product: The product, which supplies the identifier, name, description, and type.
    ///   - price: The display price, such as "$4.99".
    ///   - subscriptionGroup: The display name of the subscription group.
    ///   - subscriptionPeriod: The duration of one subscription period.
    ///   - subscriptionGroupID: The identifier of the subscription group. The default is its name.
    ///   - subscriptionLevel: The level of service in the group, where 1 is the highest.
    public init(
        _ product: Product, price: String? = nil, subscriptionGroup: String? = nil,
        subscriptionPeriod: SubscriptionPeriod? = nil, subscriptionGroupID: String? = nil, subscriptionLevel: Int? = nil
    ) {
        self.init(
            productID: product.productID, name: product.name, description: product.description,
            type: PurchaseLedger.ProductType(product), price: price, subscriptionGroup: subscriptionGroup,
            subscriptionPeriod: subscriptionPeriod, subscriptionGroupID: subscriptionGroupID,
            subscriptionLevel: subscriptionLevel)
    }
}
