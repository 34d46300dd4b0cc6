// SPDX-License-Identifier: MIT

#if canImport(StoreKit)
    import StoreKit
#endif

package protocol StoreTransactionSource: Sendable {
    /// Observes the store's transactions, both existing and future ones.
    ///
    /// The handler saves a transaction and returns whether it has been saved. The store reports an unsaved transaction
    /// again at the next launch. The handler can be called on any thread, and is called again when a transaction
    /// changes.
    func observe(_ handler: @escaping @Sendable (PurchaseLedger.Transaction) -> Bool) -> ObservationToken
}

package enum SystemStore {
    #if canImport(StoreKit)
        package static let transactions: (any StoreTransactionSource)? = StoreKitTransactions()
    #else
        package static let transactions: (any StoreTransactionSource)? = nil
    #endif
}

#if canImport(StoreKit)
    private struct StoreKitTransactions: StoreTransactionSource {
        func observe(_ handler: @escaping @Sendable (PurchaseLedger.Transaction) -> Bool) -> ObservationToken {
            // The updates are observed first, so that none are missed while the existing transactions are read.
            let updates = Task {
                for await result in StoreKit.Transaction.updates { await Self.take(result, handler) }
            }
            let all = Task {
                for await result in StoreKit.Transaction.all { await Self.take(result, handler) }
            }
            return ObservationToken {
                updates.cancel()
                all.cancel()
            }
        }

        private static func take(
            _ result: StoreKit.VerificationResult<StoreKit.Transaction>,
            _ handler: @Sendable (PurchaseLedger.Transaction) -> Bool
        ) async {
            guard case .verified(let transaction) = result, let kept = PurchaseLedger.Transaction(transaction) else {
                return
            }
            if handler(kept) { await transaction.finish() }
        }
    }

    extension PurchaseLedger.Transaction {
        fileprivate init?(_ transaction: StoreKit.Transaction) {
            let type: PurchaseLedger.ProductType
            switch transaction.productType {
            case .consumable: type = .consumable
            case .nonConsumable: type = .nonConsumable
            case .autoRenewable: type = .autoRenewable
            case .nonRenewable: type = .nonRenewable
            default: return nil
            }
            self.init(
                id: transaction.id, originalID: transaction.originalID, productID: transaction.productID,
                productType: type, purchaseDate: transaction.purchaseDate,
                originalPurchaseDate: transaction.originalPurchaseDate, expirationDate: transaction.expirationDate,
                quantity: transaction.purchasedQuantity)
            ownershipType = transaction.ownershipType == .familyShared ? .familyShared : .purchased
            revocationDate = transaction.revocationDate
            if let reason = transaction.revocationReason {
                revocationReason = reason == .developerIssue ? .developerIssue : .other
            }
            isUpgraded = transaction.isUpgraded
        }
    }
#endif
