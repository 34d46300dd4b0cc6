#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// What a call of the system ended with, where it failed.
package struct SocketError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was tried, to stand before "failed".
    package let operation: String
    /// The system's number of the error.
    package let code: Int32

    /// Creates an error from the one that the system reported last.
    init(_ operation: String, code: Int32 = errno) {
        self.operation = operation
        self.code = code
    }

    /// What was tried and why it failed.
    package var description: String { "\(operation) failed: \(String(cString: strerror(code)))" }
}

/// Constants that systems spell in different ways.
enum SocketConstants {
    #if canImport(Glibc)
        static let stream = Int32(SOCK_STREAM.rawValue)
    #else
        static let stream = SOCK_STREAM
    #endif

    #if canImport(Darwin)
        /// Writes never raise a signal: there, a socket is told so once, when it is made.
        static let sendFlags: Int32 = 0
    #else
        /// Writes to a socket whose other end is closed raise no signal.
        static let sendFlags = Int32(MSG_NOSIGNAL)
    #endif
}

/// A moment by which something must have happened; changes of the wall clock do not matter.
struct Deadline: Sendable {
    private let end: ContinuousClock.Instant

    /// Sets a deadline a number of seconds from now.
    init(seconds: Double) {
        end = .now + .seconds(seconds)
    }

    /// The milliseconds that are left, rounded up; 0 once it has passed.
    var milliseconds: Int32 {
        let left = ContinuousClock.now.duration(to: end).components
        guard left.seconds >= 0, left.attoseconds >= 0 else { return 0 }
        let milliseconds = left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000
        return Int32(clamping: milliseconds + 1)
    }

    /// Whether it has passed.
    var hasPassed: Bool { milliseconds == 0 }
}
