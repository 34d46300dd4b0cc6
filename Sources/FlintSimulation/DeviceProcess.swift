#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A process that runs the app on a device which it may share with other processes.
struct DeviceProcess: Sendable {
    /// The number of the process.
    let id: Int32
    /// Whether the process with a number is there.
    let isRunning: @Sendable (Int32) -> Bool

    /// This process.
    static let current = DeviceProcess(id: getpid()) { id in
        id > 0 && (kill(id, 0) == 0 || errno == EPERM)
    }
}
