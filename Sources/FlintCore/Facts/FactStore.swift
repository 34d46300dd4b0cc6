// SPDX-License-Identifier: MIT

import Dispatch
import FeatureGating
import FlintFoundation
import FlintLocks

/// The facts and overrides of a runtime.
///
/// Each fact has an actual value, which its source reports, and optionally an override. Features see the override, if
/// any, instead of the actual value. An override never changes the actual value.
///
/// All changes to facts go through this store. A change also reevaluates the features that depend on the fact, in the
/// same step, so a reader never sees a new fact with an old verdict. Observers are then notified with no lock held.
///
/// ```swift
/// let token = runtime.facts.observe { change in print(change.key, change.after.effective, change.cause) }
/// runtime.facts.overridePurchase(
///     "premium", with: .true, reason: "checking the player", expiry: .after(seconds: 600), cause: .user)
/// ```
///
/// All members can be called from any thread.
public final class FactStore: Sendable {
    struct State {
        var facts: [FactKey: Fact] = [:]
        /// The keys of the overridden facts, so that listing overrides does not enumerate all facts.
        var overridden: Set<FactKey> = []
        /// The times at which new values take effect, except for facts whose values take effect immediately.
        var effectTimes: [FactKey: EffectTime] = [:]
        var index: AvailabilityIndex
        var limits = OverrideExpiries() {
            didSet { published.slowPathReasons = limits.slowPathReasons }
        }
        private let published: PublishedVerdicts

        init(published: PublishedVerdicts) {
            self.published = published
            index = AvailabilityIndex(published: published)
        }
    }

    let published: PublishedVerdicts
    let state: Protected<State>
    let overrideGate = OverrideGate()
    let observers = ObserverList<FactChange>()
    /// Whether ``setActual(_:for:source:cause:)`` has ever set a runtime switch.
    ///
    /// Every reading must then be compared with the fact.
    private let hasReportedSwitches = Atomic(false)
    private let lastReading = Atomic<UInt64>(0)
    /// The clock for the dates of changes and for overrides that expire.
    package let now: @Sendable () -> Date
    private let timer: any DeadlineTimer
    /// A monotonic clock, in seconds, for measuring the response times of sources.
    let uptime: @Sendable () -> Double
    let waitForAnswer: AnswerWait

    init(
        now: @escaping @Sendable () -> Date = { Date() }, timer: any DeadlineTimer = MainQueueTimer(),
        uptime: @escaping @Sendable () -> Double = { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 },
        waitForAnswer: @escaping AnswerWait = { _, answered, deadline in answered.wait(timeout: deadline) }
    ) {
        self.now = now
        self.timer = timer
        self.uptime = uptime
        self.waitForAnswer = waitForAnswer
        published = PublishedVerdicts()
        state = Protected(State(published: published))
    }

    /// The fact with the given key, or `nil` if it was never reported or overridden.
    public subscript(key: FactKey) -> Fact? {
        withCurrentState { $0.facts[key] }
    }

    /// All facts that have been reported or overridden.
    public var all: [FactKey: Fact] {
        withCurrentState { $0.facts }
    }

    /// The current overrides by fact.
    public var overrides: [FactKey: FactOverride] {
        withCurrentState { state in
            var overrides: [FactKey: FactOverride] = [:]
            overrides.reserveCapacity(state.overridden.count)
            for key in state.overridden { overrides[key] = state.facts[key]?.override }
            return overrides
        }
    }

    /// Whether overrides are accepted.
    ///
    /// Set the value with ``Flint/DependenciesConfig/allowsOverrides``. Before setup, overrides are accepted if the
    /// build defines `DEBUG`.
    public var allowsOverrides: Bool { overrideGate.isOpen }

    /// Calls a handler after every change until the returned token is canceled or released.
    ///
    /// - Parameter handler: A closure that receives each change. It is called on the thread of the change, with no lock
    ///   held.
    /// - Returns: A token that ends the observation when it is canceled or released.
    public func observe(_ handler: @escaping @Sendable (FactChange) -> Void) -> ObservationToken {
        observers.add(handler)
    }

    /// A stream of all subsequent changes.
    ///
    /// Changes are buffered without limit, so a slow reader receives all of them.
    public var changes: AsyncStream<FactChange> {
        AsyncStream { continuation in
            let token = observe { continuation.yield($0) }
            continuation.onTermination = { _ in token.cancel() }
        }
    }

