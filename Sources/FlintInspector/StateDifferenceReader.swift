// SPDX-License-Identifier: MIT

import FeatureGating
import FlintCore
import FlintLocks
import FlintWorld

/// Finds the differences from the app's initial state.
///
/// The result is cached in parts. Each part is valid until a change to a fact, flag, or device affects it. All members
/// can be called from any thread.
final class StateDifferenceReader: Sendable {
    /// The cached differences.
    ///
    /// A part is `nil` if it must be recomputed.
    private struct Found {
        var settings: [StateDifference]?
        var flags: [StateDifference]?
        var device: [StateDifference]?
        var all: [StateDifference]?
        /// The number of invalidations, which reveals whether a result is outdated before it is cached.
        var changes = 0

        mutating func forget(_ part: WritableKeyPath<Found, [StateDifference]?>) {
            self[keyPath: part] = nil
            all = nil
            changes += 1
        }
    }

    private let runtime: FlintRuntime
    private let system: (any SimulatedSystem)?
    private let found = Protected(Found())

    init(runtime: FlintRuntime, system: (any SimulatedSystem)?) {
        self.runtime = runtime
        self.system = system
    }

    var differences: [StateDifference] {
        let known = found.withLock { $0 }
        if let all = known.all { return all }
        // The differences are computed without the lock, because flag providers and the simulated system are called.
        let (settings, flags, device) = (known.settings ?? settings, known.flags ?? flags, known.device ?? device)
        let all = settings + flags + device
        found.withLock { found in
            guard found.changes == known.changes else { return }
            (found.settings, found.flags, found.device, found.all) = (settings, flags, device, all)
        }
        return all
    }

    /// Invalidates the parts that a fact affects, unless only the fact's override has changed.
    func factDidChange(_ change: FactChange) {
        guard change.before?.actual != change.after.actual || change.before?.source != change.after.source else {
            return
        }
        switch change.key {
        case .userSetting: found.withLock { $0.forget(\.settings) }
        case .featureFlag: flagsDidChange()
        case .permission, .purchase, .pastPurchases: deviceDidChange()
        case .runtimeSwitch, .platform, .own: break
        }
    }

    func deviceDidChange() {
        found.withLock { $0.forget(\.device) }
    }

    func flagsDidChange() {
        found.withLock { $0.forget(\.flags) }
    }

    // MARK: Parts

    private var settings: [StateDifference] {
        runtime.facts.all.filter { $0.value.source == .user }.compactMap { key, fact -> StateDifference? in
            guard case .userSetting(let path) = key, let metadata = runtime.metadata(at: path),
                let initial = metadata.constraints.mentionedSettingDefault, let isOn = fact.actual.truth.boolValue
            else { return nil }
            return StateDifference(
                kind: .setting, title: metadata.feature.name, value: isOn ? "on" : "off",
                initial: initial ? "on" : "off", removal: .setUserSetting(feature: path.description, isOn: nil))
        }
        .sorted { $0.title < $1.title }
    }

    private var flags: [StateDifference] {
        runtime.setFlags.map { flag in
            StateDifference(
                kind: .flag, title: flag.key, value: flag.isOn ? "on" : "off", initial: "not set",
                removal: .setFlag(key: flag.key, isOn: nil))
        }
    }

    private var device: [StateDifference] {
        guard let system else { return [] }
        let initialStatuses = system.statuses(on: system.initialState(of: .permissions))
        let permissions = system.statuses(on: system.savedState(of: .permissions)).compactMap { permission, status in
            let initial = initialStatuses[permission] ?? .notDetermined
            return initial == status
                ? nil
                : StateDifference(
                    kind: .permission, title: permission.description, value: status.description,
                    initial: initial.description,
                    removal: .setPermission(permission: permission.name, status: initial))
        }
        let owned = system.ownership(on: system.initialState(of: .store))
        let products = system.storeProducts.compactMap { product -> StateDifference? in
            guard product.type != .consumable, let isOwned = owned[product.productID] else { return nil }
            let initial = PurchaseStatus(Truth(isOwned))
            return initial == product.status
                ? nil
                : StateDifference(
                    kind: .purchase, title: product.name, value: product.status.description,
                    initial: initial.description,
                    removal: .setPurchase(productID: product.productID, status: initial))
        }
        let store = system.storeDifference.map { words in
            StateDifference(
                kind: .store, title: "Simulated store", value: words, initial: nil, removal: .store(.reset))
        }
        return permissions.sorted { $0.title < $1.title } + products.sorted { $0.title < $1.title }
            + (store.map { [$0] } ?? [])
    }
}
