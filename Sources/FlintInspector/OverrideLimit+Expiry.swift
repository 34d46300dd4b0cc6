import FlintCore
import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension OverrideLimit {
    /// The limit that words an expiry, or `nil` if the override lasts until somebody drops it.
    ///
    /// Moments are kept to the second, as the file of overrides keeps them.
    init?(_ expiry: OverrideExpiry) {
        switch expiry {
        case .untilCleared: return nil
        case .untilQuit: self = .untilQuit
        case .at(let date): self = .until(date.wholeSeconds)
        case .evaluations(let count): self = .decisions(count)
        }
    }

    /// The limit as an expiry.
    var expiry: OverrideExpiry {
        switch self {
        case .until(let date): .at(date.wholeSeconds)
        case .untilQuit: .untilQuit
        case .decisions(let count): .evaluations(count)
        }
    }

    /// Whether an override with this limit is over at a moment.
    func hasRunOut(at now: Date) -> Bool {
        switch self {
        case .until(let date): date.wholeSeconds <= now
        case .untilQuit: false
        case .decisions(let count): count < 1
        }
    }

    /// How long, on the clock of the user.
    func words(at now: Date) -> String {
        guard case .until(let date) = self else { return words(now: now, timeZoneOffset: 0) }
        return words(now: now, timeZoneOffset: LocalTime.offset(at: date))
    }
}

extension Date {
    /// The moment without the fraction of its second, rounded up so that nothing ends before its time.
    fileprivate var wholeSeconds: Date {
        Date(timeIntervalSince1970: timeIntervalSince1970.rounded(.up))
    }
}
