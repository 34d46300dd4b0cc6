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
    ///   - position: Where the fact is, if that is known, which spares a lookup.
    ///   - layer: What has changed of it.
    ///   - cause: Who is behind the change.
    /// - Returns: The change.
    mutating func apply(
        _ after: Fact, before: Fact?, key: FactKey, at position: [FactKey: Fact].Index? = nil,
        layer: FactChange.Layer, cause: Cause
    ) -> FactChange {
        if let position { facts.values[position] = after } else { facts[key] = after }
        let verdicts = index.update(key, before: before, after: after, facts: facts)
        return FactChange(
            key: key, layer: layer, before: before, after: after, cause: cause, verdicts: verdicts,
            // A change that is kept would have the list copied when the next feature is registered.
            paths: verdicts.isEmpty ? [] : index.paths)
    }

    /// Sets a fact's actual value; returns the change, or `nil` if there is none.
    mutating func setActual(
        _ answer: FactAnswer, for key: FactKey, reading: FactReading?, now: () -> Date
    ) -> FactChange? {
        guard let reading else { return setActual(answer, for: key, before: facts[key], reading: 0, now: now) }
        guard let position = facts.index(forKey: key) else {
            return setActual(answer, for: key, before: nil, reading: reading.number, now: now)
        }
        guard FactReading.adopt(reading.number, newest: &facts.values[position].reading) else { return nil }
        return setActual(
            answer, for: key, before: facts.values[position], at: position, reading: reading.number, now: now)
    }

    /// Sets whether past purchases unlock a feature; returns the change, or `nil` if there is none.
    ///
    /// They mostly unlock nothing. That takes no fact, and is found out without looking for one.
    @inline(__always)
    mutating func setPastPurchases(
        _ unlocks: Bool, of metadata: FeatureMetadata, reading: FactReading, cause: Cause, now: () -> Date
    ) -> FactChange? {
        guard metadata.adoptPastPurchases(reading.number), unlocks || index.hasPastPurchases else { return nil }
        return setKnownPastPurchases(unlocks, of: metadata, reading: reading, cause: cause, now: now)
    }

    /// Sets whether past purchases unlock a feature where something is, or comes to be, known of any.
    private mutating func setKnownPastPurchases(
        _ unlocks: Bool, of metadata: FeatureMetadata, reading: FactReading, cause: Cause, now: () -> Date
    ) -> FactChange? {
        let key = FactKey.pastPurchases(feature: metadata.path)
        let answer = FactAnswer(.truth(Truth(unlocks)), source: .store, cause: cause)
        var before = facts[key]
        if before?.source ?? .unreported == .unreported {
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
        _ answer: FactAnswer, for key: FactKey, before: Fact?, at position: [FactKey: Fact].Index? = nil,
        reading: UInt64, now: () -> Date
    ) -> FactChange? {
        guard before?.actual != answer.value || before?.source != answer.source else { return nil }
        var after = before ?? Fact(actual: answer.value, source: answer.source, since: now())
        if before?.actual != answer.value { after.since = now() }
        after.actual = answer.value
        after.source = answer.source
        after.reading = max(after.reading, reading)
        return apply(after, before: before, key: key, at: position, layer: .actual, cause: answer.cause)
    }

    /// Overrides a fact, or removes the override.
    mutating func lay(_ override: FactOverride?, over key: FactKey, cause: Cause, now: Date) -> FactChange {
        let before = facts[key]
        var after = before ?? Fact(actual: key.nothingKnown, source: .unreported, since: now)
        after.override = override
        limits.note(override?.expiry, of: key)
        if override == nil { overridden.remove(key) } else { overridden.insert(key) }
        return apply(after, before: before, key: key, layer: .override, cause: cause)
    }

    /// Carries what is known under one key over to another, whose own override stays if it has one.
    ///
    /// - Returns: The changes of the override that moves along; none if there is no such override.
    mutating func renameFact(_ old: FactKey, to new: FactKey, cause: Cause) -> [FactChange] {
        guard old != new, let before = facts.removeValue(forKey: old) else { return [] }
        let known = facts[new]
        var after = before
        if let override = known?.override { after.override = override }
        facts[new] = after
        index.rename(old, to: new)
        overridden.remove(old)
        if after.override != nil { overridden.insert(new) }
        limits.note(nil, of: old)
        limits.note(after.override?.expiry, of: new)
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
}
