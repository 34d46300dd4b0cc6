// SPDX-License-Identifier: MIT

import FlintLocks

/// The state that a runtime's loggers share.
///
/// The installed factories report their levels and outputs to this object. It uses them to determine whether a line
/// about an action can reach an output. If the line's level exceeds the levels of all factories, the check costs one or
/// two atomic loads. The object does not retain the runtime. All members can be called from any thread.
final class LoggerSharedState: Sendable {
    private struct OutputThreshold {
        var ceiling: LoggerLevel
        var outputs: [any LoggerOutput]
    }

    private struct State {
        var thresholds: [ObjectIdentifier: OutputThreshold] = [:]
        /// The outputs of factories that are not off, each with its factory's highest level.
        var open: [(ceiling: LoggerLevel, output: any LoggerOutput)] = []
    }

    let focus: FocusState
    private let runtime: WeakRuntimeReference
    private let sequence = Atomic<UInt64>(0)
    /// The highest level of all installed factories, so that one load determines whether a line can be skipped.
    private let gate = Atomic<Int>(LoggerLevel.off.rawValue)
    private let changes = Atomic<Int>(1)
    private let state = Protected(State())

    init(focus: FocusState, runtime: WeakRuntimeReference) {
        self.focus = focus
        self.runtime = runtime
    }

    func nextSequenceID() -> UInt64 {
        sequence.add(1, ordering: .relaxed).newValue
    }

    /// A number that increases whenever levels, outputs, or feature paths change.
    ///
    /// A level that was cached before the latest change is outdated.
    var generation: Int { changes.load(ordering: .acquiring) }

    func isClosed(to level: LoggerLevel) -> Bool {
        let gate = gate.load(ordering: .relaxed)
        // While topics are in focus, their lines are written at every level, unless logging is off.
        return gate < level.rawValue && (gate == LoggerLevel.off.rawValue || !focus.isSelected)
    }

    /// Returns whether an output may accept a level.
    ///
    /// The method calls the app's outputs, so no lock may be held.
    func hasOutput(accepting level: LoggerLevel) -> Bool {
        if focus.isSelected { return true }
        for (ceiling, output) in state.withLock({ $0.open }) where ceiling >= level && output.threshold >= level {
            return true
        }
        return false
    }

    func install(_ factories: [DefaultLoggerFactory]) {
        change { state in
            state.thresholds = Dictionary(
                uniqueKeysWithValues: factories.map { factory in
                    (ObjectIdentifier(factory), OutputThreshold(ceiling: factory.ceiling, outputs: factory.outputs))
                })
        }
    }

    func update(_ factory: DefaultLoggerFactory) {
        change { state in
            guard state.thresholds[ObjectIdentifier(factory)] != nil else { return }
            state.thresholds[ObjectIdentifier(factory)] = OutputThreshold(
                ceiling: factory.ceiling, outputs: factory.outputs)
        }
    }

    func forgetDecisions() {
        changes.add(1, ordering: .releasing)
    }

    private func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            body(&state)
            state.open = state.thresholds.values.filter { $0.ceiling != .off }.flatMap { threshold in
                // The focus output accepts lines only while topics are in focus, and the focus has already been
                // checked.
                threshold.outputs.filter { !($0 is FocusLogging) }.map { (threshold.ceiling, $0) }
            }
            gate.store((state.thresholds.values.map(\.ceiling).max() ?? .off).rawValue, ordering: .relaxed)
            changes.add(1, ordering: .releasing)
        }
    }

    func bind(_ body: () -> Void) {
        if let runtime = runtime.value { runtime.bind(body) } else { body() }
    }
}
