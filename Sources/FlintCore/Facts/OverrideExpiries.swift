import FeatureGating
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Which overrides end by themselves, and when the next one does.
struct OverrideExpiries {
    /// When overrides end that end at a moment.
    private var ends: [FactKey: Date] = [:]
    /// The earliest of those moments.
    private(set) var next: Date?
    /// The facts whose overrides expire after a number of uses.
    private(set) var counted: Set<FactKey> = []

    /// Notes when the override of a fact expires; `nil` if it does not or there is none.
    mutating func note(_ expiry: OverrideExpiry?, of key: FactKey) {
        var end: Date?
        var isCounted = false
        switch expiry {
        case .until(let date): end = date
        case .uses: isCounted = true
        case .untilQuit, .after, nil: break
        }
        if isCounted { counted.insert(key) } else { counted.remove(key) }
        let before = ends[key]
        guard before != end else { return }
        ends[key] = end
        if before == next {
            next = ends.values.min()
        } else if let end, let earliest = next, end < earliest {
            next = end
        }
    }

    /// What they make necessary before a verdict is taken for granted.
    var slowPathReasons: PublishedVerdicts.SlowPathReasons {
        var slowPathReasons: PublishedVerdicts.SlowPathReasons = []
        if next != nil { slowPathReasons.insert(.overridesExpire) }
        if !counted.isEmpty { slowPathReasons.insert(.usesAreCounted) }
        return slowPathReasons
    }

    /// Whether the end of some override has come; the clock is read only if there is something to end.
    func isDue(_ now: () -> Date) -> Bool {
        next.map { $0 <= now() } ?? false
    }

    /// Removes the ends that have come, and returns their facts in the order of the ends.
    mutating func takeDue(by now: Date) -> [FactKey] {
        let due = ends.filter { $0.value <= now }
        for key in due.keys { ends[key] = nil }
        next = ends.values.min()
        return due.sorted { ($0.value, $0.key.sortKey) < ($1.value, $1.key.sortKey) }.map(\.key)
    }
}

extension FactOverride {
    /// The override after one more use, or `nil` if that was the last one.
    var afterOneUse: FactOverride? {
        guard case .uses(let count) = expiry else { return self }
        guard count > 1 else { return nil }
        return FactOverride(value: value, cause: cause, since: since, reason: reason, expiry: .uses(count - 1))
    }
}

/// Decides whether overrides are accepted: they are a tool for development, which a shipped app refuses.
///
/// A store that accepted them in a shipped app would let a file that lies around unlock what has to be paid for.
final class OverrideGate: Sendable {
    /// Whether overrides are accepted where nothing else was configured: in builds that define `DEBUG`.
    static var isOpenByDefault: Bool {
        #if DEBUG
            true
        #else
            false
        #endif
    }

    private let openFlag = Atomic(OverrideGate.isOpenByDefault)
    private let refusalHandler = Protected<(@Sendable (FactKey) -> Void)?>(nil)

    /// Whether overrides are accepted.
    var isOpen: Bool {
        get { openFlag.load(ordering: .acquiring) }
        set { openFlag.store(newValue, ordering: .releasing) }
    }

    /// Has a handler called with the fact of every override that is refused, with no lock held.
    func onRefusal(_ handler: @escaping @Sendable (FactKey) -> Void) {
        refusalHandler.withLock { $0 = handler }
    }

    /// Reports an override that is refused.
    func refuse(_ key: FactKey) {
        refusalHandler.withLock { $0 }?(key)
    }
}

/// Keeps the overrides of a debug purchase tracker among all other facts.
final class FactOverrideStorage: PurchaseOverrideStorage {
    private let facts: FactStore
    private let token = Protected<ObservationToken?>(nil)

    /// Creates a storage over a runtime's facts.
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
