#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The time zone of the user, as the C library knows it.
public enum LocalTime {
    /// The seconds to add to universal time to get the time on the user's clock now.
    public static func offset() -> Int {
        var now = time(nil)
        var parts = tm()
        guard localtime_r(&now, &parts) != nil else { return 0 }
        return parts.tm_gmtoff
    }
}
