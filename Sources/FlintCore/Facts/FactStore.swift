import Dispatch
import FeatureGating
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The one place where facts change.
///
/// Every fact has an actual value, which its source reports, and may have an override, which is applied over it and
/// never replaces it. A change re-evaluates the features that depend on the fact and no others, in the same step, so
/// a new fact is never seen with an old verdict. Observers are then notified with no lock held.
///
/// ```swift
/// let token = runtime.facts.observe { change in print(change.key, change.after.effective, change.cause) }
/// runtime.facts.overridePurchase(
///     "premium", with: .true, reason: "checking the player", expiry: .after(seconds: 600), cause: .user)
/// ```
///
/// All members may be called from any thread.
public final class FactStore: Sendable {
    struct State {
        var facts: [FactKey: Fact] = [:]
        /// The facts that are overridden, so that listing overrides does not walk all facts.
        var overridden: Set<FactKey> = []
        /// What the facts decide.
        var index: AvailabilityIndex
        var limits = OverrideExpiries() {
            didSet { published.slowPathReasons = limits.slowPathReasons }
        }
        /// The verdicts once more, for reading without the lock.
        private let published: PublishedVerdicts

        init(published: PublishedVerdicts) {
            self.published = published
            index = AvailabilityIndex(published: published)
        }
    }

    /// The verdicts, for reading without a lock.
    let published: PublishedVerdicts
    let state: Protected<State>
    /// Refuses overrides where they are not allowed.
    let overrideGate = OverrideGate()
    let observers = ObserverList<FactChange>()
    /// Whether switches are also reported by the app, and not only read, so that every reading has to be compared.
    private let hasReportedSwitches = Atomic(false)
    private let lastReading = Atomic<UInt64>(0)
    private let now: @Sendable () -> Date
    private let timer: any DeadlineTimer
    /// The seconds since some moment, by which the answers of sources are timed.
    let uptime: @Sendable () -> Double

    /// Creates an empty store.
    ///
    /// - Parameters:
    ///   - now: What time it is, for overrides that end.
    ///   - timer: Calls when the next of them does.
    ///   - uptime: The seconds since some moment, by which the answers of sources are timed.
    init(
        now: @escaping @Sendable () -> Date = { Date() }, timer: any DeadlineTimer = MainQueueTimer(),
        uptime: @escaping @Sendable () -> Double = { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }
    ) {
        self.now = now
        self.timer = timer
        self.uptime = uptime
        published = PublishedVerdicts()
        state = Protected(State(published: published))
    }

    /// What is known of a fact, or `nil` if it was never reported or overridden.
    public subscript(key: FactKey) -> Fact? {
        settled { $0.facts[key] }
    }

    /// Every fact that has been reported or overridden.
    public var all: [FactKey: Fact] {
        settled { $0.facts }
    }

    /// The current overrides.
    public var overrides: [FactKey: FactOverride] {
        settled { state in
            var overrides: [FactKey: FactOverride] = [:]
            overrides.reserveCapacity(state.overridden.count)
            for key in state.overridden { overrides[key] = state.facts[key]?.override }
            return overrides
        }
    }

    /// Whether overrides are accepted; before setup, whether the build defines `DEBUG`.
    ///
    /// It is set by ``Flint/DependenciesConfig/allowsOverrides``.
    public var allowsOverrides: Bool { overrideGate.isOpen }

    /// Calls a handler after every change until the returned token is cancelled or released.
    public func observe(_ handler: @escaping @Sendable (FactChange) -> Void) -> ObservationToken {
        observers.add(handler)
    }

    /// Every change from now on.
    ///
    /// A slow reader of the stream misses nothing: changes are buffered.
    public var changes: AsyncStream<FactChange> {
        AsyncStream { continuation in
            let token = observe { continuation.yield($0) }
            continuation.onTermination = { _ in token.cancel() }
        }
    }

    /// Records the actual value of a fact.
    ///
    /// - Parameters:
    ///   - value: What the source reports. A value of a kind that the fact cannot have is ignored.
    ///   - key: The fact.
    ///   - source: Who reports it.
    ///   - cause: Who is behind the change.
    package func setActual(_ value: FactValue, for key: FactKey, source: FactSource, cause: Cause) {
        if key.kind == .runtimeSwitch { hasReportedSwitches.store(true, ordering: .sequentiallyConsistent) }
        note(FactAnswer(value, source: source, cause: Cause.current ?? cause), for: key, reading: nil)
    }

    /// Notes what a source answered, unless it was asked again since and that answer is known.
    ///
    /// - Parameters:
    ///   - answer: The answer. A value of a kind that the fact cannot have is ignored.
    ///   - key: The fact.
    ///   - reading: The reading it is the answer to; `nil` for an unsolicited report.
    func note(_ answer: FactAnswer, for key: FactKey, reading: FactReading?) {
        guard key.accepts(answer.value) else { return }
        let change: FactChange? = state.withLock { state in
            state.setActual(answer, for: key, reading: reading, now: now)
        }
        if let change { observers.notify(change) }
    }

    /// Returns the number of a reading that begins, which is higher than those before.
    func nextReading() -> UInt64 { lastReading.add(1, ordering: .acquiringAndReleasing).newValue }

