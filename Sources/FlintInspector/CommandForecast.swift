import FeatureGating
import FlintCore
import InspectorKit

/// The facts that commands would change, with the values they would have, worked out without carrying anything out.
///
/// Commands are added in the order in which they would be carried out. One that would be refused changes nothing.
struct CommandForecast {
    /// What would be different, by fact.
    private(set) var assumptions: [FactKey: FactAssumption] = [:]
    /// What would happen at the simulated store, in order.
    private var storeChanges: [SimulatedStoreChange] = []
    /// The status of every permission in the simulated system, once one of them would be another.
    private var statuses: [SystemPermissionConstraint: SystemPermissionStatus]?
    /// The facts whose actual values follow from what happens at the store.
    private var storeFacts: Set<FactKey> = []

    private let runtime: FlintRuntime
    private let system: (any SimulatedSystem)?
    private let overrides: OverrideCommandHandler

    /// Creates a forecast of nothing.
    ///
    /// - Parameters:
    ///   - runtime: The runtime whose facts would change.
    ///   - system: The simulated system, if there is one.
    ///   - overrides: Reads overrides as the engine takes them.
    init(runtime: FlintRuntime, system: (any SimulatedSystem)?, overrides: OverrideCommandHandler) {
        self.runtime = runtime
        self.system = system
        self.overrides = overrides
    }

    /// Adds a command.
    mutating func add(_ command: Command) {
        switch command {
        case .setOverride(let fact, let override):
            guard let (key, value) = try? overrides.assumption(of: override, for: fact) else { return }
            assume(.override(value), for: key)
        case .removeAllOverrides:
            removeOverrides { _ in true }
        case .removeOverridesOfKind(let kind):
            removeOverrides { $0.kind == kind }
        case .restoreOverrides(let records):
            for record in records { add(.override(record)) }
        case .setUserToggle(let feature, let isOn):
            guard let metadata = try? runtime.toggledFeature(withID: feature),
                let value = isOn ?? metadata.constraints.userToggleDefault
            else { return }
            assume(.actual(.truth(Truth(value))), for: .userToggle(feature: metadata.path))
        case .setFlag(let key, let isOn):
            guard let value = FlagCommandHandler(runtime: runtime).value(setting: isOn, for: key) else { return }
            assume(.actual(.truth(Truth(value))), for: .featureFlag(FeatureKey(rawValue: key)))
        case .setPermission(let name, let status):
            guard let permission = try? runtime.permission(withName: name) else { return }
            addStatuses([permission: status])
        case .setPurchase(let productID, let status):
            guard let product = try? runtime.product(withID: productID), !(product is ConsumableProduct) else { return }
            addStoreChange(.ownership(productID: productID, status.truth.boolValue))
            assume(.actual(.truth(status.truth)), for: .purchase(productID: productID))
        case .store(let action):
            addStoreChange(.action(action))
        case .sequence(let commands):
            for command in commands { add(command) }
        case .restoreDevice(let device):
            addDevice(device)
        case .restartApp, .focus, .perform, .openURL, .beginFlow, .answerFlow, .setBackgroundWork, .savePersona,
            .undo, .redo:
            break
        }
    }

    /// Assumes one layer of a fact and leaves the other as it is assumed already.
    private mutating func assume(_ new: FactAssumption, for key: FactKey) {
        var assumption = assumptions[key] ?? FactAssumption()
        if let actual = new.actual { assumption.actual = actual }
        if new.override != .present { assumption.override = new.override }
        assumptions[key] = assumption
    }

    /// Assumes that overrides are removed, those among them that have only been assumed.
    private mutating func removeOverrides(where isRemoved: (FactKey) -> Bool) {
        for key in Set(runtime.facts.overrides.keys).union(assumptions.keys) where isRemoved(key) {
            assume(.override(nil), for: key)
        }
    }

    /// Adds something that happens at the store, and what everything so far comes to.
    private mutating func addStoreChange(_ change: SimulatedStoreChange) {
        guard let system else { return }
        storeChanges.append(change)
        for key in storeFacts { assumptions[key]?.actual = nil }
        storeFacts = []
        for (productID, isOwned) in system.effects(of: storeChanges) {
            let key = FactKey.purchase(productID: productID)
            storeFacts.insert(key)
            assume(.actual(.truth(Truth(isOwned))), for: key)
        }
    }

    /// Adds what a saved device would change.
    private mutating func addDevice(_ device: SavedDevice) {
        guard let system else { return }
        storeChanges = []
        storeFacts = []
        for (productID, isOwned) in system.ownership(on: device) {
            assume(.actual(.truth(Truth(isOwned))), for: .purchase(productID: productID))
        }
        addStatuses(system.statuses(on: device))
    }

    /// Adds other statuses in the simulated system, and what they mean for permissions that wider ones include.
    private mutating func addStatuses(_ changed: [SystemPermissionConstraint: SystemPermissionStatus]) {
        guard let system, !changed.isEmpty else { return }
        let all = (statuses ?? system.statuses(on: system.saved(.permissions))).merging(changed) { $1 }
        statuses = all
        for permission in Set(changed.keys.flatMap { PermissionRules.affected(by: $0) }) {
            let status = PermissionRules.effectiveStatus(of: permission) { all[$0] ?? .notDetermined }
            assume(.actual(.permission(status)), for: .permission(permission))
        }
    }
}
