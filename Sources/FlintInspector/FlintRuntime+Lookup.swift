import FeatureGating
import FlintCore
import InspectorKit

extension FlintRuntime {
    /// The feature with an id.
    func feature(withID id: String) throws(CommandError) -> FeatureMetadata {
        if let metadata = metadata(at: TopicPath(stringLiteral: id)) { return metadata }
        throw CommandError("There is no feature \(id).")
    }

    /// The product with an id.
    func product(withID id: String) throws(CommandError) -> Product {
        if let product = product(withIdentifier: id) { return product }
        throw CommandError("There is no product \(id).")
    }

    /// The users' own toggles, if commands can change them.
    func mutableToggles() throws(CommandError) -> any MutableUserFeatureToggles {
        if let toggles = dependencies.userFeatureToggles as? any MutableUserFeatureToggles { return toggles }
        throw CommandError("The app keeps its users' toggles itself; change it there, or override it.")
    }
}

extension Product {
    /// Checks that a store keeps a status of the product, as it does unless it is used up.
    func requireStatus() throws(CommandError) {
        guard self is ConsumableProduct else { return }
        throw CommandError("The store keeps no status of \(name), which is used up; override it.")
    }
}

extension FlintRuntime {
    /// What a change did to features; `nil` if it did nothing.
    func effect(of changes: [AvailabilityChange]) -> CommandEffect? {
        CommandEffect(changes) { (name(of: $0.feature), $0.after.boolValue) }
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
