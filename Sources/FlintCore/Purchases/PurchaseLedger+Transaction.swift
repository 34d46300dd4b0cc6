// SPDX-License-Identifier: MIT

import FlintFoundation

extension PurchaseLedger {
    /// The type of a product, in StoreKit's terms.
    public enum ProductType: String, Sendable, Hashable, Codable, CaseIterable {
        /// A product that is bought in quantities and consumed.
        case consumable
        /// A product that is bought once and owned permanently.
        case nonConsumable = "non-consumable"
        /// A subscription that renews until it is canceled.
        case autoRenewable = "auto-renewable"
        /// A subscription that does not renew.
        case nonRenewable = "non-renewable"

        /// Creates the product type that corresponds to a product's class.
        ///
        /// A ``SubscriptionProduct`` of another class counts as non-renewing.
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
    ///
    /// The ``PurchaseLedger`` stores one transaction for each ``id``. See ``isValid(at:)`` for the period in which a
    /// transaction counts.
    public struct Transaction: Sendable, Hashable, Codable, Identifiable {
        /// The reason a transaction was revoked.
        public enum RevocationReason: String, Sendable, Hashable, Codable, CaseIterable {
            /// An actual or perceived problem with the app.
            case developerIssue = "developer-issue"
            /// Any other reason, such as an accidental purchase.
            case other
        }

        /// The relationship between the user and a purchase.
        public enum OwnershipType: String, Sendable, Hashable, Codable, CaseIterable {
            /// The user bought the product.
            case purchased
            /// A family member shares the purchase with the user.
            case familyShared = "family-shared"
        }

        /// The identifier, which is unique among transactions.
        public var id: UInt64
        /// The identifier of a subscription's first transaction; otherwise ``id``.
        public var originalID: UInt64
        /// The identifier of the purchased product in the store.
        public var productID: String
        /// The type of the purchased product, which determines whether the transaction counts toward a balance.
        public var productType: ProductType
        /// The date of the purchase or renewal.
        public var purchaseDate: Date
        /// The date of a subscription's first purchase; otherwise ``purchaseDate``.
        public var originalPurchaseDate: Date
        /// The expiration date, or `nil` for purchases that do not expire.
        public var expirationDate: Date?
        /// The date of the revocation, or `nil` if the transaction was not revoked.
        public var revocationDate: Date?
        /// The reason for the revocation, or `nil` if it is unknown or the transaction was not revoked.
        public var revocationReason: RevocationReason?
        /// The number of units, at least 1.
        public var quantity: Int
        /// Whether the user has switched to another subscription in the group.
        ///
        /// Such a transaction no longer counts.
        public var isUpgraded: Bool
        /// Whether the user bought the product or a family member shares it.
        public var ownershipType: OwnershipType

        /// Creates a transaction for a product.
        ///
        /// - Parameters:
        ///   - id: The identifier, which is unique among transactions.
        ///   - originalID: The identifier of the subscription's first transaction. The default is `id`.
        ///   - product: The product that was purchased.
        ///   - purchaseDate: The date of the purchase or renewal.
        ///   - originalPurchaseDate: The date of the subscription's first purchase. The default is `purchaseDate`.
        ///   - expirationDate: The expiration date, or `nil` for a purchase that does not expire.
        ///   - quantity: The number of units. A value less than 1 is treated as 1.
        ///   - revocationDate: The date of the revocation, or `nil` if the transaction was not revoked.
        ///   - isUpgraded: Whether the user has switched to another subscription in the group, so that this transaction
        ///     no longer counts.
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

        /// Creates a transaction for a product identifier.
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

        /// Decodes a transaction.
        ///
        /// Only `id`, `productID`, `productType` and `purchaseDate` are required.
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

        /// Returns whether the transaction counts on a date.
        ///
        /// - Parameter date: The date to check. A transaction no longer counts on its expiration date.
        /// - Returns: Whether the transaction was made by the date, and is neither expired nor revoked nor upgraded.
        public func isValid(at date: Date) -> Bool {
            purchaseDate <= date && !isUpgraded
                && (expirationDate.map { date < $0 } ?? true)
                && (revocationDate.map { date < $0 } ?? true)
        }

        static func isBefore(_ lhs: Transaction, _ rhs: Transaction) -> Bool {
            (lhs.purchaseDate, lhs.id) < (rhs.purchaseDate, rhs.id)
        }
    }

    /// Units of a consumable product that were consumed together.
    public struct Consumption: Sendable, Hashable, Codable, Identifiable {
        /// The identifier, which is unique among consumptions.
        public var id: UInt64
        /// The identifier of the consumed product in the store.
        public var productID: String
        /// The number of consumed units.
        public var quantity: Int
        /// The date on which the units were consumed.
        public var date: Date

        /// Creates a record of consumed units.
        public init(id: UInt64, productID: String, quantity: Int, date: Date) {
            self.id = id
            self.productID = productID
            self.quantity = quantity
            self.date = date
        }

        static func isBefore(_ lhs: Consumption, _ rhs: Consumption) -> Bool {
            (lhs.date, lhs.id) < (rhs.date, rhs.id)
        }
    }
}
