// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintLocks

/// A purchase tracker that stores transactions in a JSON file, which several processes can share.
///
/// ```swift
/// let tracker = FilePurchaseTracker(directory: "/home/me/.local/share/podcasts")
/// try tracker.record([transaction])           // saved and announced when this returns
/// tracker.isPurchased(Products.premium)       // true
/// ```
///
/// The file, `purchases.json`, contains a ``PurchaseLedger`` and is accessible only to its owner. It is changed under a
/// lock and replaced atomically, so that no transaction is lost when several processes record transactions or are
/// killed. While the tracker has observers, it notifies them of transactions that other processes record and of
/// expiring subscriptions.
///
/// A malformed file is renamed when the next transaction is recorded. A file is left alone if it has a newer version,
/// cannot be read, or is not a purchases file. In each case, ``problem`` describes the error. The purchases in such a
/// file are unknown: until the process ends, the tracker's answer about a product is `nil` unless a purchase of the
/// product has been recorded since.
///
/// A subclass can override the answers, for example to check a license too, or to determine the features that past
/// purchases unlock. See ``announcesChanges``. The file is not protected against a user who edits it. All members,
/// including overridden ones, can be called from any thread.
open class FilePurchaseTracker: PurchaseTracker, @unchecked Sendable {
    private struct Answer: Equatable {
        var isActive: Bool?
        var balance: Int?
    }

    private struct Observation {
        var isWatching = false
        /// The latest answer about each product that was given to a caller or announced to observers.
        var lastAnswers: [String: Answer] = [:]
    }

    private let cache: StateCache<PurchaseLedger>
    private let timer: any DeadlineTimer
    private let now: @Sendable () -> Date
    private let observers = WeakObserverList<any PurchaseTrackerObserver>()
    /// Locked before the cache's locks, and never while one of them is held.
    private let observation = Protected(Observation())

    /// Creates a tracker for the file in a directory.
    ///
    /// The file is read when it is first needed.
    ///
    /// - Parameter directory: The directory of `purchases.json`. It is created when a transaction is first recorded.
    public init(directory: String) {
        cache = FilePurchaseTracker.cache(path: PathComponents(directory, "purchases.json").path)
        timer = MainQueueTimer()
        now = { Date() }
    }

    package init(path: String, timer: any DeadlineTimer, now: @escaping @Sendable () -> Date) {
        cache = FilePurchaseTracker.cache(path: path)
        self.timer = timer
        self.now = now
    }

    private static func cache(path: String) -> StateCache<PurchaseLedger> {
        let kind = StateFileKind("purchases")
        return StateCache(StateFile(path: path, kind: kind, empty: PurchaseLedger()))
    }

    deinit {
        timer.set(nil)
    }

    /// The path of the file that stores the transactions.
    public var path: String { cache.file.path }

    /// A description of the latest problem with the file and its remedy, or `nil` if the file can be used.
    public var problem: String? { cache.problem }

    /// The recorded transactions, or `nil` if the file cannot be read.
    public var ledger: PurchaseLedger? { cache.content }

    // MARK: Answers

    /// Whether observers are notified after every change of an answer.
    ///
    /// The value is `true` for this class, and `false` by default for subclasses. A subclass that overrides answers is
    /// queried on every use, unless it also overrides this property to return `true`.
    open var announcesChanges: Bool { type(of: self) == FilePurchaseTracker.self }

    /// Returns whether a product has been purchased and not revoked, or `nil` if that is unknown.
    open func isPurchased(_ product: NonConsumableProduct) -> Bool? {
        answer(about: product.productID) { $0.isPurchased(product.productID, at: $1) }
    }

    /// Returns whether a subscription is paid for or in its grace period, or `nil` if that is unknown.
    open func isSubscriptionActive(_ product: SubscriptionProduct) -> Bool? {
        answer(about: product.productID) { $0.isSubscriptionActive(product.productID, at: $1) }
    }

    /// Returns whether past purchases unlock a feature.
    ///
    /// The default implementation returns `false`.
    open func isFeatureEnabledByPastPurchases(_ feature: FeatureDefinition.Type) -> Bool { false }

    /// Returns the remaining units of a product, or `nil` if they are unknown.
    ///
    /// The balance is unknown if the product has no recorded purchases or consumptions, or if the file cannot be read.
    open func creditBalance(of product: ConsumableProduct) -> Int? {
        cache.content?.balance(of: product.productID)
    }

    // MARK: Observers

    /// Adds an observer, which is notified of changes and referenced weakly.
    ///
    /// The tracker watches the file while it has observers.
    public func addObserver(_ observer: any PurchaseTrackerObserver) {
        observers.add(observer)
        observation.withLock { observation in
            guard !observation.isWatching else { return }
            observation.isWatching = true
            cache.watch { [weak self] in self?.notifyObservers() }
            let date = now()
            for productID in Set(observation.lastAnswers.keys).union(knownProductIDs) {
                observation.lastAnswers[productID] = answer(about: productID, at: date)
            }
            scheduleNextNotification(after: date)
        }
    }

