// SPDX-License-Identifier: MIT

import FlintLocks

/// A purchase tracker that records StoreKit transactions for an app and its extensions.
///
/// ```swift
/// Flint.quickSetup(AppFeatures.self) { config in
///     let tracker = try! StoreKitPurchaseTracker(appGroupIdentifier: FlintAppInfo.appGroupIdentifier)
///     config.purchaseTracker = DebugPurchaseTracker(targetPurchaseTracker: tracker)
/// }
/// ```
///
/// The tracker is a ``FilePurchaseTracker`` that also observes StoreKit where it is available. On other platforms, the
/// tracker knows only the transactions that the app records. A transaction is finished after it has been saved. If a
/// transaction cannot be saved, StoreKit reports it again at the next launch, and ``FilePurchaseTracker/problem``
/// describes the error. Transactions that StoreKit cannot verify are ignored.
///
/// A subclass can override the answers, for example for subscriptions that a server manages.
open class StoreKitPurchaseTracker: FilePurchaseTracker, @unchecked Sendable {
    private let observation = Protected<ObservationToken?>(nil)

    /// An error that prevents the creation of a tracker.
    public enum SetupError: Error, Hashable, CustomStringConvertible {
        /// The system provides no directory for the app group or, if the identifier is `nil`, for the app.
        case noDirectory(appGroupIdentifier: String?)

        /// A sentence that describes the error and its remedy.
        public var description: String {
            switch self {
            case .noDirectory(let group?):
                "The app group \(group) has no directory. Use the identifier of a group that the app belongs to."
            case .noDirectory(nil):
                "No directory for the app's purchases is known. Set HOME, or pass a directory to a FilePurchaseTracker."
            }
        }
    }

    /// Creates a tracker that observes the store and saves transactions in a directory of the app.
    ///
    /// - Parameter appGroupIdentifier: The identifier of the app group whose container the app shares with its
    ///   extensions, or `nil` to use the app's own directory.
    /// - Throws: ``SetupError`` if the system provides no such directory.
    public init(appGroupIdentifier: String?) throws {
        guard let directory = AppDirectory.directory(group: appGroupIdentifier) else {
            throw SetupError.noDirectory(appGroupIdentifier: appGroupIdentifier)
        }
        super.init(directory: directory)
        observe(SystemStore.transactions)
    }

    package init(directory: String, store: (any StoreTransactionSource)?) {
        super.init(directory: directory)
        observe(store)
    }

    /// Whether observers are notified after every change of an answer.
    ///
    /// The value is `true` for this class and `false` for subclasses, which are therefore queried on every use.
    open override var announcesChanges: Bool { type(of: self) == StoreKitPurchaseTracker.self }

    private func observe(_ store: (any StoreTransactionSource)?) {
        let token = store?.observe { [weak self] transaction in self?.save(transaction) ?? false }
        observation.withLock { $0 = token }
    }

    private func save(_ transaction: PurchaseLedger.Transaction) -> Bool {
        do throws(StateFileError) {
            try record([transaction])
            return true
        } catch {
            return false
        }
    }
}
