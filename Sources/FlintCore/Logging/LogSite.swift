import Synchronization

/// What the loggers of one runtime share, without keeping the runtime alive.
final class LogSite: Sendable {
    /// Which topics somebody is looking at.
    let focus: FocusState
    private let runtime: WeakRuntimeReference
    private let sequence = Atomic<UInt64>(0)
    /// The most that any installed factory lets through, so that one load tells when nothing does.
    private let gate = Atomic<Int>(LoggerLevel.off.rawValue)
    private let ceilings = Protected<[ObjectIdentifier: LoggerLevel]>([:])

    /// Creates a site.
    init(focus: FocusState, runtime: WeakRuntimeReference) {
        self.focus = focus
        self.runtime = runtime
    }

    /// A number no other line has.
    func nextSequenceID() -> UInt64 {
        sequence.add(1, ordering: .relaxed).newValue
    }

    /// Whether no factory lets a level through, whatever the topic.
    func isClosed(to level: LoggerLevel) -> Bool {
        let gate = gate.load(ordering: .relaxed)
        return gate < level.rawValue && (gate == LoggerLevel.off.rawValue || !focus.isSelected)
    }

    /// Lets only these factories have a say in what is let through.
    func install(_ factories: [DefaultLoggerFactory]) {
        ceilings.withLock { ceilings in
            ceilings = Dictionary(uniqueKeysWithValues: factories.map { (ObjectIdentifier($0), $0.ceiling) })
            setGate(ceilings)
        }
    }

    /// Takes a change of a factory's levels into account.
    func update(_ factory: DefaultLoggerFactory) {
        ceilings.withLock { ceilings in
            guard ceilings[ObjectIdentifier(factory)] != nil else { return }
            ceilings[ObjectIdentifier(factory)] = factory.ceiling
            setGate(ceilings)
        }
    }

    private func setGate(_ ceilings: [ObjectIdentifier: LoggerLevel]) {
        gate.store((ceilings.values.max() ?? .off).rawValue, ordering: .relaxed)
    }

    /// Runs a body with the runtime as the current one, if it still exists.
    func bind(_ body: () -> Void) {
        if let runtime = runtime.value { runtime.bind(body) } else { body() }
    }
}
