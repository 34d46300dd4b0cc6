#if RemoteFlags
    import FlintCore
    import Foundation

    /// Tells the time, and runs something once when a given time has passed.
    package protocol FetchScheduler: Sendable {
        /// The time now.
        var now: Date { get }

        /// Runs a body once after a delay, unless the token is cancelled or released before.
        ///
        /// - Parameters:
        ///   - seconds: The delay, at least 0.
        ///   - body: Called on the scheduler's own thread.
        /// - Returns: The handle to cancel it by.
        func schedule(after seconds: TimeInterval, _ body: @escaping @Sendable () -> Void) -> ObservationToken
    }
#endif
