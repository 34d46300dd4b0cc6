import FeatureGating

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension FactStore.State {
    /// Stores a fact and brings the features that depend on it up to date.
    mutating func apply(
        _ after: Fact, before: Fact?, key: FactKey, layer: FactChange.Layer, cause: Cause
    ) -> FactChange {
        facts[key] = after
        if key.kind == .pastPurchases {
            if after.effective.truth == .true {
                unlockingPastPurchases.insert(key)
            } else {
                unlockingPastPurchases.remove(key)
            }
        }
        let verdicts = update(affected(by: key, before: before, after: after))
        return FactChange(
            key: key, layer: layer, before: before, after: after, cause: cause, verdicts: verdicts, paths: paths)
    }

    /// Lays something over a fact, or takes it off.
    mutating func lay(_ override: FactOverride?, over key: FactKey, cause: Cause, now: Date) -> FactChange {
        let before = facts[key]
        var after = before ?? Fact(actual: key.nothingKnown, source: .nobody, since: now)
        after.override = override
        limits.note(override?.expiry, of: key)
        return apply(after, before: before, key: key, layer: .override, cause: cause)
    }

    /// What the graph has to look at again after a change.
    private func affected(by key: FactKey, before: Fact?, after: Fact) -> [FactID] {
        var affected: [FactID] = []
        let isLaid = before?.override != nil
        // Some answers make a difference between an override and an actual value that say the same.
        if before?.effective != after.effective || before?.override?.value != after.override?.value {
            affected = dependants[key] ?? []
        }
        // Past purchases mostly unlock nothing, and then it does not matter what stands in their way.
        if isLaid != (after.override != nil), !unlockingPastPurchases.isEmpty {
            affected += overrideDependants[key] ?? []
        }
        return affected
    }

    /// Works answers out again and passes them to the graph.
    private mutating func update(_ ids: [FactID]) -> [VerdictChange] {
        switch ids.count {
        case 0: return []
        case 1:
            let changes = graph.set(truth(of: ids[0], in: facts), at: ids[0])
            published.publish(changes)
            return changes
        default:
            let values = ids.map { ($0, truth(of: $0, in: facts)) }
            let changes = graph.set(values)
            published.publish(changes)
            return changes
        }
    }

    private func truth(of id: FactID, in facts: [FactKey: Fact]) -> Truth {
        graph.key(of: id).truth { facts[$0] }
    }

    /// Makes what a requirement asks known to the facts it is about, so that their changes reach it.
    mutating func know(_ requirement: Requirement<GraphFact>) {
        for answer in requirement.facts where graph.id(of: answer) == nil {
            let id = graph.intern(answer)
            for key in answer.factKeys { dependants[key, default: []].append(id) }
            if let key = answer.overrideKey { overrideDependants[key, default: []].append(id) }
            let changes = graph.set(truth(of: id, in: facts), at: id)
            published.publish(changes)
        }
    }

    /// What other facts would change.
    func preview(_ changed: [FactKey: Fact]) -> [AvailabilityChange] {
        var facts = facts
        for (key, fact) in changed { facts[key] = fact }
        // What is laid over a product counts for past purchases too, whichever unlock something in this state.
        let ids = changed.keys.flatMap { (dependants[$0] ?? []) + (overrideDependants[$0] ?? []) }
        return AvailabilityChange.list(graph.whatIf(ids.map { ($0, truth(of: $0, in: facts)) }), paths: paths)
    }
}

extension AvailabilityChange {
    /// Changes of verdicts with the paths of their features, in the order of registration.
    static func list(_ changes: [VerdictChange], paths: [FeaturePath]) -> [AvailabilityChange] {
        changes.sorted { $0.node.rawValue < $1.node.rawValue }.map { change in
            AvailabilityChange(
                feature: paths[Int(change.node.rawValue)], before: change.before, after: change.after)
        }
    }
}
