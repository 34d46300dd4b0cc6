public import FlintCore

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Real time, as a simulated clock uses it: what time it is, and a way to be called later.
public protocol SimulationScheduler: Sendable {
    /// The time now.
    var now: Date { get }

    /// Has a handler called once, on the main queue.
    ///
    /// - Parameters:
    ///   - seconds: How long from now, at least 0.
    ///   - handler: What to call.
    /// - Returns: Keeps the call from being made when it is cancelled or released.
    func schedule(after seconds: Double, _ handler: @escaping @Sendable () -> Void) -> ObservationToken
}
