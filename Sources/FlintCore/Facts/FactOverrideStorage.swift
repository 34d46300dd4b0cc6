import FeatureGating

/// Keeps the overrides of a debug purchase tracker among all other facts.
final class FactOverrideStorage: PurchaseOverrideStorage {
    private let facts: FactStore
    private let token = Protected<ObservationToken?>(nil)

    /// Creates a storage over a runtime's facts.
    init(facts: FactStore) {
        self.facts = facts
    }

    var overrides: [String: PurchaseStatus] {
        var overrides: [String: PurchaseStatus] = [:]
        for case (.purchase(let productID), let override) in facts.overrides {
            overrides[productID] = PurchaseStatus(override.value.truth)
        }
        return overrides
    }

    func override(for productID: String) -> PurchaseStatus? {
        (facts[.purchase(productID: productID)]?.override?.value.truth).map(PurchaseStatus.init)
    }

    func setOverride(_ status: PurchaseStatus?, for productID: String) {
        facts.setOverride(status.map { .truth($0.truth) }, for: .purchase(productID: productID), cause: .app)
    }

    func removeAllOverrides() {
        for productID in overrides.keys.sorted() { setOverride(nil, for: productID) }
    }

    func observeOverrides(_ handler: (@Sendable (_ productID: String) -> Void)?) {
        let new = handler.map { handler in
            facts.observe { change in
                if change.layer == .override, case .purchase(let productID) = change.key { handler(productID) }
            }
        }
        token.withLock { $0 = new }
    }
}
