#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// Calls once when a moment has come.
///
/// Whoever waits for the next thing that falls due uses one, so that tests can bring the moment about and nothing wakes
/// up while nothing is due.
package protocol DeadlineTimer: Sendable {
    /// Waits for a moment in place of the one waited for before.
    ///
    /// - Parameters:
    ///   - deadline: The moment, which may have passed; `nil` to wait for nothing.
    ///   - handler: Called once when it has come, on a thread of the timer's choice and with no lock held.
    func set(_ deadline: Date?, _ handler: @escaping @Sendable () -> Void)
}

extension DeadlineTimer {
    /// Waits for nothing.
    package func set(_ deadline: Date?) {
        set(deadline) {}
    }
}
