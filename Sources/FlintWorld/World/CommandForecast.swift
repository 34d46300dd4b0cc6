// SPDX-License-Identifier: MIT

internal import FeatureGating

/// A forecast of the facts' values after a list of commands, which are not applied.
///
/// Commands are simulated in order; a refused command has no effect. Changes to the simulated store accumulate. The
/// store forecasts their combined effect, because an event such as a renewal depends on earlier ones. An undo first
/// reverts the forecast's own commands, then commands in the app's history.
package struct CommandForecast {
    /// The facts that the commands change, or that they would have changed.
    private var facts: [FactKey: Fact] = [:]
    private var storeChanges: [SimulatedStoreChange] = []
    /// The device's permissions after the changes, or `nil` if none has changed.
    private var permissions: SavedDevice?
    /// The facts whose actual values result from changes to the store.
    private var storeFacts: Set<FactKey> = []

    /// The reason for the first refusal, or `nil` if every command would be applied.
    package private(set) var refusal: String?
    /// The action that the last opened URL leads to.
    private var target: ActionInvocation?
    private var history = ForecastHistory()
    /// Whether a recorded change is being undone.
    private var isRestoring = false
    /// Whether the commands include undo or redo.
    ///
    /// If not, the forecast saves no copies of itself.
    private let keepsHistory: Bool
    private let basis: any CommandBasis
    private var system: (any SimulatedSystem)? { basis.system }

    /// Forecasts commands in order.
    ///
    /// - Parameters:
    ///   - commands: The commands.
    ///   - basis: The app's state before the commands.
    package init(_ commands: [Command], on basis: any CommandBasis) {
        self.basis = basis
        keepsHistory = commands.contains { $0 == .undo || $0 == .redo }
        for command in commands { add(command) }
    }

    package var plan: CommandPlan {
        CommandPlan(
            facts.map { FactRecord(key: $0.key, fact: $0.value) }, refusal: refusal,
            storeActions: storeChanges.compactMap { if case .action(let action) = $0 { action } else { nil } },
            store: storeChanges.isEmpty ? nil : system?.store(after: storeChanges), target: target)
    }

    private mutating func add(_ command: Command) {
        do throws(CommandError) {
            if command == .undo { return try undo() }
            if command == .redo { return try redo() }
            guard keepsHistory else {
                _ = try assume(command)
                return
            }
            let before = self
            if try assume(command) { history.note(before) }
        } catch {
            if refusal == nil { refusal = error.message }
        }
    }

    /// Simulates a command that is neither undo nor redo.
    ///
    /// - Parameter command: The command.
    /// - Returns: `true` if the command can be undone.
    /// - Throws: ``CommandError`` if the command would be refused.
    private mutating func assume(_ command: Command) throws(CommandError) -> Bool {
        try basis.check(command)
        switch command {
        case .setOverride(let fact, let override):
            guard let override else {
                let key = try basis.key(of: fact)
                let isOverridden = isOverridden(key)
                assume(override: nil, of: key)
                return isOverridden
            }
            let (key, value, _) = try basis.checked(override, of: fact)
            assume(override: value, of: key)
        case .removeAllOverrides:
            return removeOverrides { _ in true }
        case .removeOverridesOfKind(let kind):
            return removeOverrides { $0.kind == kind }
        case .restoreOverrides(let records):
            // An unknown fact does not prevent the other overrides from being restored.
            for record in records { _ = try? assume(.override(record)) }
            return !records.isEmpty
        case .setUserSetting(let feature, let isOn):
            let gate = try basis.featureWithUserSetting(feature)
            guard gate.effectTime == .now else { return true }
            let isDefault = gate.userSettingDefault ?? false
            assume(.truth(Truth(isOn ?? isDefault)), of: .userSetting(feature: gate.path))
        case .setFlag(let key, let isOn):
            let (value, isChange) = try basis.value(setting: isOn, flag: key, isRestoring: isRestoring)
            assume(.truth(Truth(value)), of: .featureFlag(FeatureKey(rawValue: key)))
            return isChange
        case .setPermission(let name, let status):
            let permission = try basis.permission(name)
            guard let system else { break }
            addPermissions(system.setting(status, of: permission, on: permissions ?? system.saved(.permissions)))
        case .setPurchase(let productID, let status):
            addStoreChange(.ownership(productID: productID, status.truth.boolValue))
            assume(.truth(status.truth), of: .purchase(productID: productID))
        case .store(let action):
            if let refusal = system?.refusal(of: storeChanges + [.action(action)]) { throw CommandError(refusal) }
            addStoreChange(.action(action))
        case .sequence(let commands):
            let before = self
            do throws(CommandError) {
                for command in commands { _ = try assume(command) }
            } catch {
                // A sequence takes effect completely or not at all.
                self = before
                throw error
            }
            return !commands.isEmpty
        case .restoreDevice(let device): addDevice(device)
        case .restartApp:
            let changes = addWaitingValues(at: .nextStart)
            return addRestart() || changes
        case .beginSession: return addWaitingValues(at: .nextSession)
        case .openURL(let url):
            target = basis.target(of: url)
            return false
        case .focus, .perform, .beginFlow, .answerFlow, .setBackgroundWork, .savePersona, .setPersona,
            .undo, .redo:
            return false
        }
        return true
    }

    // MARK: Undo and redo

    /// Simulates undoing the last forecast or recorded change.
    private mutating func undo() throws(CommandError) {
        let now = self
        switch try history.undo(on: basis) {
        case .forecast(let before)?: restore(before)
        case .command(let inverse)?:
            isRestoring = true
            defer { isRestoring = false }
            _ = try assume(inverse)
        case nil: throw CommandError("There is nothing to undo.")
        }
        history.noteUndone(now)
    }

    /// Simulates redoing the last undone change.
    private mutating func redo() throws(CommandError) {
        let now = self
        switch try history.redo(on: basis) {
        case .forecast(let after)?: restore(after)
        case .command(let command)?: _ = try assume(command)
        case nil: throw CommandError("There is nothing to redo.")
        }
        history.noteRedone(now)
    }

    /// Restores another forecast's facts but keeps this forecast's history.
    private mutating func restore(_ other: CommandForecast) {
        facts = other.facts
        storeChanges = other.storeChanges
        permissions = other.permissions
        storeFacts = other.storeFacts
    }

    private func fact(_ key: FactKey) -> Fact { facts[key] ?? basis.fact(key) ?? .unreported(key) }

    private mutating func assume(_ value: FactValue, of key: FactKey) {
        facts[key] = fact(key).assuming(actual: value)
    }

    private mutating func assume(override value: FactValue?, of key: FactKey) {
        facts[key] = fact(key).assuming(override: value)
    }

    /// Returns a fact's actual value to that of the basis, without a change to its override.
    private mutating func forgetActual(_ key: FactKey) {
        guard let fact = facts[key] else { return }
        var original = basis.fact(key) ?? .unreported(key)
        original.override = fact.override
        facts[key] = original
    }

    private func isOverridden(_ key: FactKey) -> Bool { fact(key).override != nil }

    /// Simulates the removal of overrides, including overrides that earlier commands have set.
    ///
    /// - Parameter isRemoved: A closure that returns whether to remove a fact's override.
    /// - Returns: `true` if any override is removed.
    private mutating func removeOverrides(where isRemoved: (FactKey) -> Bool) -> Bool {
        let keys = basis.overriddenFacts.union(facts.keys)
            .filter { isRemoved($0) && isOverridden($0) }
        for key in keys { assume(override: nil, of: key) }
        return !keys.isEmpty
    }

    /// Adds a change to the store and recomputes the effects of all changes.
    private mutating func addStoreChange(_ change: SimulatedStoreChange) {
        guard let system else { return }
        storeChanges.append(change)
        for key in storeFacts { forgetActual(key) }
        storeFacts = []
        for (productID, value) in system.effects(of: storeChanges) {
            let key = FactKey.purchase(productID: productID)
            storeFacts.insert(key)
            assume(value, of: key)
        }
    }

    /// Simulates restoring a saved part of the device.
    private mutating func addDevice(_ device: SavedDevice) {
        if device.part == .store {
            for key in facts.keys where key.kind == .purchase { forgetActual(key) }
            addStoreChange(.restored(device))
        }
        if device.part == .permissions { addPermissions(device) }
    }

    /// Simulates a restart of the app, which makes permissions that were allowed once undetermined.
    ///
    /// - Returns: `true` if any permission changes.
    private mutating func addRestart() -> Bool {
        guard let system else { return false }
        return addPermissions(system.restarted(permissions ?? system.saved(.permissions)))
    }

    /// Simulates that values take effect that wait for a time or an earlier one.
    ///
    /// - Returns: `true` if any value does.
    private mutating func addWaitingValues(at time: EffectTime) -> Bool {
        let due = basis.waitingValues.filter { $0.value.takesEffect <= time }
        for (key, waiting) in due { assume(waiting.value, of: key) }
        return !due.isEmpty
    }

    /// Simulates that the device has other permissions.
    ///
    /// - Returns: `true` if any status changes.
    @discardableResult
    private mutating func addPermissions(_ device: SavedDevice) -> Bool {
        guard let system else { return false }
        let before = system.statuses(on: permissions ?? system.saved(.permissions))
        let statuses = system.statuses(on: device)
        permissions = device
        for (permission, status) in statuses where status != before[permission] {
            assume(.permission(status), of: .permission(permission))
        }
        return statuses != before
    }
}
