#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Which overrides end by themselves, and when the next one does.
struct OverrideLimits {
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
    var reservations: PublishedVerdicts.SlowPathReasons {
        var reservations: PublishedVerdicts.SlowPathReasons = []
        if next != nil { reservations.insert(.overridesEnd) }
        if !counted.isEmpty { reservations.insert(.usesAreCounted) }
        return reservations
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
