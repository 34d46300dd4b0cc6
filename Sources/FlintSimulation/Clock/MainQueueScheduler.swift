import Dispatch
public import FlintCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The machine's own time, and timers on the main queue that exist only while something is due.
public struct MainQueueScheduler: SimulationScheduler {
    /// A timer; Dispatch lets any thread use its sources but does not say so in their type.
    private struct Timer: @unchecked Sendable {
        let source: any DispatchSourceTimer
    }

    /// Creates a scheduler.
    public init() {}

    /// What the machine's clock shows.
    public var now: Date { Date() }

    /// Has a handler called once, by the machine's clock, so also after the machine has slept.
    ///
    /// - Parameters:
    ///   - seconds: How long from now; more than ten years counts as ten years.
    ///   - handler: What to call, on the main queue.
    /// - Returns: Keeps the call from being made when it is cancelled or released.
    public func schedule(after seconds: Double, _ handler: @escaping @Sendable () -> Void) -> ObservationToken {
        let source = DispatchSource.makeTimerSource(queue: .main)
        // Some slack lets the system wake the process once for several reasons.
        let wait = seconds.isFinite ? min(max(0, seconds), 10 * 366 * 86_400) : 0
        let milliseconds = Int(wait * 1000) + 1
        source.schedule(wallDeadline: .now() + .milliseconds(milliseconds), leeway: .milliseconds(10))
        source.setEventHandler(handler: handler)
        source.activate()
        let timer = Timer(source: source)
        return ObservationToken { timer.source.cancel() }
    }
}
