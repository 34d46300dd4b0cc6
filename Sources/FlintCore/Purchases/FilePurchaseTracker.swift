#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    public import Foundation
#endif

/// A purchase tracker that remembers transactions in a JSON file, which several programs may share.
///
/// ```swift
/// let tracker = FilePurchaseTracker(directory: "/home/me/.local/share/podcasts")
/// try tracker.record([transaction])           // saved when this returns, and observers know
/// tracker.isPurchased(Products.premium)       // true
/// ```
///
/// The file, `purchases.json`, holds a ``PurchaseLedger``. It is only for its owner, replaced in one step and changed
/// under a lock, so that no transaction is lost however many programs record some and whenever they are killed. While
/// the tracker has observers, they learn of what other programs record as soon as that has happened, and of a
/// subscription's end when it has come.
///
/// A malformed file is renamed when something is next recorded, and one that is newer, cannot be read or is not a file
/// of purchases is left alone; ``problem`` describes it. What such a file may have held is not known: until the program
/// ends, the answer about a product is then `nil` unless a purchase of it has been recorded since.
///
/// A subclass can answer in its own way, for example to look at a licence as well, or to determine which features
/// purchases made earlier unlock; see ``announcesChanges``. There is no protection against a user who edits the file.
/// All members may be called from any thread, and those of a subclass will be.
open class FilePurchaseTracker: PurchaseTracker, @unchecked Sendable {
    /// The tracker's answer about one product.
    private struct Answer: Equatable {
        var isActive: Bool?
        var balance: Int?
    }

    private struct Observation {
        var isWatching = false
        /// The answers that observers know of.
        var told: [String: Answer] = [:]
    }

    private let cache: StateCache<PurchaseLedger>
    private let timer: any DeadlineTimer
    private let now: @Sendable () -> Date
    private let observers = WeakObserverList<any PurchaseTrackerObserver>()
    /// Taken before the cache's locks and never while holding them.
    private let observation = Protected(Observation())

    /// Names the directory of the file; nothing is read or made yet.
    ///
    /// - Parameter directory: Where `purchases.json` is or will be. It is made when something is first recorded.
    public init(directory: String) {
        cache = FilePurchaseTracker.cache(path: PathComponents(directory, "purchases.json").path)
        timer = MainQueueTimer()
        now = { Date() }
    }

    /// Names the file and the clock by which purchases hold.
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

    /// The path of the file.
    public var path: String { cache.file.path }

    /// The latest problem with the file and its remedy, if any.
    public var problem: String? { cache.problem }

    /// The recorded transactions, or `nil` if the file cannot be read.
    public var ledger: PurchaseLedger? { cache.content }

    // MARK: Answers

    /// Whether observers are notified after every change of an answer: `true`, but for subclasses.
    ///
    /// A subclass that answers in its own way is asked at every use, unless it overrides this too and returns `true`.
    open var announcesChanges: Bool { type(of: self) == FilePurchaseTracker.self }

    /// Whether a product has been bought and not been revoked, or `nil` if the file does not determine it.
    open func isPurchased(_ product: NonConsumableProduct) -> Bool? {
        answer(about: product.productID) { $0.isPurchased(product.productID, at: $1) }
    }

    /// Whether a subscription is paid for or in its grace period, or `nil` if the file does not determine it.
    open func isSubscriptionActive(_ product: SubscriptionProduct) -> Bool? {
        answer(about: product.productID) { $0.isSubscriptionActive(product.productID, at: $1) }
    }

    /// Whether purchases made earlier unlock a feature: `false`, unless a subclass knows better.
    open func isFeatureEnabledByPastPurchases(_ feature: FeatureDefinition.Type) -> Bool { false }

    /// How many units of a product are left, or `nil` if none was ever bought or the file does not determine it.
    open func creditBalance(of product: ConsumableProduct) -> Int? {
        cache.content?.balance(of: product.productID)
    }

    // MARK: Observers

    /// Starts notifying an observer of changes, and watches the file from the first one on; it is held weakly.
    public func addObserver(_ observer: any PurchaseTrackerObserver) {
        observers.add(observer)
        observation.withLock { observation in
            guard !observation.isWatching else { return }
            observation.isWatching = true
            cache.watch { [weak self] in self?.tell() }
            let date = now()
            for productID in Set(observation.told.keys).union(productsKnown) {
                observation.told[productID] = answer(about: productID, at: date)
            }
            waitForNextChange(after: date)
        }
    }

    /// Stops notifying an observer, and watching the file after the last one.
    public func removeObserver(_ observer: any PurchaseTrackerObserver) {
        observers.remove(observer)
        observation.withLock { stopIfUnobserved(&$0) }
    }

