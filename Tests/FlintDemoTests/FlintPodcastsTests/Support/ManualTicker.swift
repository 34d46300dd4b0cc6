import FlintLocks

@testable import FlintPodcasts

/// A ticker that a test advances.
final class ManualTicker: Ticker {
    private let function = Protected<(@Sendable () -> Void)?>(nil)
    private let stops = Protected(0)

    /// Whether the ticker has been started and not stopped.
    var isRunning: Bool { function.withLock { $0 != nil } }
    var stopCount: Int { stops.withLock { $0 } }

    func start(_ tick: @escaping @Sendable () -> Void) {
        function.withLock { $0 = tick }
    }

    func stop() {
        stops.withLock { $0 += 1 }
        function.withLock { $0 = nil }
    }

    /// Ticks once per second.
    func tick(_ seconds: Int = 1) {
        for _ in 0..<seconds { function.withLock { $0 }?() }
    }
}
