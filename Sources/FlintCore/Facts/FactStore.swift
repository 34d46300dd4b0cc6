import FeatureGating

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The one place where facts change.
///
/// Every fact has an actual value, which its source reports, and may have an override, which is laid over it and
/// never replaces it. A change re-evaluates the features that depend on the fact and no others, in the same step,
/// so nobody can see a new fact with an old verdict. It is then told to observers with no lock held.
///
/// All members may be called from any thread.
public final class FactStore: Sendable {
    fileprivate struct State {
        var facts: [FactKey: Fact] = [:]
        var conditions: [FactKey: [Condition]] = [:]
        var graph = AvailabilityGraph<Condition>()
        /// The path of each node of the graph, for telling observers.
        var paths: [NodeID: FeaturePath] = [:]
    }

    private let state = Protected(State())
    private let observers = ObserverList<FactChange>()

    /// Creates an empty store.
    init() {}

    /// What is known of a fact, or `nil` if nothing has ever been said of it.
    public subscript(key: FactKey) -> Fact? {
        state.withLock { $0.facts[key] }
    }

    /// Every fact something has been said of.
    public var all: [FactKey: Fact] {
        state.withLock { $0.facts }
    }

    /// Every override in force.
    public var overrides: [FactKey: FactOverride] {
        state.withLock { $0.facts.compactMapValues(\.override) }
    }

    /// Calls a handler after every change until the returned token is cancelled or released.
    public func observe(_ handler: @escaping @Sendable (FactChange) -> Void) -> ObservationToken {
        observers.add(handler)
    }

    /// Records what really holds.
    ///
    /// - Parameters:
    ///   - value: What the source reports.
    ///   - key: The fact.
    ///   - source: Who reports it.
    ///   - cause: Who is behind the change.
    public func setActual(_ value: FactValue, for key: FactKey, source: FactSource, cause: Cause) {
        let cause = Cause.current ?? cause
        let change: FactChange? = state.withLock { state in
            let before = state.facts[key]
            guard before?.actual != value || before?.source != source else { return nil }
            var after = before ?? Fact(actual: value, source: source, since: Date())
            if before?.actual != value { after.since = Date() }
            after.actual = value
            after.source = source
            return Self.apply(after, before: before, key: key, layer: .actual, cause: cause, to: &state)
        }
        if let change { observers.notify(change) }
    }

    /// Lays a value over a fact, or takes it off again.
    ///
    /// - Parameters:
    ///   - value: What features shall see, or `nil` for what really holds.
    ///   - key: The fact.
    ///   - reason: Why, in the words of whoever does it.
    ///   - expiry: How long it lasts.
    ///   - cause: Who is behind the change.
    /// - Returns: The value that was laid over the fact before, if there was one.
    @discardableResult
    public func setOverride(
        _ value: FactValue?, for key: FactKey, reason: String? = nil, expiry: OverrideExpiry = .untilCleared,
        cause: Cause
    ) -> FactValue? {
        let cause = Cause.current ?? cause
        let (previous, change): (FactValue?, FactChange?) = state.withLock { state in
            let before = state.facts[key]
            let override = value.map {
                FactOverride(value: $0, cause: cause, since: Date(), reason: reason, expiry: expiry)
            }
            guard before?.override?.says(override) != true, before?.override != nil || override != nil else {
                return (value, nil)
            }
            var after = before ?? Fact(actual: key.nothingKnown, source: .nobody, since: Date())
            after.override = override
            let change = Self.apply(after, before: before, key: key, layer: .override, cause: cause, to: &state)
            return (before?.override?.value, change)
        }
        if let change { observers.notify(change) }
        return previous
    }

    /// Takes the overrides of one sort of fact off.
    public func removeOverrides(of kind: FactKey.Kind, cause: Cause) {
        for key in overrides.keys.filter({ $0.kind == kind }).sorted(by: { $0.sortKey < $1.sortKey }) {
            setOverride(nil, for: key, cause: cause)
        }
    }

    /// Takes every override off.
    public func removeAllOverrides(cause: Cause) {
        for key in overrides.keys.sorted(by: { $0.sortKey < $1.sortKey }) {
            setOverride(nil, for: key, cause: cause)
        }
    }

