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
    /// The facts whose overrides last for a number of decisions.
    private(set) var counted: Set<FactKey> = []

    /// Notes how long the override of a fact lasts; `nil` if there is none any more.
    mutating func note(_ expiry: OverrideExpiry?, of key: FactKey) {
        var end: Date?
        var isCounted = false
        switch expiry {
        case .at(let date): end = date
        case .evaluations: isCounted = true
        case .untilCleared, .untilQuit, nil: break
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
        if !counted.isEmpty { reservations.insert(.decisionsCount) }
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

extension OverrideExpiry {
    /// Whether an override with this end is over.
    func hasCome(by now: Date) -> Bool {
        switch self {
        case .at(let date): date <= now
        case .evaluations(let count): count < 1
        case .untilCleared, .untilQuit: false
        }
    }
}

extension FactOverride {
    /// The override once another decision has been made, or `nil` if that was the last one it lasts for.
    var afterOneDecision: FactOverride? {
        guard case .evaluations(let count) = expiry else { return self }
        guard count > 1 else { return nil }
        return FactOverride(value: value, cause: cause, since: since, reason: reason, expiry: .evaluations(count - 1))
    }
}
