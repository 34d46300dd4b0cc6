#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension PurchaseLedger {
    /// How a product is sold, in StoreKit's words.
    public enum ProductType: String, Sendable, Hashable, Codable, CaseIterable {
        /// Bought in quantities and used up.
        case consumable
        /// Bought once and owned for good.
        case nonConsumable = "non-consumable"
        /// A subscription that renews until it is cancelled.
        case autoRenewable = "auto-renewable"
        /// A subscription for a fixed time.
        case nonRenewable = "non-renewable"

        /// How a product is sold, from its class; a subscription of a class of its own counts as one for a time.
        public init(_ product: Product) {
            switch product {
            case is ConsumableProduct: self = .consumable
            case is AutoRenewingSubscriptionProduct: self = .autoRenewable
            case is SubscriptionProduct: self = .nonRenewable
            default: self = .nonConsumable
            }
        }
    }

    /// One purchase or one renewal that was paid for, in StoreKit's terms.
    public struct Transaction: Sendable, Hashable, Codable, Identifiable {
        /// Why a transaction was revoked.
        public enum RevocationReason: String, Sendable, Hashable, Codable, CaseIterable {
            /// The app did not do what it should.
            case developerIssue = "developer-issue"
            /// Anything else, such as a purchase made by mistake or the end of sharing.
            case other
        }

        /// How the user came by the product.
        public enum OwnershipType: String, Sendable, Hashable, Codable, CaseIterable {
            /// The user bought it.
            case purchased
            /// A member of the family did.
            case familyShared = "family-shared"
        }

        /// A number that no other transaction has.
        public var id: UInt64
        /// The identifier of the first transaction of a subscription that was renewed; else its own.
        public var originalID: UInt64
        /// The product.
        public var productID: String
        /// How the product is sold.
        public var productType: ProductType
        /// When it was paid for.
        public var purchaseDate: Date
        /// When the first transaction of a subscription that was renewed was paid for.
        public var originalPurchaseDate: Date
        /// When what was paid for ends; `nil` if it does not.
        public var expirationDate: Date?
        /// When it was revoked; `nil` if it was not.
        public var revocationDate: Date?
        /// Why it was revoked.
        public var revocationReason: RevocationReason?
        /// How many units were bought, at least 1.
        public var quantity: Int
        /// Whether the user has moved on to another subscription of the group, so that this one no longer counts.
        public var isUpgraded: Bool
        /// How the user came by the product.
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

        /// Whether what was bought may be used at a moment.
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

    /// Units of a consumable product that have been used up at once.
    public struct Consumption: Sendable, Hashable, Codable, Identifiable {
        /// A number that no other consumption has.
        public var id: UInt64
        /// The product.
        public var productID: String
        /// How many units.
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
