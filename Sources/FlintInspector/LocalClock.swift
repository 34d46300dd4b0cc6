#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The clock on the user's wall, as the C library knows its time zone.
enum LocalClock {
    /// The seconds to add to universal time to get the time on the user's clock at a moment.
    static func offset(at date: Date) -> Int {
        guard var moment = time_t(exactly: date.timeIntervalSince1970.rounded(.down)) else { return 0 }
        var parts = tm()
        guard localtime_r(&moment, &parts) != nil else { return 0 }
        return parts.tm_gmtoff
    }
}