    // MARK: Changes

    /// Records transactions, and returns when they are saved and observers know of them.
    ///
    /// A transaction whose identifier is known takes the known one's place; one that has been revoked stays revoked.
    /// A purchase that failed or is pending is no transaction, so there is nothing to record of it.
    ///
    /// - Throws: `StateFileError` if they cannot be saved; then nothing has changed, and they must be recorded again.
    public func record(_ transactions: [PurchaseLedger.Transaction]) throws(StateFileError) {
        try update { ledger in
            for transaction in transactions { ledger.record(transaction) }
        }
    }

    /// Records consumed units of consumable products.
    ///
    /// - Throws: `StateFileError` if it cannot be saved; then nothing has changed.
    public func record(_ consumptions: [PurchaseLedger.Consumption]) throws(StateFileError) {
        try update { ledger in
            for consumption in consumptions { ledger.record(consumption) }
        }
    }

    /// Takes a transaction back, such as one whose price was refunded.
    ///
    /// - Parameters:
    ///   - id: The identifier of the transaction.
    ///   - date: From when on it no longer counts.
    ///   - reason: Why.
    /// - Returns: Whether there is such a transaction.
    /// - Throws: `StateFileError` if it cannot be saved; then nothing has changed.
    @discardableResult
    public func revoke(
        _ id: UInt64, at date: Date, reason: PurchaseLedger.Transaction.RevocationReason
    ) throws(StateFileError) -> Bool {
        try update { $0.revoke(id, at: date, reason: reason) }
    }

    /// Records how a subscription renews at the end of the paid period; `nil` removes what was recorded.
    ///
    /// - Throws: `StateFileError` if it cannot be saved; then nothing has changed.
    public func setRenewal(_ renewal: PurchaseLedger.RenewalInfo?, of productID: String) throws(StateFileError) {
        try update { $0.setRenewal(renewal, of: productID) }
    }

    /// Changes the content of the file, then notifies observers.
    ///
    /// - Parameter body: Gets the file's current content and changes it, without calling this tracker.
    /// - Returns: What the body returns.
    /// - Throws: `StateFileError` if it cannot be saved; then nothing has changed.
    package func update<Result>(_ body: (inout PurchaseLedger) -> Result) throws(StateFileError) -> Result {
        let result = try cache.update(body)
        tell()
        return result
    }
}

extension FilePurchaseTracker {
    private var productsKnown: [String] { cache.content?.productsKnown ?? [] }

    /// What observers suppose of a product they were never notified of.
    private var unmentioned: Answer { Answer(isActive: cache.isIncomplete ? nil : false) }

    /// Answers one question and remembers that the answer was given.
    private func answer(about productID: String, _ question: (PurchaseLedger, Date) -> Bool) -> Bool? {
        let date = now()
        if observation.withLock({ $0.told[productID] == nil }) {
            let all = answer(about: productID, at: date)
            observation.withLock { observation in
                if observation.told[productID] == nil { observation.told[productID] = all }
            }
        }
        guard let ledger = cache.content else { return nil }
        return question(ledger, date) ? true : unmentioned.isActive
    }

    /// The tracker's full answer about a product.
    private func answer(about productID: String, at date: Date) -> Answer {
        guard let ledger = cache.content else { return Answer() }
        let isActive = ledger.isSubscriptionActive(productID, at: date)
        return Answer(isActive: isActive ? true : unmentioned.isActive, balance: ledger.balance(of: productID))
    }

    /// Notifies observers of each product whose answer differs from the last one announced.
    private func tell() {
        let changes = observation.withLock { observation in
            stopIfUnobserved(&observation)
            guard observation.isWatching else { return [(String, Bool)]() }
            let date = now()
            var changes: [(productID: String, isPurchased: Bool)] = []
            for productID in Set(observation.told.keys).union(productsKnown).sorted() {
                let answer = answer(about: productID, at: date)
                let before = observation.told.updateValue(answer, forKey: productID) ?? unmentioned
                if answer != before { changes.append((productID, answer.isActive ?? false)) }
            }
            waitForNextChange(after: date)
            return changes
        }
        for change in changes {
            observers.notify { $0.purchaseStatusDidChange(productID: change.0, isPurchased: change.1) }
        }
    }

    /// Announces a subscription's end, or beginning, when it comes.
    private func waitForNextChange(after date: Date) {
        timer.set(cache.content?.nextChange(after: date)) { [weak self] in self?.tell() }
    }

    private func stopIfUnobserved(_ observation: inout Observation) {
        guard observation.isWatching, observers.count == 0 else { return }
        observation.isWatching = false
        cache.stopWatching()
        timer.set(nil)
    }
}
