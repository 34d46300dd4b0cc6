#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// How long an override lasts.
public enum OverrideExpiry: Hashable, Sendable, Codable {
    /// Until somebody drops it.
    case untilCleared
    /// Until the program ends; it is not saved.
    case untilQuit
    /// Until a moment, which may come while the program is not running.
    case at(Date)
    /// For a number of decisions: each action that is performed or refused while features see the override counts
    /// as one. At least 1.
    case evaluations(Int)

    /// Until some time from now.
    ///
    /// - Parameter seconds: How long, in seconds; an override that lasts no time is dropped at once.
    /// - Returns: The moment as an expiry.
    public static func after(seconds: Double) -> OverrideExpiry {
        .at(Date(timeIntervalSinceNow: seconds))
    }
}
