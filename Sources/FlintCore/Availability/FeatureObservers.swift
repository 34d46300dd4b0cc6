// SPDX-License-Identifier: MIT

import FeatureGating
import FlintLocks

/// The observers of individual features.
///
/// An observer is signaled when a feature's availability or explanation may have changed. Each runtime has one
/// instance. It observes the facts and the catalog only while at least one observer exists. The cost of a change
/// depends on the observers of the affected features, and not on the total number of observers. All members can be
/// called from any thread.
final class FeatureObservers: Sendable {
    fileprivate struct Entry {
        let feature: FeatureDefinition.Type
        let includesFacts: Bool
        let signal = FeatureSignal()
        var node: NodeID?
        var keys: Set<FactKey> = []
    }

    fileprivate struct State {
        var lastNumber = 0
        var entries: [Int: Entry] = [:]
        var byNode: [NodeID: Set<Int>] = [:]
        var byFact: [FactKey: Set<Int>] = [:]
        var tokens: [ObservationToken] = []
    }

    private let state = Protected(State())

    init() {}

    deinit {
        removeAll()
    }

    var isEmpty: Bool { state.withLock { $0.entries.isEmpty && $0.tokens.isEmpty } }

    /// Adds an observer of a feature.
    ///
    /// The feature may be registered later. The returned signal is already raised, and the token ends the observation.
    func add(
        _ feature: FeatureDefinition.Type, includesFacts: Bool, in runtime: FlintRuntime
    ) -> (signal: FeatureSignal, token: ObservationToken) {
        let entry = Entry(feature: feature, includesFacts: includesFacts)
        let number = state.withLock { state in
            state.lastNumber += 1
            state.entries[state.lastNumber] = entry
            if state.tokens.isEmpty {
                let reference = RuntimeReference(to: runtime)
                state.tokens = [
                    runtime.facts.observe { [weak self] in self?.factDidChange($0) },
                    runtime.observeSignals { [weak self] in self?.catalogDidChange($0, in: reference.runtime) },
                ]
            }
            return state.lastNumber
        }
        // Looked up after the observer was added, so that a concurrent registration is not missed.
        if let metadata = runtime.catalog.metadata(for: feature) { addToIndex([number], metadata) }
        return (entry.signal, ObservationToken { [weak self] in self?.remove(number) })
    }

    func removeAll() {
        let old = state.withLock { state in
            // Numbers are not reused, because the tokens of removed observers may still be canceled.
            defer { state = State(lastNumber: state.lastNumber) }
            return state
        }
        for entry in old.entries.values { entry.signal.finish() }
    }

    private func remove(_ number: Int) {
        // The removed objects are deinitialized after the lock is released.
        let (entry, tokens) = state.withLock { state in
            state.removeFromIndex(number)
            let entry = state.entries.removeValue(forKey: number)
            guard state.entries.isEmpty else { return (entry, [ObservationToken]()) }
            defer { state.tokens = [] }
            return (entry, state.tokens)
        }
        entry?.signal.finish()
        for token in tokens { token.cancel() }
    }

    private func factDidChange(_ change: FactChange) {
        let signals = state.withLock { state in
            var numbers = state.byFact[change.key] ?? []
            for verdict in change.verdicts {
                if let observers = state.byNode[verdict.node] { numbers.formUnion(observers) }
            }
            return numbers.compactMap { state.entries[$0]?.signal }
        }
        for signal in signals { signal.raise() }
    }

    private func catalogDidChange(_ change: RuntimeSignal, in runtime: FlintRuntime?) {
        switch change {
        case .featureRegistered(let metadata):
            let feature = ObjectIdentifier(metadata.feature)
            let numbers = state.withLock { state in
                state.entries.filter { ObjectIdentifier($0.value.feature) == feature }.map(\.key)
            }
            if !numbers.isEmpty { addToIndex(numbers, metadata) }
        case .featuresMoved:
            let features = state.withLock { state in state.entries.mapValues { $0.feature } }
            for (number, feature) in features {
                if let metadata = runtime?.catalog.metadata(for: feature) { addToIndex([number], metadata) }
            }
        case .purchasesAnnounced, .flagsAnnounced, .permissionAnnounced:
            break
        }
    }

    private func addToIndex(_ numbers: [Int], _ metadata: FeatureMetadata) {
        guard let node = metadata.node else { return }
        let keys = Set(metadata.factKeys)
        let signals = state.withLock { state in
            for number in numbers { state.addToIndex(number, node: node, keys: keys) }
            return numbers.compactMap { state.entries[$0]?.signal }
        }
        for signal in signals { signal.raise() }
    }
}

extension FeatureObservers.State {
    fileprivate mutating func addToIndex(_ number: Int, node: NodeID, keys: Set<FactKey>) {
        removeFromIndex(number)
        // The observer may have been removed since its number was looked up.
        guard var entry = entries[number] else { return }
        entry.node = node
        byNode[node, default: []].insert(number)
        if entry.includesFacts {
            entry.keys = keys
            for key in keys { byFact[key, default: []].insert(number) }
        }
        entries[number] = entry
    }

    fileprivate mutating func removeFromIndex(_ number: Int) {
        guard let entry = entries[number] else { return }
        if let node = entry.node {
            byNode[node]?.remove(number)
            if byNode[node]?.isEmpty == true { byNode[node] = nil }
        }
        for key in entry.keys {
            byFact[key]?.remove(number)
            if byFact[key]?.isEmpty == true { byFact[key] = nil }
        }
    }
}

/// A signal to one observer.
///
/// The signal stays raised until the observer waits for it. The signal carries no value. The observer reads the current
/// state when it wakes up, so concurrent changes cannot leave it with an outdated value.
final class FeatureSignal: Sendable {
    fileprivate struct State {
        var isRaised = true
        var isFinished = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Protected(State())

    /// Wakes the observer, or lets its next wait return immediately.
    func raise() {
        let waiter = state.withLock { state in
            state.isRaised = true
            return state.takeWaiter()
        }
        waiter?.resume()
    }

    /// Ends the observation: all current and future waits return `false`.
    func finish() {
        let waiter = state.withLock { state in
            state.isFinished = true
            return state.takeWaiter()
        }
        waiter?.resume()
    }

    /// Waits until the signal is raised, and lowers it; for use by one task at a time.
    ///
    /// The result is `false` if the observation has ended or the task is canceled.
    func wait(isolation: isolated (any Actor)? = #isolation) async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    if state.isRaised || state.isFinished { return true }
                    state.waiter = continuation
                    return false
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            finish()
        }
        return state.withLock { state in
            defer { state.isRaised = false }
            return state.isRaised && !state.isFinished
        }
    }
}

extension FeatureSignal.State {
    fileprivate mutating func takeWaiter() -> CheckedContinuation<Void, Never>? {
        defer { waiter = nil }
        return waiter
    }
}
