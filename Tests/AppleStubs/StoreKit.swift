// swift-format-ignore-file
// The part of StoreKit that the sources use, with its public signatures and no implementation, so that names and types
// are checked where StoreKit is missing.

import Foundation

/// A product of the App Store.
public struct Product: Sendable {
    /// The way in which a product is sold.
    public struct ProductType: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let consumable = ProductType(rawValue: "Consumable")
        public static let nonConsumable = ProductType(rawValue: "Non-Consumable")
        public static let nonRenewable = ProductType(rawValue: "Non-Renewing Subscription")
        public static let autoRenewable = ProductType(rawValue: "Auto-Renewable Subscription")
    }
}

/// A value with the result of verifying its signature.
public enum VerificationResult<SignedType> {
    /// The error of an invalid signature.
    public enum VerificationError: Error {
        case invalidSignature
    }

    case unverified(SignedType, VerificationError)
    case verified(SignedType)
}

extension VerificationResult: Sendable where SignedType: Sendable {}

/// A purchase or a renewal.
public struct Transaction: Identifiable, Sendable {
    /// The reason of a revocation.
    public struct RevocationReason: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        public static let developerIssue = RevocationReason(rawValue: 1)
        public static let other = RevocationReason(rawValue: 0)
    }

    /// The way in which the user owns the product.
    public struct OwnershipType: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let purchased = OwnershipType(rawValue: "PURCHASED")
        public static let familyShared = OwnershipType(rawValue: "FAMILY_SHARED")
    }

    public let id: UInt64
    public let originalID: UInt64
    public let productID: String
    public let productType: Product.ProductType
    public let purchaseDate: Date
    public let originalPurchaseDate: Date
    public let expirationDate: Date?
    public let revocationDate: Date?
    public let revocationReason: RevocationReason?
    public let purchasedQuantity: Int
    public let isUpgraded: Bool
    public let ownershipType: OwnershipType

    public func finish() async {}

    /// Transactions, one after the other.
    public struct Transactions: AsyncSequence, Sendable {
        public struct AsyncIterator: AsyncIteratorProtocol {
            public mutating func next() async -> VerificationResult<Transaction>? { nil }
        }

        public typealias Element = VerificationResult<Transaction>

        public func makeAsyncIterator() -> AsyncIterator { AsyncIterator() }
    }

    public static var all: Transactions { Transactions() }
    public static var updates: Transactions { Transactions() }
}

/// The country of the App Store.
public struct Storefront: Hashable, Sendable {
    public let countryCode: String
    public let id: String

    public static var current: Storefront? { get async { nil } }
}
