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
    /// The permissions that would be allowed until the app is started again, once these would be others.
    private var allowedOnce: Set<SystemPermissionConstraint>?
    /// The facts whose actual values follow from what happens at the store.
    private var storeFacts: Set<FactKey> = []

    /// What would happen at the simulated store, in order, apart from answers that are set.
    var storeActions: [StoreAction] {
        storeChanges.compactMap { if case .action(let action) = $0 { action } else { nil } }
    }

    /// What the simulated store would show; `nil` if nothing would happen at it.
    var store: SimulatedStoreContent? { storeChanges.isEmpty ? nil : system?.store(after: storeChanges) }

    /// Why the first command that would be refused would be; `nil` if all would be carried out.
    private(set) var refusal: String?
    /// What undoing and redoing would do.
    private var history: ForecastHistory
    /// Whether some command undoes or redoes; most forecasts do without, and keep no copies of themselves.
    private let keepsHistory: Bool

    private let runtime: FlintRuntime
    private let configuration: RuntimeInspector.Configuration
    private let overrides: OverrideCommandHandler
    private var system: (any SimulatedSystem)? { configuration.system }

    /// Creates a forecast of nothing.
    ///
    /// - Parameters:
    ///   - runtime: The runtime whose facts would change.
    ///   - configuration: The simulated system, if there is one, and the history.
    ///   - overrides: Reads overrides as the engine takes them.
    ///   - keepsHistory: Whether some command that will be added undoes or redoes.
    init(
        runtime: FlintRuntime, configuration: RuntimeInspector.Configuration, overrides: OverrideCommandHandler,
        keepsHistory: Bool
    ) {
        self.keepsHistory = keepsHistory
        self.runtime = runtime
        self.configuration = configuration
        self.overrides = overrides
        history = ForecastHistory(configuration.history)
    }

    /// Begins with other facts than those there are.
    mutating func begin(with facts: [FactKey: FactAssumption]) {
        assumptions = facts
    }

    /// Adds a command.
    mutating func add(_ command: Command) {
        do throws(CommandError) {
            switch command {
            case .undo: try undo()
            case .redo: try redo()
            default:
                guard keepsHistory else {
                    _ = try assume(command)
                    return
                }
                let before = self
                if try assume(command) { history.note(before) }
            }
        } catch {
            if refusal == nil { refusal = error.message }
        }
    }

    /// Adds a command that is neither undo nor redo.
    ///
    /// - Parameter command: The command.
    /// - Returns: Whether it could be undone.
    /// - Throws: Why it would be refused.
    private mutating func assume(_ command: Command) throws(CommandError) -> Bool {
        switch command {
        case .setOverride(let fact, let override):
            let (key, value) = try overrides.assumption(of: override, for: fact)
            let isOverridden = isOverridden(key)
            assume(.override(value), for: key)
            return value != nil || isOverridden
        case .removeAllOverrides:
            return removeOverrides { _ in true }
        case .removeOverridesOfKind(let kind):
            return removeOverrides { $0.kind == kind }
        case .restoreOverrides(let records):
            // One of something unknown does not prevent the rest.
            for record in records { _ = try? assume(.override(record)) }
            return !records.isEmpty
        case .setUserToggle(let feature, let isOn):
            let metadata = try runtime.toggledFeature(withID: feature)
            _ = try runtime.mutableToggles()
            let value = isOn ?? metadata.constraints.userToggleDefault ?? false
            assume(.actual(.truth(Truth(value))), for: .userToggle(feature: metadata.path))
        case .setFlag(let key, let isOn):
            let (value, isChange) = try FlagCommandHandler(runtime: runtime).value(setting: isOn, for: key)
            assume(.actual(.truth(Truth(value))), for: .featureFlag(FeatureKey(rawValue: key)))
            return isChange
        case .setPermission(let name, let status):
            _ = try configuration.simulatedSystem()
            addStatuses([try runtime.permission(withName: name): status])
        case .setPurchase(let productID, let status):
            _ = try configuration.simulatedSystem()
            try runtime.product(withID: productID).requireStatus()
            addStoreChange(.ownership(productID: productID, status.truth.boolValue))
            assume(.actual(.truth(status.truth)), for: .purchase(productID: productID))
        case .store(let action):
            let system = try configuration.simulatedSystem()
            try StoreCommandHandler(runtime: runtime, system: system).check(action)
            if let refusal = system.refusal(of: storeChanges + [.action(action)]) { throw CommandError(refusal) }
            addStoreChange(.action(action))
        case .sequence(let commands):
            let before = self
            do throws(CommandError) {
                for command in commands { _ = try assume(command) }
            } catch {
                // All of them or none.
                self = before
                throw error
            }
            return !commands.isEmpty
        case .restoreDevice(let device):
            _ = try configuration.simulatedSystem()
            addDevice(device)
        case .restartApp:
            return addRestart(of: try configuration.simulatedSystem())
        case .focus, .perform, .openURL, .beginFlow, .answerFlow, .setBackgroundWork, .savePersona,
            .undo, .redo:
            return false
        }
        return true
    }

    // MARK: Undo and redo

    /// Assumes that what was done last, by these commands or before them, is undone.
    private mutating func undo() throws(CommandError) {
        let now = self
        switch history.undo() {
        case .forecast(let before)?: restore(before)
        case .command(let inverse)?: _ = try assume(inverse)
        case nil: throw CommandError("There is nothing to undo.")
        }
        history.noteUndone(now)
    }

    /// Assumes that what was undone last is done again.
    private mutating func redo() throws(CommandError) {
        let now = self
        switch history.redo() {
        case .forecast(let after)?: restore(after)
        case .command(let command)?: _ = try assume(command)
        case nil: throw CommandError("There is nothing to redo.")
        }
        history.noteRedone(now)
    }

    /// Assumes what another forecast does, with this one's history.
    private mutating func restore(_ other: CommandForecast) {
        assumptions = other.assumptions
        storeChanges = other.storeChanges
        statuses = other.statuses
        allowedOnce = other.allowedOnce
        storeFacts = other.storeFacts
    }

    /// Assumes one layer of a fact and leaves the other as it is assumed already.
    private mutating func assume(_ new: FactAssumption, for key: FactKey) {
        var assumption = assumptions[key] ?? FactAssumption()
        assumption.whole = nil
        if let actual = new.actual { assumption.actual = actual }
        if new.override != .present { assumption.override = new.override }
        assumptions[key] = assumption
    }

    /// Whether a fact is assumed to be overridden.
    private func isOverridden(_ key: FactKey) -> Bool {
        (assumptions[key] ?? FactAssumption()).isOverridden(runtime.facts[key])
    }

    /// Assumes that overrides are removed, those among them that have only been assumed.
    ///
    /// - Parameter isRemoved: Returns whether an override is removed.
    /// - Returns: Whether there are any.
    private mutating func removeOverrides(where isRemoved: (FactKey) -> Bool) -> Bool {
        let keys = Set(runtime.facts.overrides.keys).union(assumptions.keys)
            .filter { isRemoved($0) && isOverridden($0) }
        for key in keys { assume(.override(nil), for: key) }
        return !keys.isEmpty
    }

    /// Adds something that happens at the store, and what everything so far comes to.
    private mutating func addStoreChange(_ change: SimulatedStoreChange) {
        guard let system else { return }
        storeChanges.append(change)
        for key in storeFacts { assumptions[key]?.actual = nil }
        storeFacts = []
        for (productID, value) in system.effects(of: storeChanges) {
            let key = FactKey.purchase(productID: productID)
            storeFacts.insert(key)
            assume(.actual(value), for: key)
        }
    }

    /// Adds what a saved device would change.
    private mutating func addDevice(_ device: SavedDevice) {
        guard let system else { return }
        if device.part == .store {
            for key in assumptions.keys where key.kind == .purchase { assumptions[key]?.actual = nil }
            storeChanges = []
            addStoreChange(.restored(device))
        }
        addStatuses(system.statuses(on: device))
        if device.part == .permissions { allowedOnce = system.allowedOnce(on: device) }
    }

    /// Adds that the app is started again, so that what was allowed once is not determined.
    ///
    /// - Parameter system: The simulated system.
    /// - Returns: Whether that changes a permission.
    private mutating func addRestart(of system: any SimulatedSystem) -> Bool {
        let expired = allowedOnce ?? system.allowedOnce(on: system.saved(.permissions))
        addStatuses(Dictionary(uniqueKeysWithValues: expired.map { ($0, .notDetermined) }))
        return !expired.isEmpty
    }

    /// Adds other statuses in the simulated system, and what they mean for permissions that wider ones include.
    private mutating func addStatuses(_ changed: [SystemPermissionConstraint: SystemPermissionStatus]) {
        guard let system, !changed.isEmpty else { return }
        let saved = system.saved(.permissions)
        let all = (statuses ?? system.statuses(on: saved)).merging(changed) { $1 }
        statuses = all
        allowedOnce = (allowedOnce ?? system.allowedOnce(on: saved)).subtracting(changed.keys)
        for permission in Set(changed.keys.flatMap { PermissionRules.affected(by: $0) }) {
            let status = PermissionRules.effectiveStatus(of: permission) { all[$0] ?? .notDetermined }
            assume(.actual(.permission(status)), for: .permission(permission))
        }
    }
}