    package func setActual(_ value: FactValue, for key: FactKey, source: FactSource, cause: Cause) {
        if case .runtimeSwitch = key { hasReportedSwitches.store(true, ordering: .sequentiallyConsistent) }
        record(FactAnswer(value, source: source, cause: Cause.current ?? cause), for: key, reading: nil)
    }

    /// Records a source's answer, unless a later reading has already been recorded.
    ///
    /// If the reading is `nil`, the answer is an unsolicited report. An answer of the wrong type for the fact is
    /// ignored.
    func record(_ answer: FactAnswer, for key: FactKey, reading: FactReading?) {
        guard key.accepts(answer.value) else { return }
        let change: FactChange? = state.withLock { state in
            state.setActual(answer, for: key, reading: reading, now: now)
        }
        if let change { observers.notify(change) }
    }

    func delay(_ keys: @autoclosure () -> [FactKey], until time: EffectTime) {
        // If several features declare times for a fact, the latest time applies.
        guard time != .now else { return }
        let keys = keys()
        state.withLock { state in
            for key in keys { state.effectTimes[key] = max(state.effectTimes[key] ?? .now, time) }
        }
    }

    package func effectTime(of key: FactKey) -> EffectTime { state.withLock { $0.effectTimes[key] ?? .now } }

    package var waitingValues: [FactKey: WaitingValue] {
        state.withLock { state in
            Dictionary(
                uniqueKeysWithValues: state.effectTimes.keys.compactMap { key in
                    state.facts[key]?.waiting.map { (key, $0) }
                })
        }
    }

    package func applyWaitingValues(at time: EffectTime, cause: Cause) {
        let changes = state.withLock { state in
            state.effectTimes.keys.sorted { $0.sortKey < $1.sortKey }.compactMap {
                state.applyWaitingValue(of: $0, at: time, cause: cause, now: now())
            }
        }
        for change in changes { observers.notify(change) }
    }

    func nextReading() -> UInt64 { lastReading.add(1, ordering: .acquiringAndReleasing).newValue }

    /// Reads a feature's `isEnabled`, and its own `isAvailable` if the feature defines it.
    ///
    /// For a use, the runtime must be the current one.
    func readSwitch(of metadata: FeatureMetadata, _ occasion: FactReading.Occasion, in runtime: FlintRuntime) {
        guard let feature = metadata.conditional else { return }
        OpenQuestion.ask(about: .runtimeSwitch(metadata), for: self, onCycle: runtime.adviseOfCyclicSwitches) {
            let reading = FactReading(number: nextReading(), occasion: occasion)
            func isOn() -> Truth {
                let isEnabled = Truth(feature.isEnabled)
                return metadata.usesIsAvailableAsSwitch ? isEnabled && Truth(feature.isAvailable) : isEnabled
            }
            recordSwitch(occasion == .use ? isOn() : runtime.bind(isOn), of: metadata, reading: reading) {
                // A change that is detected during a use was not caused by that use.
                occasion == .use ? .app : Cause.current ?? .app
            }
        }
    }

    private func recordSwitch(_ isOn: Truth, of metadata: FeatureMetadata, reading: FactReading, cause: () -> Cause) {
        // Almost every reading confirms the known value and needs no lock.
        guard
            hasReportedSwitches.load(ordering: .acquiring)
                || !metadata.switchReading.confirm(isOn, number: reading.number)
        else { return }
        let answer = FactAnswer(.truth(isOn), source: .program, cause: cause())
        let change: FactChange? = state.withLock { state in
            guard metadata.switchReading.begin(number: reading.number) else { return nil }
            defer { metadata.switchReading.finish(isOn, number: reading.number) }
            return state.setActual(
                answer, for: .runtimeSwitch(feature: metadata.path), reading: reading, now: now)
        }
        if let change { observers.notify(change) }
    }

    func recordPastPurchases(_ unlocks: Bool, of metadata: FeatureMetadata, reading: FactReading, cause: Cause) {
        let change: FactChange? = state.withLock { state in
            state.setPastPurchases(unlocks, of: metadata, reading: reading, cause: cause, now: now)
        }
        if let change { observers.notify(change) }
    }

    func recordPastPurchases(
        _ answers: [Bool?], of features: [FeatureMetadata], reading: FactReading, cause: Cause
    ) {
        let changes = state.withLock { state in
            var changes: [FactChange] = []
            for (index, answer) in answers.enumerated() {
                guard let answer,
                    let change = state.setPastPurchases(
                        answer, of: features[index], reading: reading, cause: cause, now: now)
                else { continue }
                changes.append(change)
            }
            return changes
        }
        for change in changes { observers.notify(change) }
    }

