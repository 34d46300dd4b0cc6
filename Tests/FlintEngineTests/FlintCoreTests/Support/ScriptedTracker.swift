import FlintLocks

@testable import FlintCore

/// A purchase tracker with statuses that a test sets.
///
/// It can announce changes or stay silent.
final class ScriptedTracker: PurchaseTracker, Sendable {
    private struct State {
        var owned: [String: Bool] = [:]
        var balances: [String: Int] = [:]
        var pastFeatures: Set<ObjectIdentifier> = []
        var questions = 0
        var pastQuestions: [ObjectIdentifier] = []
        var onQuestion: (@Sendable (Product) -> Void)?
    }

    let announcesChanges: Bool
    private let state = Protected(State())
    private let observers = WeakObserverList<any PurchaseTrackerObserver>()

    init(announcesChanges: Bool = true) {
        self.announcesChanges = announcesChanges
    }

    /// Sets a handler that is called before each read of a product.
    func onQuestion(_ handler: (@Sendable (Product) -> Void)?) {
        state.withLock { $0.onQuestion = handler }
    }

    /// Sets whether a product is owned, where `nil` is unknown.
    func set(_ isOwned: Bool?, _ product: Product) {
        state.withLock { $0.owned[product.productID] = isOwned }
        guard announcesChanges else { return }
        observers.notify {
            $0.purchaseStatusDidChange(productID: product.productID, isPurchased: isOwned ?? false)
        }
    }

    /// Sets the balance of a product, where `nil` is unknown, without announcing the change.
    func setBalance(_ balance: Int?, of product: Product) {
        state.withLock { $0.balances[product.productID] = balance }
    }

    /// Sets whether past purchases unlock a feature and announces it as a change of a product.
    func setPast(_ isUnlocked: Bool, _ feature: FeatureDefinition.Type, announcing product: Product) {
        state.withLock { state in
            if isUnlocked {
                state.pastFeatures.insert(ObjectIdentifier(feature))
            } else {
                state.pastFeatures.remove(ObjectIdentifier(feature))
            }
        }
        guard announcesChanges else { return }
        observers.notify { $0.purchaseStatusDidChange(productID: product.productID, isPurchased: false) }
    }

    var questions: Int { state.withLock { $0.questions } }

    /// The features whose past purchases were read, in order.
    var pastQuestions: [ObjectIdentifier] { state.withLock { $0.pastQuestions } }

    func addObserver(_ observer: any PurchaseTrackerObserver) { observers.add(observer) }
    func removeObserver(_ observer: any PurchaseTrackerObserver) { observers.remove(observer) }

    func isPurchased(_ product: NonConsumableProduct) -> Bool? { answer(product) }
    func isSubscriptionActive(_ product: SubscriptionProduct) -> Bool? { answer(product) }

    func isFeatureEnabledByPastPurchases(_ feature: FeatureDefinition.Type) -> Bool {
        state.withLock { state in
            state.pastQuestions.append(ObjectIdentifier(feature))
            return state.pastFeatures.contains(ObjectIdentifier(feature))
        }
    }

    func creditBalance(of product: ConsumableProduct) -> Int? {
        state.withLock { $0.balances[product.productID] }
    }

    private func answer(_ product: Product) -> Bool? {
        state.withLock { $0.onQuestion }?(product)
        return state.withLock { state in
            state.questions += 1
            return state.owned[product.productID]
        }
    }
}
