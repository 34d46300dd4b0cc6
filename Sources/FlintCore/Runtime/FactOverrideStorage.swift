import FeatureGating

/// Keeps the overrides of a debug purchase tracker among all other facts.
final class FactOverrideStorage: PurchaseOverrideStorage {
    private let facts: FactStore

    /// Creates a storage over a runtime's facts.
    init(facts: FactStore) {
        self.facts = facts
    }
}
