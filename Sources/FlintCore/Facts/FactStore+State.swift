// SPDX-License-Identifier: MIT

import FeatureGating
import FlintFoundation

extension FactStore.State {
    mutating func apply(
        _ after: Fact, before: Fact?, key: FactKey, at position: [FactKey: Fact].Index? = nil,
        layer: FactChange.Layer, cause: Cause
    ) -> FactChange {
        if let position { facts.values[position] = after } else { facts[key] = after }
        let verdicts = index.update(key, before: before, after: after, facts: facts)
        return FactChange(
            key: key, layer: layer, before: before, after: after, cause: cause, verdicts: verdicts,
            // The paths are omitted if possible: while a stored change contains them, the next registration has to copy
            // the list.
            paths: verdicts.isEmpty ? [] : index.paths)
    }

    mutating func setActual(
        _ answer: FactAnswer, for key: FactKey, reading: FactReading?, now: () -> Date
    ) -> FactChange? {
        guard let reading else { return setActual(answer, for: key, before: facts[key], reading: 0, now: now) }
        guard let position = facts.index(forKey: key) else {
            return setActual(answer, for: key, before: nil, reading: reading.number, now: now)
        }
        guard FactReading.advance(reading.number, newest: &facts.values[position].reading) else { return nil }
        return setActual(
            answer, for: key, before: facts.values[position], at: position, reading: reading.number, now: now)
    }

    /// Sets whether past purchases unlock a feature, and returns the change if the value differs.
    ///
    /// Past purchases usually unlock no feature. That state needs no fact, and is detected without a lookup.
    @inline(__always)
    mutating func setPastPurchases(
        _ unlocks: Bool, of metadata: FeatureMetadata, reading: FactReading, cause: Cause, now: () -> Date
    ) -> FactChange? {
        guard metadata.acceptPastPurchasesReading(reading.number), unlocks || index.hasPastPurchases else { return nil }
        return setKnownPastPurchases(unlocks, of: metadata, reading: reading, cause: cause, now: now)
    }

    private mutating func setKnownPastPurchases(
        _ unlocks: Bool, of metadata: FeatureMetadata, reading: FactReading, cause: Cause, now: () -> Date
    ) -> FactChange? {
        let key = FactKey.pastPurchases(feature: metadata.path)
        let answer = FactAnswer(.truth(Truth(unlocks)), source: .store, cause: cause)
        var before = facts[key]
        if before?.source ?? .unreported == .unreported {
            guard unlocks else { return nil }
            if reading.occasion != .registration {
                // The previous state was not stored as a fact, so it is created here to report a change.
                var nothing = before ?? Fact(actual: key.unreportedValue, source: answer.source, since: now())
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
        if var after = before, let waiting = waitingValue(answer, for: key, before: after) {
            guard after.waiting != waiting else { return nil }
            after.waiting = waiting
            after.reading = max(after.reading, reading)
            return apply(after, before: before, key: key, at: position, layer: .waiting, cause: answer.cause)
        }
        let isSame = before?.actual == answer.value && before?.source == answer.source
        if isSame, before?.waiting == nil { return nil }
        var after = before ?? Fact(actual: answer.value, source: answer.source, since: now())
        if before?.actual != answer.value { after.since = now() }
        after.actual = answer.value
        after.source = answer.source
        after.reading = max(after.reading, reading)
        if after.waiting != nil { after.waiting = nil }
        return apply(
            after, before: before, key: key, at: position, layer: isSame ? .waiting : .actual, cause: answer.cause)
    }

    private func waitingValue(_ answer: FactAnswer, for key: FactKey, before: Fact) -> WaitingValue? {
        // The first known value of a fact always takes effect immediately.
        guard !effectTimes.isEmpty, let time = effectTimes[key], before.source != .unreported,
            !before.actual.isUnknown, before.actual != answer.value
        else { return nil }
        return WaitingValue(answer.value, source: answer.source, takesEffect: time)
    }

    mutating func applyWaitingValue(of key: FactKey, at time: EffectTime, cause: Cause, now: Date) -> FactChange? {
        guard let before = facts[key], let waiting = before.waiting, waiting.takesEffect <= time else { return nil }
        var after = before
        (after.actual, after.source, after.since, after.waiting) = (waiting.value, waiting.source, now, nil)
        return apply(after, before: before, key: key, layer: .actual, cause: cause)
    }

    mutating func applyOverride(_ override: FactOverride?, to key: FactKey, cause: Cause, now: Date) -> FactChange {
        let before = facts[key]
        var after = before ?? Fact(actual: key.unreportedValue, source: .unreported, since: now)
        after.override = override
        limits.set(override?.expiry, of: key)
        if override == nil { overridden.remove(key) } else { overridden.insert(key) }
        return apply(after, before: before, key: key, layer: .override, cause: cause)
    }

    mutating func renameFact(_ old: FactKey, to new: FactKey, cause: Cause) -> [FactChange] {
        guard old != new, let before = facts.removeValue(forKey: old) else { return [] }
        let known = facts[new]
        var after = before
        if let override = known?.override { after.override = override }
        facts[new] = after
        index.rename(old, to: new)
        if let time = effectTimes.removeValue(forKey: old) { effectTimes[new] = time }
        overridden.remove(old)
        if after.override != nil { overridden.insert(new) }
        limits.set(nil, of: old)
        limits.set(after.override?.expiry, of: new)
        // Only a moved override is reported, because observers save overrides by path.
        guard before.override != nil else { return [] }
        var removed = before
        removed.override = nil
        let removal = FactChange(
            key: old, layer: .override, before: before, after: removed, cause: cause, verdicts: [], paths: [])
        guard known?.override == nil else { return [removal] }
        return [
            removal,
            FactChange(
                key: new, layer: .override, before: known, after: after, cause: cause, verdicts: [], paths: []),
        ]
    }
}
