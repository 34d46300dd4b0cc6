// SPDX-License-Identifier: MIT

internal import FeatureGating

/// A forecast of the facts' values after a list of commands, without applying the commands.
///
/// Commands are simulated in order; a refused command has no effect. Changes to the simulated store accumulate. The
/// store forecasts their combined effect, because an event such as a renewal depends on earlier ones. An undo first
/// reverts the forecast's own commands, then commands in the app's history.
///
/// To carry a command out, a running app plans it with ``plannedChange(for:)`` on its current state.
package struct CommandForecast {
    /// The facts that the commands change, including facts whose changes were reverted.
    private(set) var facts: [FactKey: Fact] = [:]
    private var storeChanges: [SimulatedStoreChange] = []
    /// The device's permissions after the changes, or `nil` if they are unchanged.
    private(set) var permissions: SavedDevice?
    /// The facts whose actual values result from changes to the store.
    private var storeFacts: Set<FactKey> = []
    /// The values to which flags are set, or `nil` for a flag that is reset.
    private(set) var setFlags: [String: Bool?] = [:]

    package private(set) var refusal: String?
    private var target: ActionInvocation?
    private var history = ForecastHistory()
    /// Whether a recorded change is being undone.
    ///
    /// Undoing also restores flag values that have no effect.
    private(set) var isRestoring: Bool
    /// Whether the commands include undo or redo.
    ///
    /// If not, the forecast saves no copies of itself.
    private let keepsHistory: Bool
    let basis: any CommandBasis
    private var system: (any SimulatedSystem)? { basis.system }

    package init(_ commands: [Command] = [], on basis: any CommandBasis, isRestoring: Bool = false) {
        self.basis = basis
        self.isRestoring = isRestoring
        keepsHistory = commands.contains { $0 == .undo || $0 == .redo }
        for command in commands { add(command) }
    }

    package var plan: CommandPlan {
        CommandPlan(
            FactRecord.sorted(facts.map { FactRecord(key: $0.key, fact: $0.value) }), refusal: refusal,
            storeActions: storeChanges.compactMap { if case .action(let action) = $0 { action } else { nil } },
            store: storeChanges.isEmpty ? nil : system?.store(after: storeChanges), target: target)
    }

    private mutating func add(_ command: Command) {
        do throws(CommandError) {
            if command == .undo { return try undo() }
            if command == .redo { return try redo() }
            let before = keepsHistory ? self : nil
            let outcome = try assume(command)
            if let before, outcome.canBeUndone { history.append(before) }
            if let problem = outcome.problem { throw CommandError(problem) }
        } catch {
            if refusal == nil { refusal = error.message }
        }
    }

    /// Simulates a command that is neither undo nor redo.
    ///
    /// The result states whether the command can be undone, and the reason if it takes effect only in part.
    private mutating func assume(
        _ command: Command
    ) throws(CommandError) -> (canBeUndone: Bool, problem: String?) {
        if let change = try plannedChange(for: command) {
            try assume(change.edit)
            return (change.inverse != nil, change.problem)
        }
        if case .sequence(let commands) = command { return (try assume(inOrder: commands), nil) }
        try basis.requireRunningApp()
        if case .openURL(let url) = command { target = basis.target(of: url) }
        return (false, nil)
    }

    /// Simulates a sequence of commands, and returns whether it can be undone.
    ///
    /// The sequence takes effect completely or not at all.
    private mutating func assume(inOrder commands: [Command]) throws(CommandError) -> Bool {
        let before = self
        var canBeUndone = false
        do throws(CommandError) {
            for command in commands {
                let outcome = try assume(command)
                if let problem = outcome.problem { throw CommandError(problem) }
                canBeUndone = canBeUndone || outcome.canBeUndone
            }
        } catch {
            self = before
            throw error
        }
        return canBeUndone
    }

    private func key(of fact: FactReference) -> FactKey? {
        fact.kind.isOwn ? basis.app.ownFact(fact) : FactKey(fact)
    }

    private mutating func assume(_ edit: PlannedChange.Edit) throws(CommandError) {
        switch edit {
        case .override(let key, let override): assume(override: override?.value, of: key)
        case .restoredOverrides(let restored):
            for (key, override) in restored.overrides { assume(override: override.value, of: key) }
        case .removedOverrides(_, let records):
            for key in records.compactMap({ key(of: $0.identity) }) { assume(override: nil, of: key) }
        case .userSetting(let feature, let isOn):
            // A setting that takes effect later does not change any feature yet.
            guard feature.effectTime == .now else { return }
            let isDefault = feature.userSettingDefault ?? false
            assume(.truth(Truth(isOn ?? isDefault)), of: .userSetting(feature: feature.path))
        case .flag(let key, let isOn, let value):
            setFlags.updateValue(isOn, forKey: key)
            if let value { assume(.truth(value), of: .featureFlag(FeatureKey(rawValue: key))) }
        case .permission(let permission, let status):
            guard let system else { return }
            addPermissions(system.setting(status, of: permission, on: try savedState(of: .permissions)))
        case .purchase(let product, let status):
            addStoreChange(.ownership(productID: product.id, status.truth.boolValue))
            assume(.truth(status.truth), of: .purchase(productID: product.id))
        case .store(let action):
            if let refusal = system?.refusal(of: storeChanges + [.action(action)]) { throw CommandError(refusal) }
            addStoreChange(.action(action))
        case .device(let device): addDevice(device)
        case .restart:
            addWaitingValues(at: .nextStart)
            if let system { addPermissions(system.restarted(try savedState(of: .permissions))) }
        case .session: addWaitingValues(at: .nextSession)
        }
    }

    // MARK: Undo and redo

    private mutating func undo() throws(CommandError) {
        let now = self
        var problem: String?
        switch try history.undo(on: basis) {
        case .forecast(let before)?: restore(before)
        case .command(let inverse)?:
            isRestoring = true
            defer { isRestoring = false }
            problem = try assume(inverse).problem
        case nil: throw CommandError(try basis.recordedSteps().undoRefusal)
        }
        history.recordUndo(now)
        if let problem { throw CommandError(problem) }
    }

    private mutating func redo() throws(CommandError) {
        let now = self
        var problem: String?
        switch try history.redo(on: basis) {
        case .forecast(let after)?: restore(after)
        case .command(let command)?: problem = try assume(command).problem
        case nil: throw CommandError("There is nothing to redo.")
        }
        history.recordRedo(now)
        if let problem { throw CommandError(problem) }
    }

    private mutating func restore(_ other: CommandForecast) {
        facts = other.facts
        storeChanges = other.storeChanges
        permissions = other.permissions
        storeFacts = other.storeFacts
        setFlags = other.setFlags
    }

    func fact(_ key: FactKey) -> Fact? { facts[key] ?? basis.fact(key) }

    /// Returns the saved state of the permissions after the forecast commands, or of the current store.
    func savedState(of part: SavedDevice.Part) throws(CommandError) -> SavedDevice {
        if part == .permissions, let permissions { return permissions }
        return try basis.savedState(of: part)
    }

    private mutating func assume(_ value: FactValue, of key: FactKey) {
        facts[key] = (fact(key) ?? .unreported(key)).assuming(actual: value)
    }

    private mutating func assume(override value: FactValue?, of key: FactKey) {
        facts[key] = (fact(key) ?? .unreported(key)).assuming(override: value)
    }

    /// Resets a fact's actual value to its value in the basis, without changing its override.
    private mutating func forgetActual(_ key: FactKey) {
        guard let fact = facts[key] else { return }
        var original = basis.fact(key) ?? .unreported(key)
        original.override = fact.override
        facts[key] = original
    }

    private mutating func addStoreChange(_ change: SimulatedStoreChange) {
        guard let system else { return }
        storeChanges.append(change)
        // With the new change, earlier effects may no longer occur.
        for key in storeFacts { forgetActual(key) }
        storeFacts = []
        for (productID, value) in system.effects(of: storeChanges) {
            let key = FactKey.purchase(productID: productID)
            storeFacts.insert(key)
            assume(value, of: key)
        }
    }

    private mutating func addDevice(_ device: SavedDevice) {
        if device.part == .store {
            for key in facts.keys where key.kind == .purchase { forgetActual(key) }
            addStoreChange(.restored(device))
        }
        if device.part == .permissions { addPermissions(device) }
    }

    private mutating func addWaitingValues(at time: EffectTime) {
        for (key, waiting) in basis.waitingValues where waiting.takesEffect <= time { assume(waiting.value, of: key) }
    }

    private mutating func addPermissions(_ device: SavedDevice) {
        guard let system else { return }
        let before = system.statuses(on: permissions ?? system.savedState(of: .permissions))
        permissions = device
        for (permission, status) in system.statuses(on: device) where status != before[permission] {
            assume(.permission(status), of: .permission(permission))
        }
    }
}
