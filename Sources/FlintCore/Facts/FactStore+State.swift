import FeatureGating

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension FactStore.State {
    /// Stores a fact and brings the features that depend on it up to date.
    ///
    /// - Parameters:
    ///   - after: The fact as it is from now on.
    ///   - before: The fact as it was.
    ///   - key: The fact's key.
    ///   - index: Where the fact is, if that is known, which spares a lookup.
    ///   - layer: What has changed of it.
    ///   - cause: Who is behind the change.
    /// - Returns: The change.
    mutating func apply(
        _ after: Fact, before: Fact?, key: FactKey, at index: [FactKey: Fact].Index? = nil,
        layer: FactChange.Layer, cause: Cause
    ) -> FactChange {
        if let index { facts.values[index] = after } else { facts[key] = after }
        if case .pastPurchases = key {
            hasPastPurchases = true
            if after.effective.truth == .true {
                unlockingPastPurchases.insert(key)
            } else {
                unlockingPastPurchases.remove(key)
            }
        }
        if (before?.override != nil) != (after.override != nil) {
            countOverride(of: key, isAdded: after.override != nil)
        }
        let verdicts = update(dependingOn: key, before: before, after: after)
        published.countChange()
        return FactChange(
            key: key, layer: layer, before: before, after: after, cause: cause, verdicts: verdicts,
            // A change that is kept would have the list copied when the next feature is registered.
            paths: verdicts.isEmpty ? [] : paths)
    }

    /// Sets a fact's actual value; returns the change, or `nil` if there is none.
    mutating func setActual(
        _ answer: FactAnswer, for key: FactKey, reading: FactReading?, now: () -> Date
    ) -> FactChange? {
        guard let reading else { return setActual(answer, for: key, before: facts[key], reading: 0, now: now) }
        guard let index = facts.index(forKey: key) else {
            return setActual(answer, for: key, before: nil, reading: reading.number, now: now)
        }
        guard FactReading.adopt(reading.number, newest: &facts.values[index].reading) else { return nil }
        return setActual(
            answer, for: key, before: facts.values[index], at: index, reading: reading.number, now: now)
    }

    /// Sets whether past purchases unlock a feature; returns the change, or `nil` if there is none.
    ///
    /// They mostly unlock nothing. That takes no fact, and is found out without looking for one.
    @inline(__always)
    mutating func setPastPurchases(
        _ unlocks: Bool, of metadata: FeatureMetadata, reading: FactReading, cause: Cause, now: () -> Date
    ) -> FactChange? {
        guard metadata.adoptPastPurchases(reading.number), unlocks || hasPastPurchases else { return nil }
        return setKnownPastPurchases(unlocks, of: metadata, reading: reading, cause: cause, now: now)
    }

    /// Sets whether past purchases unlock a feature where something is, or comes to be, known of any.
    private mutating func setKnownPastPurchases(
        _ unlocks: Bool, of metadata: FeatureMetadata, reading: FactReading, cause: Cause, now: () -> Date
    ) -> FactChange? {
        let key = FactKey.pastPurchases(feature: metadata.path)
        let answer = FactAnswer(.truth(Truth(unlocks)), source: .store, cause: cause)
        var before = facts[key]
        if before?.source ?? .nobody == .nobody {
            guard unlocks else { return nil }
            if reading.occasion != .registration {
                // Once they do, that is a change from nothing.
                var nothing = before ?? Fact(actual: key.nothingKnown, source: answer.source, since: now())
                nothing.source = answer.source
                before = nothing
            }
        }
        return setActual(answer, for: key, before: before, reading: reading.number, now: now)
    }

    private mutating func setActual(
        _ answer: FactAnswer, for key: FactKey, before: Fact?, at index: [FactKey: Fact].Index? = nil,
        reading: UInt64, now: () -> Date
    ) -> FactChange? {
        guard before?.actual != answer.value || before?.source != answer.source else { return nil }
        var after = before ?? Fact(actual: answer.value, source: answer.source, since: now())
        if before?.actual != answer.value { after.since = now() }
        after.actual = answer.value
        after.source = answer.source
        after.reading = max(after.reading, reading)
        return apply(after, before: before, key: key, at: index, layer: .actual, cause: answer.cause)
    }

    /// Lays something over a fact, or takes it off.
    mutating func lay(_ override: FactOverride?, over key: FactKey, cause: Cause, now: Date) -> FactChange {
        let before = facts[key]
        var after = before ?? Fact(actual: key.nothingKnown, source: .nobody, since: now)
        after.override = override
        limits.note(override?.expiry, of: key)
        if override == nil { overridden.remove(key) } else { overridden.insert(key) }
        return apply(after, before: before, key: key, layer: .override, cause: cause)
    }

    /// Carries what is known under one key over to another, whose own override stays if it has one.
    ///
    /// - Returns: The changes of the override that goes along; none if there is no such override.
    mutating func renameFact(_ old: FactKey, to new: FactKey, cause: Cause) -> [FactChange] {
        guard old != new, let before = facts.removeValue(forKey: old) else { return [] }
        overrideCounts = nil
        let known = facts[new]
        var after = before
        if let override = known?.override { after.override = override }
        facts[new] = after
        published.countChange()
        overridden.remove(old)
        if after.override != nil { overridden.insert(new) }
        limits.note(nil, of: old)
        limits.note(after.override?.expiry, of: new)
        if unlockingPastPurchases.remove(old) != nil { unlockingPastPurchases.insert(new) }
        guard before.override != nil, known?.override == nil else { return [] }
        var removed = before
        removed.override = nil
        return [
            FactChange(
                key: old, layer: .override, before: before, after: removed, cause: cause, verdicts: [], paths: []),
            FactChange(
                key: new, layer: .override, before: known, after: after, cause: cause, verdicts: [], paths: []),
        ]
    }

    /// Works the answers out again that a change can have changed, and passes them to the graph.
    private mutating func update(dependingOn key: FactKey, before: Fact?, after: Fact) -> [VerdictChange] {
        // Some answers make a difference between an override and an actual value that say the same.
        let isOther = before?.effective != after.effective || before?.override?.value != after.override?.value
        let affected = isOther ? dependants[key] : nil
        // Past purchases mostly unlock nothing, and then it does not matter what stands in their way.
        let isLaidOrTakenOff = (before?.override != nil) != (after.override != nil)
        let further = isLaidOrTakenOff && !unlockingPastPurchases.isEmpty ? overrideDependants[key] : nil
        let changes: [VerdictChange]
        switch (affected, further) {
        case (nil, nil):
            return []
        case (let list?, nil) where list.only != nil:
            changes = list.only.map { graph.set(truth(of: $0, in: facts), at: $0) } ?? []
        default:
            let answers = (affected?.all ?? []) + (further?.all ?? [])
            changes = graph.set(answers.map { ($0, truth(of: $0, in: facts)) })
        }
        published.publish(changes)
        return changes
    }

    /// Whether a feature is available; one whose node has been forgotten in a reset is not.
    func verdict(_ node: NodeID) -> Truth {
        Int(node.rawValue) < graph.count ? graph.verdict(node) : .false
    }

    /// Returns an answer given facts, which are passed on because a closure would copy everything else here too.
    private func truth(of id: FactID, in facts: [FactKey: Fact]) -> Truth {
        graph.key(of: id).truth { facts[$0] }
    }

    /// A condition in terms of the answers the graph keeps, by their numbers.
    mutating func numbered(_ condition: Condition) -> Requirement<FactID> {
        // The rule of most features: wherever the app runs, they are supported.
        if case .platform(let rule) = condition, rule.versions.isEmpty { return .always }
        return condition.requirement { number(of: $0) }
    }

    /// The number of an answer; a new one becomes known to the facts it is about, so that their changes reach it.
    private mutating func number(of answer: GraphFact) -> FactID {
        if !answer.isOfOneFeature, let known = graph.id(of: answer) { return known }
        let id = answer.isOfOneFeature ? graph.add(answer) : graph.intern(answer)
        dependants[answer.mainKey, default: AnswerList()].append(id)
        if let key = answer.furtherKey { dependants[key, default: AnswerList()].append(id) }
        if let key = answer.overrideKey { overrideDependants[key, default: AnswerList()].append(id) }
        // Nothing depends on it yet, so nothing changes.
        let facts = facts
        graph.set(answer.truth { facts[$0] }, at: id)
        return id
    }

    /// What other facts would change.
    mutating func preview(_ changed: [FactKey: Fact]) -> [AvailabilityChange] {
        // What is laid over a product counts for past purchases too, if there are any that unlock something.
        let countsPastPurchases = !unlockingPastPurchases.isEmpty
        let ids = changed.keys.flatMap { key in
            (dependants[key]?.all ?? []) + (countsPastPurchases ? overrideDependants[key]?.all ?? [] : [])
        }
        // No copy of the graph may be left, or what is set for a moment would be set in another one.
        let values = ids.map { id in (id, graph.key(of: id).truth { changed[$0] ?? facts[$0] }) }
        return AvailabilityChange.list(graph.preview(values), paths: paths)
    }
}

extension AvailabilityChange {
    /// Changes of verdicts with the paths of their features, in the order of registration.
    static func list(_ changes: [VerdictChange], paths: [FeaturePath], limit: Int = .max) -> [AvailabilityChange] {
        changes.sorted { $0.node.rawValue < $1.node.rawValue }.prefix(limit).map { change in
            AvailabilityChange(
                feature: paths[Int(change.node.rawValue)], before: change.before, after: change.after)
        }
    }
}
