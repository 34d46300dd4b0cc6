#if canImport(StoreKit)
    import StoreKit
#endif

/// A store that reports the transactions of this app's user.
package protocol StoreTransactionSource: Sendable {
    /// Reports every transaction the store knows, and then each later one.
    ///
    /// - Parameter handler: Saves a transaction and returns whether it is saved; one that is not will be reported again
    ///   the next time. Called on any thread, and more than once for a transaction that changes.
    /// - Returns: A handle that ends the observation when it is released.
    func observe(_ handler: @escaping @Sendable (PurchaseLedger.Transaction) -> Bool) -> ObservationToken
}

/// The store of the operating system.
package enum SystemStore {
    #if canImport(StoreKit)
        /// StoreKit.
        package static let transactions: (any StoreTransactionSource)? = StoreKitTransactions()
    #else
        /// None.
        package static let transactions: (any StoreTransactionSource)? = nil
    #endif
}

#if canImport(StoreKit)
    /// The transactions of StoreKit.
    private struct StoreKitTransactions: StoreTransactionSource {
        func observe(_ handler: @escaping @Sendable (PurchaseLedger.Transaction) -> Bool) -> ObservationToken {
            // Listened to first, so that nothing is missed that happens while the others are read.
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
        /// Takes over a transaction of StoreKit; `nil` for a product of a type that is not known here.
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
