import Dispatch
import FlintCore
import FlintLocks

/// A purchase tracker that is correct except for one fault.
final class FaultyTracker: PurchaseTracker, @unchecked Sendable {
    enum Fault: CaseIterable, Sendable {
        case none
        case blocks
        case neverChanges
        case answersAnotherThingEachTime
        case guessesWhatItDoesNotKnow
        case takesUnknownForNotPurchased
        case changesAllProducts
        case answersTasksOnly
        case declaresAnotherThingEachTime
        case announcesNothing
        case announcesBeforeTheChange
        case passesTheOppositeOn
        case announcesTwice
        case announcesWithItsLockHeld
        case notifiesTheLastObserverOnly
        case addsObserversAgain
        case keepsRemovedObservers
        case keepsObserversAlive

        /// The time limit for an expected event.
        ///
        /// The limit is long enough for a busy machine. It is shorter for faults that block a thread, where the
        /// expected event never occurs.
        var deadline: Duration {
            switch self {
            case .blocks: .milliseconds(300)
            case .announcesWithItsLockHeld: .seconds(5)
            default: .seconds(60)
            }
        }
    }

    /// Blocks threads until the end of a test.
    static let open = DispatchSemaphore(value: 0)

    let fault: Fault
    let deliver: @Sendable (@escaping @Sendable () -> Void) -> Void
    private let statuses = Protected<[String: PurchaseStatus]>([:])
    private let observers = Protected<[Entry]>([])
    private let reads = Protected(0)
    /// A lock that another thread may wait for.
    ///
    /// One fault also holds it while observers are notified.
    private let gate = DispatchSemaphore(value: 1)

    private struct Entry: @unchecked Sendable {
        weak var observer: (any PurchaseTrackerObserver)?
        var kept: (any PurchaseTrackerObserver)?
    }

    init(
        _ fault: Fault = .none, deliver: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() }
    ) {
        self.fault = fault
        self.deliver = deliver
    }

    var announcesChanges: Bool {
        fault == .declaresAnotherThingEachTime ? count().isMultiple(of: 2) : true
    }

    func set(_ status: PurchaseStatus, of product: Product) {
        let known = fault == .takesUnknownForNotPurchased && status == .unknown ? .notPurchased : status
        let hasChanged = statuses.withLock { $0[key(of: product)] ?? .unknown } != known
        if fault == .neverChanges || !hasChanged { return }
        if fault == .announcesBeforeTheChange { announce(product, status) }
        if fault == .announcesWithItsLockHeld { wait() }
        statuses.withLock { statuses in
            statuses[key(of: product)] = known
        }
        switch fault {
        case .announcesBeforeTheChange, .announcesNothing: break
        case .announcesTwice:
            announce(product, status)
            announce(product, status)
        default: announce(product, status)
        }
        if fault == .announcesWithItsLockHeld { gate.signal() }
    }

    private func key(of product: Product) -> String {
        fault == .changesAllProducts ? "all" : product.productID
    }

    private func wait() { gate.wait() }

    private func announce(_ product: Product, _ status: PurchaseStatus) {
        var entries = observers.withLock { $0 }
        if fault == .notifiesTheLastObserverOnly { entries = entries.suffix(1) }
        let (id, isOwned) = (product.productID, (status == .purchased) != (fault == .passesTheOppositeOn))
        deliver { [entries] in
            for entry in entries { entry.observer?.purchaseStatusDidChange(productID: id, isPurchased: isOwned) }
        }
    }

    func addObserver(_ observer: any PurchaseTrackerObserver) {
        observers.withLock { entries in
            if fault != .addsObserversAgain, entries.contains(where: { $0.observer === observer }) { return }
            entries.append(Entry(observer: observer, kept: fault == .keepsObserversAlive ? observer : nil))
        }
    }

    func removeObserver(_ observer: any PurchaseTrackerObserver) {
        if fault == .keepsRemovedObservers { return }
        observers.withLock { $0.removeAll { $0.observer === observer } }
    }

    func isPurchased(_ product: NonConsumableProduct) -> Bool? { answer(product) }

    func isSubscriptionActive(_ product: SubscriptionProduct) -> Bool? { answer(product) }

    func isFeatureEnabledByPastPurchases(_ feature: FeatureDefinition.Type) -> Bool { false }

    private func answer(_ product: Product) -> Bool? {
        switch fault {
        case .blocks:
            Self.open.wait()
            Self.open.signal()
        case .answersAnotherThingEachTime: return count().isMultiple(of: 2)
        case .answersTasksOnly where withUnsafeCurrentTask(body: { $0 == nil }): return nil
        case .announcesWithItsLockHeld:
            gate.wait()
            gate.signal()
        default: break
        }
        let status = statuses.withLock { $0[key(of: product)] }
        return (status ?? (fault == .guessesWhatItDoesNotKnow ? .notPurchased : .unknown)).truth.boolValue
    }

    private func count() -> Int {
        reads.withLock { count in
            count += 1
            return count
        }
    }
}
