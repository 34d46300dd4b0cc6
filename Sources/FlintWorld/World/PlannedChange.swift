// SPDX-License-Identifier: MIT

package import FeatureGating

/// A change that a command makes: an edit that the app carries out, and the command that undoes it.
///
/// ``CommandForecast/plannedChange(for:)`` plans it, both for a forecast and to carry a command out, so that an app and
/// its forecast refuse a command for the same reasons.
package struct PlannedChange {
    package enum Edit {
        /// Sets the override of a fact, or removes it for `nil`.
        case override(FactKey, FactOverride?)
        case restoredOverrides(RestoredOverrides)
        /// Removes the overrides of a kind, or all overrides for `nil`.
        case removedOverrides(FactKind?, [OverrideRecord])
        /// Changes the user setting of a feature, or resets it for `nil`.
        case userSetting(FeatureSwitches, Bool?)
        /// Sets a flag, or resets it for `nil`.
        ///
        /// `value` is the value that features then see, or `nil` if the change takes effect later.
        case flag(key: String, Bool?, value: Truth?)
        case permission(SystemPermissionConstraint, PermissionStatus)
        case purchase(OverridableProduct, PurchaseStatus)
        case store(StoreAction)
        case device(SavedDevice)
        case restart
        case session
    }

    package let edit: Edit
    /// The command that undoes the change, or `nil` if the change has no effect or cannot be undone.
    package let inverse: Command?

    init(_ edit: Edit, inverse: Command?) {
        (self.edit, self.inverse) = (edit, inverse)
    }

    var problem: String? {
        guard case .restoredOverrides(let restored) = edit, !restored.problems.isEmpty else { return nil }
        return restored.message
    }
}

/// Overrides that are restored together, except for overrides whose facts the app no longer has.
package struct RestoredOverrides {
    package fileprivate(set) var overrides: [(key: FactKey, override: FactOverride)] = []
    package fileprivate(set) var problems: [String] = []

    package var message: String {
        (["Restored \(overrides.count.counted("override"))."] + problems).joined(separator: " ")
    }
}

extension CommandForecast {
    /// Plans the change that a command makes after the commands that have been forecast.
    ///
    /// The result is `nil` for a command that is not a single change of facts.
    package func plannedChange(for command: Command) throws(CommandError) -> PlannedChange? {
        switch command {
        case .setOverride(let fact, let override):
            let (key, new) = try plannedChange(override, of: fact)
            let isSame = new == nil && self.fact(key)?.override == nil
            return PlannedChange(.override(key, new), inverse: isSame ? nil : inverse(overriding: key))
        case .removeAllOverrides: return removal(of: nil)
        case .removeOverridesOfKind(let kind): return removal(of: kind)
        case .restoreOverrides(let records): return restoration(of: records)
        case .setValue(let fact, let value): return try plannedChange(value, of: fact)
        case .store(let action):
            let before = try savedState(of: .store)
            try basis.app.check(action)
            return PlannedChange(.store(action), inverse: .restoreDevice(before))
        case .setStore(let state):
            let before = try savedState(of: .store)
            // Without a simulated system, there is no saved state.
            let after = basis.system?.savedStore(in: state) ?? before
            return PlannedChange(.device(after), inverse: .restoreDevice(before))
        case .restoreDevice(let device):
            return PlannedChange(.device(device), inverse: .restoreDevice(try savedState(of: device.part)))
        case .restartApp:
            let before = try savedState(of: .permissions)
            // A restart without an effect on the permissions needs no inverse.
            let isSame = basis.system?.restarted(before) == before
            return PlannedChange(.restart, inverse: isSame ? nil : .restoreDevice(before))
        case .beginSession: return PlannedChange(.session, inverse: nil)
        case .focus, .perform, .openURL, .beginFlow, .answerFlow, .setBackgroundWork, .savePersona, .setPersona,
            .sequence, .undo, .redo:
            return nil
        }
    }

    private func plannedChange(_ value: FactValue?, of fact: FactReference) throws(CommandError) -> PlannedChange {
        switch fact.kind {
        case .userSetting:
            let feature = try basis.app.featureWithUserSetting(fact.key)
            let before = try basis.userSetting(of: feature)
            return PlannedChange(
                .userSetting(feature, value?.truth.boolValue),
                inverse: .setUserSetting(feature: feature.path.description, isOn: before))
        case .flag:
            let isOn = value?.truth.boolValue
            let flag = try basis.flag(fact.key, setting: isOn, isRestoring: isRestoring)
            // An earlier command of the forecast may have set the flag.
            let before = setFlags[fact.key] ?? flag.before
            let isSame = isOn == nil && before == nil
            return PlannedChange(
                .flag(key: fact.key, isOn, value: flag.value),
                inverse: isSame ? nil : .setFlag(key: fact.key, isOn: before))
        case .permission:
            let before = try savedState(of: .permissions)
            let status = value?.permissionStatus ?? .notDetermined
            return PlannedChange(
                .permission(try basis.app.permission(fact.key), status), inverse: .restoreDevice(before))
        case .purchase:
            let before = try savedState(of: .store)
            let product = try basis.app.knownProduct(fact.key)
            try product.requireStatus()
            let status = PurchaseStatus(value?.truth ?? .false)
            return PlannedChange(.purchase(product, status), inverse: .restoreDevice(before))
        default: throw CommandError("A value of the kind \(fact.kind.rawValue) can only be overridden.")
        }
    }

    private func plannedChange(
        _ override: Override?, of fact: FactReference
    ) throws(CommandError) -> (key: FactKey, override: FactOverride?) {
        guard let override else { return (try basis.app.key(of: fact), nil) }
        let (key, new) = try basis.app.checked(override, of: fact, by: basis.cause)
        return (key, new)
    }

    /// Returns the command that restores the fact's current override.
    ///
    /// If the fact is not overridden, the command removes an override.
    private func inverse(overriding key: FactKey) -> Command? {
        guard let fact = FactReference(key) else { return nil }
        let present = self.fact(key)?.override
        var former = present.flatMap { OverrideRecord(key: key, override: $0)?.override }
        // The source is omitted if it is the sender.
        if present?.cause == basis.cause { former?.source = nil }
        return .setOverride(fact, former)
    }

    private var overriddenFacts: Set<FactKey> {
        basis.overriddenFacts.union(facts.keys).filter { fact($0)?.override != nil }
    }

    private func removal(of kind: FactKind?) -> PlannedChange {
        let keys = overriddenFacts.filter { kind == nil || $0.kind == kind }
        let records = keys.compactMap { key in fact(key)?.override.flatMap { OverrideRecord(key: key, override: $0) } }
            .sorted { $0.sortKey < $1.sortKey }
        return PlannedChange(
            .removedOverrides(kind, records), inverse: records.isEmpty ? nil : .restoreOverrides(records))
    }

    /// Plans each override individually, so that an override of an unknown fact does not prevent the others.
    private func restoration(of records: [OverrideRecord]) -> PlannedChange {
        var restored = RestoredOverrides()
        for record in records {
            do throws(CommandError) {
                restored.overrides.append(try basis.app.checked(record.override, of: record.identity, by: basis.cause))
            } catch {
                restored.problems.append(error.message)
            }
        }
        let inverses = restored.overrides.reversed().compactMap { self.inverse(overriding: $0.key) }
        // If there are other overrides, undo must revert each restored override separately.
        let inverse: Command? =
            inverses.isEmpty ? nil : overriddenFacts.isEmpty ? .removeAllOverrides : .sequence(inverses)
        return PlannedChange(.restoredOverrides(restored), inverse: inverse)
    }
}
