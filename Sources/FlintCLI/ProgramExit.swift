#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The way out of the program.
enum ProgramExit {
    /// Ends the program with a status.
    static func leave(_ status: Int32) -> Never {
        exit(status)
    }
}
