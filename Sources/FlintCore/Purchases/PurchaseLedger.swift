#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    public import Foundation
#endif

/// Every purchase that was made, what became of it, and how subscriptions renew.
///
/// A ledger only ever learns of purchases that were made: one that failed or is still pending is no transaction, so
/// it can take nothing away. The status follows from the transactions and from the date in question; the ledger
/// itself has no clock.
///
/// ```swift
/// var ledger = PurchaseLedger()
/// ledger.record(PurchaseLedger.Transaction(
///     id: ledger.nextTransactionID, productID: "premium", productType: .autoRenewable,
///     purchaseDate: january1st, expirationDate: february1st))
/// ledger.isSubscriptionActive("premium", at: january10th)     // true
/// ledger.nextChange(after: january10th)                       // february1st
/// ```
public struct PurchaseLedger: Sendable, Hashable {
    /// The transactions of each product, in the order in which they were made.
    private var byProduct: [String: [Transaction]] = [:]
    /// The product of each transaction.
    private var productIDs: [UInt64: String] = [:]
    /// The renewals of subscriptions, by product identifier.
    public private(set) var renewals: [String: RenewalInfo] = [:]
    /// The consumed units, oldest first.
    public private(set) var consumptions: [Consumption] = []

    /// Creates an empty ledger.
    public init() {}

    /// Every transaction, oldest first.
    public var transactions: [Transaction] {
        byProduct.values.joined().sorted(by: Transaction.isBefore)
    }

    /// The identifiers of the known products, sorted.
    public var productsKnown: [String] {
        Set(byProduct.keys).union(renewals.keys).union(consumptions.map(\.productID)).sorted()
    }

    /// Returns the transactions of a product, oldest first.
    public func transactions(of productID: String) -> [Transaction] {
        byProduct[productID] ?? []
    }

    /// Returns the transaction with an identifier.
    public func transaction(withID id: UInt64) -> Transaction? {
        productIDs[id].flatMap { byProduct[$0] }?.first { $0.id == id }
    }

    /// The next unused identifier.
    public var nextTransactionID: UInt64 {
        let highest = max(productIDs.keys.max() ?? 0, consumptions.map(\.id).max() ?? 0)
        if highest < .max { return highest + 1 }
        let taken = Set(productIDs.keys).union(consumptions.map(\.id))
        return (1...UInt64.max).first { !taken.contains($0) } ?? 0
    }
}

// MARK: - Changes

extension PurchaseLedger {
    /// Records a transaction.
    ///
    /// - Parameter transaction: What was bought. If the ledger has a transaction of this identifier already, the new
    ///   one takes its place, except that what was revoked stays revoked from the earliest moment.
    public mutating func record(_ transaction: Transaction) {
        var transaction = transaction
        if let known = self.transaction(withID: transaction.id) {
            byProduct[known.productID]?.removeAll { $0.id == known.id }
            if byProduct[known.productID]?.isEmpty == true { byProduct[known.productID] = nil }
            if let earlier = known.revocationDate, transaction.revocationDate.map({ earlier < $0 }) ?? true {
                transaction.revocationDate = earlier
                transaction.revocationReason = known.revocationReason
            }
        }
        productIDs[transaction.id] = transaction.productID
        var list = byProduct[transaction.productID] ?? []
        // Nearly always the newest, so looked for from the end.
        let index = list.lastIndex { Transaction.isBefore($0, transaction) }.map { $0 + 1 } ?? 0
        list.insert(transaction, at: index)
        byProduct[transaction.productID] = list
    }

    /// Revokes a transaction; one that has been revoked already keeps its earlier date.
    ///
    /// - Parameters:
    ///   - id: The identifier of the transaction.
    ///   - date: From when on it no longer counts.
    ///   - reason: Why.
    /// - Returns: Whether there is such a transaction.
    @discardableResult
    public mutating func revoke(_ id: UInt64, at date: Date, reason: Transaction.RevocationReason) -> Bool {
        guard var transaction = transaction(withID: id) else { return false }
        transaction.revocationDate = date
        transaction.revocationReason = reason
        record(transaction)
        return true
    }

    /// Removes a transaction, as if it had never been made.
    ///
    /// - Parameter id: The identifier of the transaction.
    /// - Returns: The transaction; `nil` if there is none with the identifier.
    @discardableResult
    public mutating func remove(_ id: UInt64) -> Transaction? {
        guard let transaction = transaction(withID: id) else { return nil }
        productIDs[id] = nil
        byProduct[transaction.productID]?.removeAll { $0.id == id }
        if byProduct[transaction.productID]?.isEmpty == true { byProduct[transaction.productID] = nil }
        return transaction
    }

    /// Sets the renewal of a subscription; `nil` removes it.
    public mutating func setRenewal(_ renewal: RenewalInfo?, of productID: String) {
        renewals[productID] = renewal
    }

    /// Records consumed units of a consumable product.
    ///
    /// A consumption of an identifier that is known already changes nothing.
    public mutating func record(_ consumption: Consumption) {
        guard !consumptions.contains(where: { $0.id == consumption.id }) else { return }
        let index = consumptions.lastIndex { Consumption.isBefore($0, consumption) }.map { $0 + 1 } ?? 0
        consumptions.insert(consumption, at: index)
    }

    /// Takes over what another ledger knows.
    ///
    /// Transactions of both are kept, distinguished by their identifiers. Where both have one, the other ledger's
    /// counts, except that what was revoked stays revoked; the same holds for renewals. Merging the same ledger again
    /// changes nothing.
    public mutating func merge(_ other: PurchaseLedger) {
        for transaction in other.transactions { record(transaction) }
        renewals.merge(other.renewals) { $1 }
        for consumption in other.consumptions { record(consumption) }
    }
}

// MARK: - Saving

extension PurchaseLedger: Codable {
    private enum CodingKeys: CodingKey {
        case transactions
        case renewals
        case consumptions
    }

    /// Decodes a ledger; of several transactions with the same identifier the last one counts.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        for transaction in try container.decode([Transaction].self, forKey: .transactions) { record(transaction) }
        renewals = try container.decodeIfPresent([String: RenewalInfo].self, forKey: .renewals) ?? [:]
        for consumption in try container.decodeIfPresent([Consumption].self, forKey: .consumptions) ?? [] {
            record(consumption)
        }
    }

    /// Encodes the transactions, the renewals, and what was used up.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(transactions, forKey: .transactions)
        try container.encode(renewals, forKey: .renewals)
        try container.encode(consumptions, forKey: .consumptions)
    }
}
