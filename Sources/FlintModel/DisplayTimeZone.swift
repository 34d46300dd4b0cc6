// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintLibc

/// A time zone in which dates are shown.
///
/// The offset of the local time zone from UTC can depend on the date, because of daylight saving time.
package enum DisplayTimeZone: Sendable, Hashable {
    case local
    /// A time zone with a fixed offset from UTC in seconds.
    case fixed(Int)

    package static let utc = fixed(0)

    /// Returns the offset from UTC in seconds at a date, or 0 if it cannot be determined.
    package func offset(at date: Date) -> Int {
        switch self {
        case .fixed(let seconds): return seconds
        case .local:
            guard var moment = time_t(exactly: date.timeIntervalSince1970.rounded(.down)) else { return 0 }
            var parts = tm()
            guard localtime_r(&moment, &parts) != nil else { return 0 }
            return parts.tm_gmtoff
        }
    }
}
