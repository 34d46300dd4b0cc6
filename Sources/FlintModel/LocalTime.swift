#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The time zone of the user, as the C library knows it.
package enum LocalTime {
    /// The seconds to add to universal time to get the time on the user's clock at a moment, by default now.
    package static func offset(at date: Date = Date()) -> Int {
        guard var moment = time_t(exactly: date.timeIntervalSince1970.rounded(.down)) else { return 0 }
        var parts = tm()
        guard localtime_r(&moment, &parts) != nil else { return 0 }
        return parts.tm_gmtoff
    }
}