    /// Reads a feature's `isEnabled`, and its own `isAvailable` if it defines one.
    ///
    /// - Parameters:
    ///   - metadata: The feature.
    ///   - occasion: Why it is read; at a use, the runtime must be the current one.
    ///   - runtime: The runtime of the facts.
    func readSwitch(of metadata: FeatureMetadata, _ occasion: FactReading.Occasion, in runtime: FlintRuntime) {
        guard let feature = metadata.conditional else { return }
        OpenQuestion.ask(about: .runtimeSwitch(metadata), for: self, onCycle: runtime.adviseOfCyclicSwitches) {
            let reading = FactReading(number: nextReading(), occasion: occasion)
            func isOn() -> Truth {
                let isEnabled = Truth(feature.isEnabled)
                return metadata.isSwitchedByOwnAvailability ? isEnabled && Truth(feature.isAvailable) : isEnabled
            }
            noteSwitch(occasion == .use ? isOn() : runtime.bind(isOn), of: metadata, reading: reading) {
                // A change that is found at a use was not caused by that use.
                occasion == .use ? .app : Cause.current ?? .app
            }
        }
    }

    /// Notes what the switch of a feature was found to be, unless it was read again since and that is known.
    ///
    /// - Parameters:
    ///   - isOn: What it was found to be.
    ///   - metadata: The feature.
    ///   - reading: The reading.
    ///   - cause: Who is behind a change.
    private func noteSwitch(_ isOn: Truth, of metadata: FeatureMetadata, reading: FactReading, cause: () -> Cause) {
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

    /// Notes whether past purchases unlock a feature, unless that was asked again since and is known.
    func notePastPurchases(_ unlocks: Bool, of metadata: FeatureMetadata, reading: FactReading, cause: Cause) {
        let change: FactChange? = state.withLock { state in
            state.setPastPurchases(unlocks, of: metadata, reading: reading, cause: cause, now: now)
        }
        if let change { observers.notify(change) }
    }

    /// Notes whether past purchases unlock features, except where that was asked again since and is known.
    ///
    /// - Parameters:
    ///   - answers: Whether they do, for each of the features; `nil` where that has not been asked.
    ///   - features: The features.
    ///   - reading: The reading of all of them.
    ///   - cause: Who is behind the changes.
    func notePastPurchases(
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
    /// Where ``allowsOverrides`` is false, a value is refused with an advisory, and nothing changes.
    ///
    /// - Parameters:
    ///   - value: What features see, or `nil` for the actual value. A value of a kind that the fact cannot have is
    ///     ignored.
    ///   - key: The fact.
    ///   - reason: The reason, as the caller gives it.
    ///   - expiry: When the override expires; an expiry that has passed already removes an override.
    ///   - source: Who made the override, if the change only restores it, for example from a file; by default the
    ///     cause.
    ///   - cause: Who is behind the change.
    /// - Returns: The change with what it did to features, or `nil` if there is none.
    @discardableResult
    package func setOverride(
        _ value: FactValue?, for key: FactKey, reason: String? = nil, expiry: OverrideExpiry? = nil,
        source: Cause? = nil, cause: Cause
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
                    FactOverride(value: $0, cause: source ?? cause, since: now, reason: reason, expiry: expiry)
                }
            guard before?.says(override) != true, before != nil || override != nil else { return nil }
            return state.lay(override, over: key, cause: cause, now: now)
        }
        if let change {
            observers.notify(change)
            rescheduleExpiry()
        }
        return change
    }

    /// Removes the overrides of one kind of fact.
    package func removeOverrides(of kind: FactKind, cause: Cause) {
        for key in overrides.keys.filter({ $0.kind == kind }).sorted(by: { $0.sortKey < $1.sortKey }) {
            setOverride(nil, for: key, cause: cause)
        }
    }

    /// Removes every override.
    public func removeAllOverrides(cause: Cause) {
        for key in overrides.keys.sorted(by: { $0.sortKey < $1.sortKey }) {
            setOverride(nil, for: key, cause: cause)
        }
    }

    /// Removes everything, observers included.
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

// MARK: - Overrides that end

extension FactStore {
    /// Removes the overrides that have expired.
    ///
    /// It happens by itself: at the moment, if the main queue runs, and in any case before anything is read.
    func expireOverrides() {
        guard state.withLock({ $0.limits.isDue(now) }) else { return }
        let changes = state.withLock { state in
            let now = now()
            return state.limits.takeDue(by: now).compactMap { key in
                state.facts[key]?.override == nil ? nil : state.lay(nil, over: key, cause: .expiry, now: now)
            }
        }
        for change in changes { observers.notify(change) }
        rescheduleExpiry()
    }

    /// Counts a use, an action performed or denied, of overrides that expire after a number of them.
    ///
    /// - Parameter keys: Returns the facts the action's feature depends on; not called while no override is counted.
    func countUse(dependingOn keys: () -> [FactKey]) {
        guard published.slowPathReasons.contains(.usesAreCounted) else { return }
        let keys = Set(keys())
        let changes = state.withLock { state in
            state.limits.counted.intersection(keys).sorted { $0.sortKey < $1.sortKey }.compactMap { key in
                guard let override = state.facts[key]?.override else { return FactChange?.none }
                return state.lay(override.afterOneUse, over: key, cause: .expiry, now: now())
            }
        }
        for change in changes { observers.notify(change) }
    }

    /// Reads the state once the expired overrides are removed.
    func settled<Result>(_ body: (inout State) -> Result) -> Result {
        let result: Result? = state.withLock { state in state.limits.isDue(now) ? nil : body(&state) }
        if let result { return result }
        expireOverrides()
        return state.withLock(body)
    }

    private func rescheduleExpiry() {
        // Most overrides have no end, and then nothing is made that waits for one.
        guard let next = state.withLock({ $0.limits.next }) else { return timer.set(nil) }
        timer.set(next) { [weak self] in
            self?.expireOverrides()
            // If the clock was set back meanwhile, the end is still to come.
            self?.rescheduleExpiry()
        }
    }
}
