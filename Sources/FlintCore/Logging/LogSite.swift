import Synchronization

/// What the loggers of one runtime share, without keeping the runtime alive.
///
/// It also answers, at little cost, whether a line about an action would go anywhere.
final class LogSite: Sendable {
    /// What an installed factory lets through at most, and where that goes.
    private struct OutputThreshold {
        var ceiling: LoggerLevel
        var outputs: [any LoggerOutput]
    }

    private struct State {
        var thresholds: [ObjectIdentifier: OutputThreshold] = [:]
        /// Where lines can go, with what the factory before each output lets through at most.
        var open: [(ceiling: LoggerLevel, output: any LoggerOutput)] = []
    }

    /// The topics in focus.
    let focus: FocusState
    private let runtime: WeakRuntimeReference
    private let sequence = Atomic<UInt64>(0)
    /// The most that any installed factory lets through, so that one load shows when nothing does.
    private let gate = Atomic<Int>(LoggerLevel.off.rawValue)
    /// Counts the changes of what is let through of topics, from 1.
    private let changes = Atomic<Int>(1)
    private let state = Protected(State())

    /// Creates a site.
    init(focus: FocusState, runtime: WeakRuntimeReference) {
        self.focus = focus
        self.runtime = runtime
    }

    /// A number no other line has.
    func nextSequenceID() -> UInt64 {
        sequence.add(1, ordering: .relaxed).newValue
    }

    /// How often what is let through of topics has changed.
    var generation: Int { changes.load(ordering: .acquiring) }

    /// Whether no factory lets a level through, whatever the topic.
    func isClosed(to level: LoggerLevel) -> Bool {
        let gate = gate.load(ordering: .relaxed)
        return gate < level.rawValue && (gate == LoggerLevel.off.rawValue || !focus.isSelected)
    }

    /// Whether some output may take a level; asked with no lock held.
    func hasTaker(of level: LoggerLevel) -> Bool {
        if focus.isSelected { return true }
        for (ceiling, output) in state.withLock({ $0.open }) where ceiling >= level && output.threshold >= level {
            return true
        }
        return false
    }

    /// Lets only these factories determine what is let through.
    func install(_ factories: [DefaultLoggerFactory]) {
        change { state in
            state.thresholds = Dictionary(
                uniqueKeysWithValues: factories.map { factory in
                    (ObjectIdentifier(factory), OutputThreshold(ceiling: factory.ceiling, outputs: factory.outputs))
                })
        }
    }

    /// Takes a change of a factory's levels or outputs into account.
    func update(_ factory: DefaultLoggerFactory) {
        change { state in
            guard state.thresholds[ObjectIdentifier(factory)] != nil else { return }
            state.thresholds[ObjectIdentifier(factory)] = OutputThreshold(
                ceiling: factory.ceiling, outputs: factory.outputs)
        }
    }

    /// Forgets what has been decided of topics, because their paths are others now.
    func forgetDecisions() {
        changes.add(1, ordering: .releasing)
    }

    private func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            body(&state)
            state.open = state.thresholds.values.filter { $0.ceiling != .off }.flatMap { threshold in
                // The focus's own output takes lines only while something is in focus, which is asked before.
                threshold.outputs.filter { !($0 is FocusLogging) }.map { (threshold.ceiling, $0) }
            }
            gate.store((state.thresholds.values.map(\.ceiling).max() ?? .off).rawValue, ordering: .relaxed)
            changes.add(1, ordering: .releasing)
        }
    }

    /// Runs a body with the runtime as the current one, if it still exists.
    func bind(_ body: () -> Void) {
        if let runtime = runtime.value { runtime.bind(body) } else { body() }
    }
}
