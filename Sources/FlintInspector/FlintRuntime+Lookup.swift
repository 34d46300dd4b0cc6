import FeatureGating
import FlintCore
import InspectorKit

extension FlintRuntime {
    /// The feature with an id.
    func feature(withID id: String) throws(CommandError) -> FeatureMetadata {
        if let metadata = metadata(at: TopicPath(stringLiteral: id)) { return metadata }
        throw CommandError("There is no feature \(id).")
    }

    /// The feature with an id, which has a toggle for the user.
    func toggledFeature(withID id: String) throws(CommandError) -> FeatureMetadata {
        let metadata = try feature(withID: id)
        guard metadata.constraints.userToggleDefault != nil else {
            throw CommandError("\(metadata.feature.name) has no toggle for the user.")
        }
        return metadata
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

    /// The permission with a name.
    func permission(withName name: String) throws(CommandError) -> SystemPermissionConstraint {
        if let permission = SystemPermissionConstraint.allCases.first(where: { $0.name == name }) {
            return permission
        }
        throw CommandError("There is no permission \(name).")
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

extension FlintRuntime {
    /// The features whose availability differs under some assumptions from that under others.
    func differences(
        from first: [FactKey: FactAssumption], to second: [FactKey: FactAssumption]
    ) -> [AvailabilityChange] {
        let before = preview(assuming: first)
        let after = preview(assuming: second)
        let old = Dictionary(before.map { ($0.feature, $0) }, uniquingKeysWith: { $1 })
        let new = Set(after.map(\.feature))
        let changed = after.compactMap { change -> AvailabilityChange? in
            let was = old[change.feature]?.after ?? change.before
            return was == change.after
                ? nil : AvailabilityChange(feature: change.feature, before: was, after: change.after)
        }
        let restored = before.filter { !new.contains($0.feature) }.map {
            AvailabilityChange(feature: $0.feature, before: $0.after, after: $0.before)
        }
        return (changed + restored).map { (node: metadata(at: $0.feature)?.node?.index ?? 0, change: $0) }
            .sorted { $0.node < $1.node }.map(\.change)
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
