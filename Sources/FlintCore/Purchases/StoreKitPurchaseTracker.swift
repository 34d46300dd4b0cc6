#if canImport(StoreKit)
    import StoreKit
#endif

/// A purchase tracker that remembers what StoreKit reports, for an app and its extensions.
///
/// ```swift
/// Flint.quickSetup(AppFeatures.self) { config in
///     let tracker = try! StoreKitPurchaseTracker(appGroupIdentifier: FlintAppInfo.appGroupIdentifier)
///     config.purchaseTracker = DebugPurchaseTracker(targetPurchaseTracker: tracker)
/// }
/// ```
///
/// It is a ``FilePurchaseTracker`` that also observes StoreKit, where there is one. Everywhere else its file is all it
/// has, and it answers from what the app records. A transaction is finished once it is saved; one that cannot be saved
/// is reported again the next time the app starts, and ``FilePurchaseTracker/problem`` says why. Transactions that
/// StoreKit cannot verify are ignored.
///
/// A subclass can answer in its own way, for example for subscriptions a server knows of.
open class StoreKitPurchaseTracker: FilePurchaseTracker, @unchecked Sendable {
    /// Ends the observation of the store.
    private let observation = Protected<ObservationToken?>(nil)

    /// Why there is no tracker.
    public enum SetupError: Error, Hashable, CustomStringConvertible {
        /// No directory is known for the files of a group, or without one for those of the program.
        case noDirectory(appGroupIdentifier: String?)

        /// The error as a sentence.
        public var description: String {
            switch self {
            case .noDirectory(let group?):
                "There is no directory for the app group \(group). Use the identifier of a group the app belongs to."
            case .noDirectory(nil):
                "There is no directory for the app's purchases. Set HOME, or use a FilePurchaseTracker with a directory."
            }
        }
    }

    /// Creates a tracker whose file is in the app's directory, and observes the store.
    ///
    /// - Parameter appGroupIdentifier: The identifier of the container the app shares with its extensions; `nil` for the
    ///   app's own directory.
    /// - Throws: ``SetupError`` if there is no such directory.
    public init(appGroupIdentifier: String?) throws {
        guard let directory = AppDirectory.directory(group: appGroupIdentifier) else {
            throw SetupError.noDirectory(appGroupIdentifier: appGroupIdentifier)
        }
        super.init(directory: directory)
        observe(SystemStore.transactions)
    }

    /// Creates a tracker whose file is in a directory, and observes a store.
    package init(directory: String, store: (any StoreTransactionSource)?) {
        super.init(directory: directory)
        observe(store)
    }

    /// Whether observers are notified after every change of an answer: `true`, but for subclasses.
    open override var announcesChanges: Bool { type(of: self) == StoreKitPurchaseTracker.self }

    private func observe(_ store: (any StoreTransactionSource)?) {
        let token = store?.observe { [weak self] transaction in self?.save(transaction) ?? false }
        observation.withLock { $0 = token }
    }

    /// Records a transaction and returns whether it is saved.
    private func save(_ transaction: PurchaseLedger.Transaction) -> Bool {
        do throws(StateFileError) {
            try record([transaction])
            return true
        } catch {
            return false
        }
    }
}

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
                quantity: transaction.purchasedQuantity,
                ownershipType: transaction.ownershipType == .familyShared ? .familyShared : .purchased)
            revocationDate = transaction.revocationDate
            if let reason = transaction.revocationReason {
                revocationReason = reason == .developerIssue ? .developerIssue : .other
            }
            isUpgraded = transaction.isUpgraded
        }
    }
#endif