    /// Overrides a fact, or removes the override.
    ///
    /// If ``allowsOverrides`` is `false`, an override is refused and reported as an advisory. A value of the wrong type
    /// for the fact is ignored.
    ///
    /// - `value`: The value that features see, or `nil` to restore the actual value.
    /// - `expiry`: The end of the override. An expiry in the past removes the override.
    /// - `source`: The original creator of an override that is being restored, for example from a file; by default,
    ///   `cause`.
    /// - `since`: The date of an override that is being restored from a file, or `nil` for the current date. A date in
    ///   the future is replaced by the current date.
    /// - Returns: The change, or `nil` if the override is the same as before, was refused, or has a value of the wrong
    ///   type.
    @discardableResult
    package func setOverride(
        _ value: FactValue?, for key: FactKey, reason: String? = nil, expiry: OverrideExpiry? = nil,
        source: Cause? = nil, since: Date? = nil, cause: Cause
    ) -> FactChange? {
        guard value == nil || allowsOverrides else {
            overrideGate.refuse(key)
            return nil
        }
        let cause = Cause.current ?? cause
        expireOverrides()
        let change: FactChange? = state.withLock { state in
            let before = state.facts[key]?.override
            if let value, !key.accepts(value) { return nil }
            let now = now()
            let expiry = expiry?.resolved(at: now)
            let override =
                expiry?.hasPassed(by: now) == true
                ? nil
                : value.map {
                    FactOverride(
                        value: $0, cause: source ?? cause, since: min(since ?? now, now), reason: reason,
                        expiry: expiry)
                }
            guard before?.matches(override) != true, before != nil || override != nil else { return nil }
            return state.applyOverride(override, to: key, cause: cause, now: now)
        }
        if let change {
            observers.notify(change)
            rescheduleExpiry()
        }
        return change
    }

    package func removeOverrides(of kind: FactKind, cause: Cause) {
        for key in overrides.keys.filter({ $0.kind == kind }).sorted(by: { $0.sortKey < $1.sortKey }) {
            setOverride(nil, for: key, cause: cause)
        }
    }

    /// Removes all overrides, and notifies observers of each change.
    ///
    /// - Parameter cause: The initiator of the changes.
    public func removeAllOverrides(cause: Cause) {
        for key in overrides.keys.sorted(by: { $0.sortKey < $1.sortKey }) {
            setOverride(nil, for: key, cause: cause)
        }
    }

    func reset() {
        observers.removeAll()
        timer.set(nil)
        overrideGate.isOpen = OverrideGate.isOpenByDefault
        state.withLock { state in
            state = State(published: published)
            hasReportedSwitches.store(false, ordering: .releasing)
            published.clear()
        }
    }
}

// MARK: - Expiry

extension FactStore {
    func expireOverrides() {
        // A timer calls this method at the time of expiry if the main queue runs. Every read access calls it as well.
        guard state.withLock({ $0.limits.isDue(now) }) else { return }
        let changes = state.withLock { state in
            let now = now()
            return state.limits.removeDue(by: now).compactMap { key in
                state.facts[key]?.override == nil ? nil : state.applyOverride(nil, to: key, cause: .expiry, now: now)
            }
        }
        for change in changes { observers.notify(change) }
        rescheduleExpiry()
    }

    func countUse(dependingOn keys: () -> [FactKey]) {
        guard published.slowPathReasons.contains(.usesAreCounted) else { return }
        let keys = Set(keys())
        let changes = state.withLock { state in
            state.limits.counted.intersection(keys).sorted { $0.sortKey < $1.sortKey }.compactMap { key in
                guard let override = state.facts[key]?.override else { return FactChange?.none }
                return state.applyOverride(override.afterOneUse, to: key, cause: .expiry, now: now())
            }
        }
        for change in changes { observers.notify(change) }
    }

    func withCurrentState<Result>(_ body: (inout State) -> Result) -> Result {
        let result: Result? = state.withLock { state in state.limits.isDue(now) ? nil : body(&state) }
        if let result { return result }
        expireOverrides()
        return state.withLock(body)
    }

    private func rescheduleExpiry() {
        // Most overrides do not expire and need no timer.
        guard let next = state.withLock({ $0.limits.nextExpiry }) else { return timer.set(nil) }
        timer.set(next) { [weak self] in
            self?.expireOverrides()
            // If the clock was set back, the override has not expired yet.
            self?.rescheduleExpiry()
        }
    }
}
