/// A purchase tracker that remembers what StoreKit reports, for an app and its extensions.
///
/// ```swift
/// Flint.quickSetup(AppFeatures.self) { config in
///     let tracker = try! StoreKitPurchaseTracker(appGroupIdentifier: FlintAppInfo.appGroupIdentifier)
///     config.purchaseTracker = DebugPurchaseTracker(targetPurchaseTracker: tracker)
/// }
/// ```
///
/// It is a ``FilePurchaseTracker`` that also observes StoreKit, where there is one. Everywhere else its file is all
/// it has, and it answers from what the app records. A transaction is finished once it is saved; one that cannot be
/// saved is reported again the next time the app starts, and ``FilePurchaseTracker/problem`` describes the error.
/// Transactions that StoreKit cannot verify are ignored.
///
/// A subclass can answer in its own way, for example for subscriptions a server knows of.
open class StoreKitPurchaseTracker: FilePurchaseTracker, @unchecked Sendable {
    /// Ends the observation of the store.
    private let observation = Protected<ObservationToken?>(nil)

    /// The reason a tracker cannot be created.
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
    /// - Parameter appGroupIdentifier: The identifier of the container the app shares with its extensions; `nil` for
    ///   the app's own directory.
    /// - Throws: An error that describes what to do if there is no such directory.
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
    public override var announcesChanges: Bool { type(of: self) == StoreKitPurchaseTracker.self }

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
