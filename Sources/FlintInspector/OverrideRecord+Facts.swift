import FlintCore
import InspectorKit

extension OverrideRecord {
    /// Creates the record of an override, or returns `nil` for a fact that front ends do not show.
    init?(key: FactKey, override: FactOverride) {
        guard let fact = FactReference(key) else { return nil }
        self.init(
            kind: fact.kind, key: fact.key, value: override.value.text(of: fact.kind), reason: override.reason,
            expiry: override.expiry?.inWholeSeconds,
            source: override.cause == .saved ? nil : override.cause.rawValue)
    }
}

extension FactStore {
    /// The override of every overridden fact that front ends show, in no particular order.
    var overrideRecords: [OverrideRecord] {
        overrides.compactMap { OverrideRecord(key: $0.key, override: $0.value) }
    }

    /// Returns the override of a fact, or `nil` if it is not overridden.
    func overrideRecord(of key: FactKey) -> OverrideRecord? {
        self[key]?.override.flatMap { OverrideRecord(key: key, override: $0) }
    }
}
