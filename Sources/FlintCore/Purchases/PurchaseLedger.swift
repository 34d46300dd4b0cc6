// SPDX-License-Identifier: MIT

import FlintFoundation

/// A record of purchases, revocations, subscription renewals and consumed units.
///
/// The ledger contains only completed purchases. A failed or pending purchase is not a transaction and never changes
/// the ledger. The status of a product depends on its transactions, its renewal information, and a date that the caller
/// passes. The ledger has no clock.
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
    /// The transactions by product identifier, oldest first.
    private var byProduct: [String: [Transaction]] = [:]
    private var productIDs: [UInt64: String] = [:]
    /// The renewal information of subscriptions, by product identifier.
    public private(set) var renewals: [String: RenewalInfo] = [:]
    /// The consumptions, oldest first.
    public private(set) var consumptions: [Consumption] = []

    /// Creates an empty ledger.
    public init() {}

    /// Every transaction, oldest first.
    public var transactions: [Transaction] {
        byProduct.values.joined().sorted(by: Transaction.isBefore)
    }

    /// The identifiers of all products with transactions, renewals or consumptions, sorted.
    public var knownProductIDs: [String] {
        Set(byProduct.keys).union(renewals.keys).union(consumptions.map(\.productID)).sorted()
    }

    /// Returns the transactions of a product, oldest first.
    public func transactions(of productID: String) -> [Transaction] {
        byProduct[productID] ?? []
    }

    /// Returns the transaction with an identifier, or `nil` if the ledger does not contain it.
    public func transaction(withID id: UInt64) -> Transaction? {
        productIDs[id].flatMap { byProduct[$0] }?.first { $0.id == id }
    }

    /// The next unused identifier for transactions and consumptions.
    public var nextTransactionID: UInt64 {
        let highest = max(productIDs.keys.max() ?? 0, consumptions.map(\.id).max() ?? 0)
        if highest < .max { return highest + 1 }
        // The highest number is taken, so the search begins at the lowest one.
        let taken = Set(productIDs.keys).union(consumptions.map(\.id))
        return (1...UInt64.max).first { !taken.contains($0) } ?? 0
    }
}

// MARK: - Changes

extension PurchaseLedger {
    /// Records a transaction.
    ///
    /// - Parameter transaction: The transaction, which replaces a recorded transaction with the same identifier. If
    ///   either of them is revoked, the ledger's transaction is revoked as of the earlier revocation date.
    public mutating func record(_ transaction: Transaction) {
        var transaction = transaction
        if let known = self.transaction(withID: transaction.id) {
            byProduct[known.productID]?.removeAll { $0.id == known.id }
            if byProduct[known.productID]?.isEmpty == true { byProduct[known.productID] = nil }
            // An older copy of a transaction does not undo a refund.
            if let earlier = known.revocationDate, transaction.revocationDate.map({ earlier < $0 }) ?? true {
                transaction.revocationDate = earlier
                transaction.revocationReason = known.revocationReason
            }
        }
        productIDs[transaction.id] = transaction.productID
        var list = byProduct[transaction.productID] ?? []
        // A transaction is nearly always the newest, so the search starts at the end.
        let index = list.lastIndex { Transaction.isBefore($0, transaction) }.map { $0 + 1 } ?? 0
        list.insert(transaction, at: index)
        byProduct[transaction.productID] = list
    }

    /// Revokes a transaction.
    ///
    /// A transaction that has already been revoked as of an earlier date keeps that date and its reason.
    ///
    /// - Parameters:
    ///   - id: The identifier of the transaction.
    ///   - date: The date from which the transaction no longer counts.
    ///   - reason: The reason for the revocation.
    /// - Returns: Whether the ledger contains the transaction.
    @discardableResult
    public mutating func revoke(_ id: UInt64, at date: Date, reason: Transaction.RevocationReason) -> Bool {
        guard var transaction = transaction(withID: id) else { return false }
        transaction.revocationDate = date
        transaction.revocationReason = reason
        record(transaction)
        return true
    }

    /// Removes a transaction, as if it had never been recorded.
    ///
    /// - Parameter id: The identifier of the transaction.
    /// - Returns: The removed transaction, or `nil` if no transaction has the identifier.
    @discardableResult
    public mutating func remove(_ id: UInt64) -> Transaction? {
        guard let transaction = transaction(withID: id) else { return nil }
        productIDs[id] = nil
        byProduct[transaction.productID]?.removeAll { $0.id == id }
        if byProduct[transaction.productID]?.isEmpty == true { byProduct[transaction.productID] = nil }
        return transaction
    }

    /// Sets the renewal information of a subscription, or removes it if `renewal` is `nil`.
    public mutating func setRenewal(_ renewal: RenewalInfo?, of productID: String) {
        renewals[productID] = renewal
    }

    /// Records consumed units of a consumable product.
    ///
    /// A consumption whose identifier is already recorded has no effect.
    public mutating func record(_ consumption: Consumption) {
        guard !consumptions.contains(where: { $0.id == consumption.id }) else { return }
        let index = consumptions.lastIndex { Consumption.isBefore($0, consumption) }.map { $0 + 1 } ?? 0
        consumptions.insert(consumption, at: index)
    }

    /// Merges another ledger into this one.
    ///
    /// The result contains the transactions, renewals and consumptions of both ledgers. If both contain the same
    /// transaction or renewal, the other ledger's version is used, but revoked transactions remain revoked. Merging the
    /// same ledger again has no effect.
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

    /// Decodes a ledger.
    ///
    /// If several transactions have the same identifier, the last one is used.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        for transaction in try container.decode([Transaction].self, forKey: .transactions) { record(transaction) }
        renewals = try container.decodeIfPresent([String: RenewalInfo].self, forKey: .renewals) ?? [:]
        for consumption in try container.decodeIfPresent([Consumption].self, forKey: .consumptions) ?? [] {
            record(consumption)
        }
    }

    /// Encodes the transactions, renewals and consumptions.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(transactions, forKey: .transactions)
        try container.encode(renewals, forKey: .renewals)
        try container.encode(consumptions, forKey: .consumptions)
    }
}