    /// Stops notifying an observer.
    ///
    /// When the last observer has been removed, the tracker stops watching the file.
    public func removeObserver(_ observer: any PurchaseTrackerObserver) {
        observers.remove(observer)
        observation.withLock { stopIfUnobserved(&$0) }
    }

    // MARK: Changes

    /// Records transactions, saves them, and notifies the observers.
    ///
    /// A transaction replaces the recorded transaction with the same identifier, but a revoked transaction remains
    /// revoked. Failed and pending purchases are not transactions and must not be recorded.
    ///
    /// - Throws: `StateFileError` if the file cannot be saved. The ledger is then unchanged, and the transactions must
    ///   be recorded again.
    public func record(_ transactions: [PurchaseLedger.Transaction]) throws(StateFileError) {
        try update { ledger in
            for transaction in transactions { ledger.record(transaction) }
        }
    }

    /// Records consumed units of consumable products, and saves them.
    ///
    /// - Throws: `StateFileError` if the file cannot be saved. The ledger is then unchanged.
    public func record(_ consumptions: [PurchaseLedger.Consumption]) throws(StateFileError) {
        try update { ledger in
            for consumption in consumptions { ledger.record(consumption) }
        }
    }

    /// Revokes a transaction, for example after a refund.
    ///
    /// - Parameters:
    ///   - id: The identifier of the transaction.
    ///   - date: The date from which the transaction no longer counts.
    ///   - reason: The reason for the revocation.
    /// - Returns: Whether the ledger contains the transaction.
    /// - Throws: `StateFileError` if the file cannot be saved. The ledger is then unchanged.
    @discardableResult
    public func revoke(
        _ id: UInt64, at date: Date, reason: PurchaseLedger.Transaction.RevocationReason
    ) throws(StateFileError) -> Bool {
        try update { $0.revoke(id, at: date, reason: reason) }
    }

    /// Sets the renewal information of a subscription, or removes it if `renewal` is `nil`.
    ///
    /// - Throws: `StateFileError` if the file cannot be saved. The ledger is then unchanged.
    public func setRenewal(_ renewal: PurchaseLedger.RenewalInfo?, of productID: String) throws(StateFileError) {
        try update { $0.setRenewal(renewal, of: productID) }
    }

    /// Updates the ledger in the file, then notifies the observers.
    ///
    /// The closure must not call this tracker. After an error, the ledger is unchanged.
    package func update<Result>(_ body: (inout PurchaseLedger) -> Result) throws(StateFileError) -> Result {
        let result = try cache.update(body)
        notifyObservers()
        return result
    }
}

extension FilePurchaseTracker {
    private var knownProductIDs: [String] { cache.content?.knownProductIDs ?? [] }

    /// The answer that observers assume for a product until they are notified about it.
    private var assumedAnswer: Answer { Answer(isActive: cache.isIncomplete ? nil : false) }

    private func answer(about productID: String, _ question: (PurchaseLedger, Date) -> Bool) -> Bool? {
        let date = now()
        // The answer is stored, so that observers are notified when it changes. It includes the balance, because a
        // change of the balance is also announced.
        if observation.withLock({ $0.lastAnswers[productID] == nil }) {
            let all = answer(about: productID, at: date)
            observation.withLock { observation in
                if observation.lastAnswers[productID] == nil { observation.lastAnswers[productID] = all }
            }
        }
        guard let ledger = cache.content else { return nil }
        return question(ledger, date) ? true : assumedAnswer.isActive
    }

    private func answer(about productID: String, at date: Date) -> Answer {
        guard let ledger = cache.content else { return Answer() }
        let isActive = ledger.isSubscriptionActive(productID, at: date)
        return Answer(isActive: isActive ? true : assumedAnswer.isActive, balance: ledger.balance(of: productID))
    }

    private func notifyObservers() {
        let changes = observation.withLock { observation in
            stopIfUnobserved(&observation)
            guard observation.isWatching else { return [(String, Bool)]() }
            let date = now()
            var changes: [(productID: String, isPurchased: Bool)] = []
            for productID in Set(observation.lastAnswers.keys).union(knownProductIDs).sorted() {
                let answer = answer(about: productID, at: date)
                let before = observation.lastAnswers.updateValue(answer, forKey: productID) ?? assumedAnswer
                if answer != before { changes.append((productID, answer.isActive ?? false)) }
            }
            scheduleNextNotification(after: date)
            return changes
        }
        for change in changes {
            observers.notify { $0.purchaseStatusDidChange(productID: change.0, isPurchased: change.1) }
        }
    }

    private func scheduleNextNotification(after date: Date) {
        timer.set(cache.content?.nextChange(after: date)) { [weak self] in self?.notifyObservers() }
    }

    private func stopIfUnobserved(_ observation: inout Observation) {
        // Observers are not retained, so the last one may be gone without having been removed.
        guard observation.isWatching, observers.count == 0 else { return }
        observation.isWatching = false
        cache.stopWatching()
        timer.set(nil)
    }
}
