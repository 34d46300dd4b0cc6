// SPDX-License-Identifier: MIT

import FeatureGating
import FlintFoundation
import FlintLocks

struct OverrideExpiries {
    private var expiryDates: [FactKey: Date] = [:]
    private(set) var nextExpiry: Date?
    /// The facts whose overrides expire after a number of uses.
    private(set) var counted: Set<FactKey> = []

    mutating func set(_ expiry: OverrideExpiry?, of key: FactKey) {
        var end: Date?
        var isCounted = false
        switch expiry {
        case .until(let date): end = date
        case .uses: isCounted = true
        case .untilQuit, .after, nil: break
        }
        if isCounted { counted.insert(key) } else { counted.remove(key) }
        let before = expiryDates[key]
        guard before != end else { return }
        expiryDates[key] = end
        // Either the replaced date was the earliest one, or the new date is the first one.
        if before == nextExpiry {
            nextExpiry = expiryDates.values.min()
        } else if let end, let earliest = nextExpiry, end < earliest {
            nextExpiry = end
        }
    }

    var slowPathReasons: PublishedVerdicts.SlowPathReasons {
        var slowPathReasons: PublishedVerdicts.SlowPathReasons = []
        if nextExpiry != nil { slowPathReasons.insert(.overridesExpire) }
        if !counted.isEmpty { slowPathReasons.insert(.usesAreCounted) }
        return slowPathReasons
    }

    func isDue(_ now: () -> Date) -> Bool {
        nextExpiry.map { $0 <= now() } ?? false
    }

    mutating func removeDue(by now: Date) -> [FactKey] {
        let due = expiryDates.filter { $0.value <= now }
        for key in due.keys { expiryDates[key] = nil }
        nextExpiry = expiryDates.values.min()
        return due.sorted { ($0.value, $0.key.sortKey) < ($1.value, $1.key.sortKey) }.map(\.key)
    }
}

extension FactOverride {
    var afterOneUse: FactOverride? {
        guard case .uses(let count) = expiry else { return self }
        guard count > 1 else { return nil }
        return FactOverride(value: value, cause: cause, since: since, reason: reason, expiry: .uses(count - 1))
    }
}

/// The switch that allows or refuses overrides.
///
/// Overrides are a tool for development, and a shipped app refuses them. Otherwise, a leftover file with overrides
/// could unlock purchases.
final class OverrideGate: Sendable {
    static var isOpenByDefault: Bool {
        #if DEBUG
            true
        #else
            false
        #endif
    }

    private let openFlag = Atomic(OverrideGate.isOpenByDefault)
    private let refusalHandler = Protected<(@Sendable (FactKey) -> Void)?>(nil)

    var isOpen: Bool {
        get { openFlag.load(ordering: .acquiring) }
        set { openFlag.store(newValue, ordering: .releasing) }
    }

    /// Sets the handler for refused overrides, which is called with no lock held.
    func onRefusal(_ handler: @escaping @Sendable (FactKey) -> Void) {
        refusalHandler.withLock { $0 = handler }
    }

    func refuse(_ key: FactKey) {
        refusalHandler.withLock { $0 }?(key)
    }
}

/// An override storage that connects a debug purchase tracker to the fact store.
///
/// Setup attaches the storage to the tracker. From then on, the tracker and the fact store share one set of purchase
/// overrides, which can be changed through either of them.
final class FactOverrideStorage: PurchaseOverrideStorage {
    private let facts: FactStore
    private let token = Protected<ObservationToken?>(nil)

    init(facts: FactStore) {
        self.facts = facts
    }

    var overrides: [String: PurchaseStatus] {
        var overrides: [String: PurchaseStatus] = [:]
        for case (.purchase(let productID), let override) in facts.overrides {
            overrides[productID] = PurchaseStatus(override.value.truth)
        }
        return overrides
    }

    func override(for productID: String) -> PurchaseStatus? {
        (facts[.purchase(productID: productID)]?.override?.value.truth).map(PurchaseStatus.init)
    }

    func setOverride(_ status: PurchaseStatus?, for productID: String) {
        facts.setOverride(status.map { .truth($0.truth) }, for: .purchase(productID: productID), cause: .app)
    }

    func removeAllOverrides() {
        for productID in overrides.keys.sorted() { setOverride(nil, for: productID) }
    }

    func observeOverrides(_ handler: (@Sendable (_ productID: String) -> Void)?) {
        let new = handler.map { handler in
            facts.observe { change in
                if change.layer == .override, case .purchase(let productID) = change.key { handler(productID) }
            }
        }
        token.withLock { $0 = new }
    }
}
