// A front end that imports this module has the vocabulary it shares with the engine.
@_exported public import FlintModel

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension OverrideExpiry {
    /// Returns the expiry as people read it, in the user's local time; see ``displayText(now:timeZoneOffset:)``.
    public func displayText(at now: Date) -> String {
        guard case .until(let date) = resolved(at: now) else { return displayText(now: now, timeZoneOffset: 0) }
        return displayText(now: now, timeZoneOffset: LocalTime.offset(at: date))
    }
}
