/// A product some feature refers to, with its real and its effective status.
public struct ProductSnapshot: Codable, Sendable, Hashable, Identifiable {
    /// How a product is sold.
    public enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
        /// Bought once and owned for good.
        case nonConsumable = "non-consumable"
        /// Bought in quantities and used up.
        case consumable
        /// A subscription that renews by itself.
        case autoRenewingSubscription = "auto-renewing-subscription"
        /// A subscription for a fixed time.
        case nonRenewingSubscription = "non-renewing-subscription"

        /// The position of the kind in lists.
        public var order: Int {
            switch self {
            case .nonConsumable: 0
            case .consumable: 1
            case .autoRenewingSubscription: 2
            case .nonRenewingSubscription: 3
            }
        }
    }

    /// The identifier the store knows the product by.
    public var productID: String
    /// The name for people.
    public var name: String
    /// What the product gives, if the app describes it.
    public var description: String?
    /// How it is sold.
    public var type: Kind
    /// The store's own status.
    public var status: PurchaseStatus
    /// What the status has been overridden with, if it has.
    public var override: PurchaseStatus?
    /// What the features see.
    public var effective: PurchaseStatus
    /// How many units are left of a consumable product, if the store knows.
    public var balance: Int?
    /// The price as the store shows it, such as "$4.99", if known.
    public var price: String?
    /// The name of the group of subscriptions it belongs to, if it belongs to one.
    public var subscriptionGroup: String?
    /// How long one period of the subscription lasts, in ISO 8601, such as `P1M`, if the store knows.
    public var subscriptionPeriod: String?
    /// The renewal state of the subscription, if the store knows.
    public var subscription: SubscriptionSnapshot?
    /// The ids of the features that refer to it; `nil` in lists, see ``Inspector/usage(of:)``.
    public var features: [String]?

    /// The identity of the product.
    public var id: String { productID }

    /// Creates a product's snapshot from its parts.
    public init(
        productID: String, name: String, description: String?, type: Kind, status: PurchaseStatus,
        override: PurchaseStatus?, effective: PurchaseStatus, balance: Int?, features: [String]?
    ) {
        self.productID = productID
        self.name = name
        self.description = description
        self.type = type
        self.status = status
        self.override = override
        self.effective = effective
        self.balance = balance
        self.features = features
    }

    /// Encodes every key, with an explicit `null` for what is absent.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(productID, forKey: .productID)
        try container.encode(name, forKey: .name)
        try container.encode(description, forKey: .description)
        try container.encode(type, forKey: .type)
        try container.encode(status, forKey: .status)
        try container.encode(override, forKey: .override)
        try container.encode(effective, forKey: .effective)
        try container.encode(balance, forKey: .balance)
        try container.encode(price, forKey: .price)
        try container.encode(subscriptionGroup, forKey: .subscriptionGroup)
        try container.encode(subscriptionPeriod, forKey: .subscriptionPeriod)
        try container.encode(subscription, forKey: .subscription)
        try container.encode(features, forKey: .features)
    }
}
