#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension PurchaseLedger {
    /// The type of a product, in StoreKit's terms.
    public enum ProductType: String, Sendable, Hashable, Codable, CaseIterable {
        /// A consumable product.
        case consumable
        /// A non-consumable product.
        case nonConsumable = "non-consumable"
        /// A subscription that renews until it is cancelled.
        case autoRenewable = "auto-renewable"
        /// A subscription that does not renew.
        case nonRenewable = "non-renewable"

        /// Creates the type from the class of a product; a subclass of ``SubscriptionProduct`` counts as non-renewing.
        public init(_ product: Product) {
            switch product {
            case is ConsumableProduct: self = .consumable
            case is AutoRenewingSubscriptionProduct: self = .autoRenewable
            case is SubscriptionProduct: self = .nonRenewable
            default: self = .nonConsumable
            }
        }
    }

    /// A purchase or a renewal, in StoreKit's terms.
    public struct Transaction: Sendable, Hashable, Codable, Identifiable {
        /// The reason a transaction was revoked.
        public enum RevocationReason: String, Sendable, Hashable, Codable, CaseIterable {
            /// A problem with the app.
            case developerIssue = "developer-issue"
            /// Any other reason, such as a purchase by mistake.
            case other
        }

        /// The ownership of a purchase.
        public enum OwnershipType: String, Sendable, Hashable, Codable, CaseIterable {
            /// The user bought it.
            case purchased
            /// A family member shares the purchase.
            case familyShared = "family-shared"
        }

        /// The identifier, unique among transactions.
        public var id: UInt64
        /// The identifier of a subscription's first transaction; otherwise ``id``.
        public var originalID: UInt64
        /// The product.
        public var productID: String
        /// The type of the product.
        public var productType: ProductType
        /// The purchase date.
        public var purchaseDate: Date
        /// The purchase date of a subscription's first transaction.
        public var originalPurchaseDate: Date
        /// The expiration date; `nil` for purchases that do not expire.
        public var expirationDate: Date?
        /// The date of the revocation, if any.
        public var revocationDate: Date?
        /// The reason for the revocation.
        public var revocationReason: RevocationReason?
        /// The number of units, at least 1.
        public var quantity: Int
        /// Whether the user has switched to another subscription of the group, so that this one no longer counts.
        public var isUpgraded: Bool
        /// The ownership of a purchase.
        public var ownershipType: OwnershipType

        /// Creates a transaction.
        ///
        /// - Parameters:
        ///   - id: A number that no other transaction has.
        ///   - originalID: The first transaction of the subscription this one renews; by default, itself.
        ///   - product: The product.
        ///   - purchaseDate: When it was paid for.
        ///   - originalPurchaseDate: When the first transaction was paid for; by default, when this one was.
        ///   - expirationDate: When what was paid for ends, if it does.
        ///   - quantity: How many units were bought; less than 1 counts as 1.
        ///   - revocationDate: When it was revoked; `nil` if it was not.
        ///   - isUpgraded: Whether the user has moved on to another subscription of the group, so that this one no longer
        ///     counts.
        public init(
            id: UInt64, originalID: UInt64? = nil, product: Product, purchaseDate: Date,
            originalPurchaseDate: Date? = nil, expirationDate: Date? = nil, quantity: Int = 1,
            revocationDate: Date? = nil, isUpgraded: Bool = false
        ) {
            self.init(
                id: id, originalID: originalID, productID: product.productID, productType: ProductType(product),
                purchaseDate: purchaseDate, originalPurchaseDate: originalPurchaseDate, expirationDate: expirationDate,
                quantity: quantity)
            self.revocationDate = revocationDate
            self.isUpgraded = isUpgraded
        }

        /// Creates a transaction of a product that is known by its identifier.
        public init(
            id: UInt64, originalID: UInt64? = nil, productID: String, productType: ProductType, purchaseDate: Date,
            originalPurchaseDate: Date? = nil, expirationDate: Date? = nil, quantity: Int = 1
        ) {
            self.id = id
            self.originalID = originalID ?? id
            self.productID = productID
            self.productType = productType
            self.purchaseDate = purchaseDate
            self.originalPurchaseDate = originalPurchaseDate ?? purchaseDate
            self.expirationDate = expirationDate
            self.quantity = max(1, quantity)
            self.isUpgraded = false
            self.ownershipType = .purchased
        }

        /// Decodes a transaction; only the identifiers, the type and the date of purchase must be there.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            try self.init(
                id: container.decode(UInt64.self, forKey: .id),
                originalID: container.decodeIfPresent(UInt64.self, forKey: .originalID),
                productID: container.decode(String.self, forKey: .productID),
                productType: container.decode(ProductType.self, forKey: .productType),
                purchaseDate: container.decode(Date.self, forKey: .purchaseDate),
                originalPurchaseDate: container.decodeIfPresent(Date.self, forKey: .originalPurchaseDate),
                expirationDate: container.decodeIfPresent(Date.self, forKey: .expirationDate),
                quantity: container.decodeIfPresent(Int.self, forKey: .quantity) ?? 1)
            ownershipType = try container.decodeIfPresent(OwnershipType.self, forKey: .ownershipType) ?? .purchased
            revocationDate = try container.decodeIfPresent(Date.self, forKey: .revocationDate)
            revocationReason = try container.decodeIfPresent(RevocationReason.self, forKey: .revocationReason)
            isUpgraded = try container.decodeIfPresent(Bool.self, forKey: .isUpgraded) ?? false
        }

        /// Returns whether the purchase is valid on a date.
        ///
        /// - Parameter date: The moment; the end of what was paid for no longer belongs to it.
        /// - Returns: Whether it was paid for by then, has not ended, and was not revoked.
        public func isValid(at date: Date) -> Bool {
            purchaseDate <= date && !isUpgraded
                && (expirationDate.map { date < $0 } ?? true)
                && (revocationDate.map { date < $0 } ?? true)
        }

        /// Whether one transaction was made before another.
        static func isBefore(_ lhs: Transaction, _ rhs: Transaction) -> Bool {
            (lhs.purchaseDate, lhs.id) < (rhs.purchaseDate, rhs.id)
        }
    }

    /// Units of a consumable product that were consumed together.
    public struct Consumption: Sendable, Hashable, Codable, Identifiable {
        /// The identifier, unique among consumptions.
        public var id: UInt64
        /// The product.
        public var productID: String
        /// The number of units.
        public var quantity: Int
        /// When.
        public var date: Date

        /// Creates a consumption.
        public init(id: UInt64, productID: String, quantity: Int, date: Date) {
            self.id = id
            self.productID = productID
            self.quantity = quantity
            self.date = date
        }

        /// Whether one consumption happened before another.
        static func isBefore(_ lhs: Consumption, _ rhs: Consumption) -> Bool {
            (lhs.date, lhs.id) < (rhs.date, rhs.id)
        }
    }
}