    /// Stores a fact and brings the conditions and features that depend on it up to date.
    private static func apply(
        _ after: Fact, before: Fact?, key: FactKey, layer: FactChange.Layer, cause: Cause, to state: inout State
    ) -> FactChange {
        state.facts[key] = after
        var verdicts: [VerdictChange] = []
        // Some conditions make a difference between an override and an actual value that say the same.
        let isSeen = before?.effective != after.effective || before?.override?.value != after.override?.value
        if isSeen, let conditions = state.conditions[key] {
            let facts = state.facts
            verdicts = state.graph.set(conditions.map { ($0, $0.truth { facts[$0] }) })
        }
        return FactChange(
            key: key, layer: layer, before: before, after: after, cause: cause,
            availabilityChanges: state.named(verdicts))
    }

    /// Drops everything, observers included.
    func reset() {
        observers.removeAll()
        state.withLock { $0 = State() }
    }
}

// MARK: - Features that depend on facts

extension FactStore {
    /// Adds a feature as a dependant of the facts its requirement mentions.
    func addNode(_ requirement: Requirement<Condition>, parent: NodeID?, path: FeaturePath) -> NodeID {
        state.withLock { state in
            state.know(requirement.facts)
            let node = state.graph.addNode(requirement: requirement, parent: parent)
            state.paths[node] = path
            return node
        }
    }

    /// Replaces what a feature depends on, after it has moved in the hierarchy.
    func moveNode(_ node: NodeID, requirement: Requirement<Condition>, parent: NodeID?, path: FeaturePath) {
        state.withLock { state in
            state.know(requirement.facts)
            state.paths[node] = path
            _ = state.graph.setRequirement(requirement, of: node)
            _ = state.graph.setParent(parent, of: node)
        }
    }

    /// Carries what is known under one key over to another that nothing is known of.
    func renameFact(_ old: FactKey, to new: FactKey) {
        state.withLock { state in
            guard old != new, state.facts[new] == nil, let fact = state.facts.removeValue(forKey: old) else { return }
            state.facts[new] = fact
        }
    }

    /// Whether a feature is available.
    func verdict(_ node: NodeID) -> Truth {
        state.withLock { $0.graph.verdict(node) }
    }

    /// The truth of conditions at one moment, together with the facts behind them.
    func evaluate(_ requirement: Requirement<Condition>) -> (truths: [Condition: Truth], facts: [FactKey: Fact]) {
        state.withLock { state in
            var truths: [Condition: Truth] = [:]
            var facts: [FactKey: Fact] = [:]
            for condition in requirement.facts {
                truths[condition] = condition.truth { state.facts[$0] }
                for key in condition.factKeys { facts[key] = state.facts[key] }
            }
            return (truths, facts)
        }
    }

    /// What laying values over facts, or taking them off, would change, without doing it.
    func preview(_ overlay: [FactKey: OverlayValue]) -> [AvailabilityChange] {
        state.withLock { state in
            var facts = state.facts
            for (key, value) in overlay {
                var fact = facts[key] ?? Fact(actual: key.nothingKnown, source: .nobody, since: Date())
                switch value {
                case .override(let value):
                    fact.override = value.map { FactOverride(value: $0, cause: .app, since: Date()) }
                case .actual(let value):
                    fact.actual = value
                }
                facts[key] = fact
            }
            let conditions = overlay.keys.flatMap { state.conditions[$0] ?? [] }
            return state.named(state.graph.whatIf(conditions.map { ($0, $0.truth { facts[$0] }) }))
        }
    }

    /// A value that a preview lays over a fact or puts in place of the actual one.
    enum OverlayValue {
        /// The override; `nil` takes it off.
        case override(FactValue?)
        /// What would really hold.
        case actual(FactValue)
    }
}

extension FactStore.State {
    /// Makes conditions known to their facts, so that a change of a fact reaches them.
    fileprivate mutating func know(_ new: [Condition]) {
        for condition in new {
            for key in condition.factKeys where conditions[key]?.contains(condition) != true {
                conditions[key, default: []].append(condition)
            }
            let facts = self.facts
            _ = graph.set(condition.truth { facts[$0] }, for: condition)
        }
    }

    /// The changes of verdicts with the paths of their features, in the order of registration.
    fileprivate func named(_ changes: [VerdictChange]) -> [AvailabilityChange] {
        changes.sorted { $0.node.rawValue < $1.node.rawValue }.compactMap { change in
            paths[change.node].map { AvailabilityChange(feature: $0, before: change.before, after: change.after) }
        }
    }
}
