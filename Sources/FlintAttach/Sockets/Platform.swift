// SPDX-License-Identifier: MIT

import FlintLibc

package struct SocketError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The operation, phrased to precede "failed".
    package let operation: String
    package let code: Int32

    init(_ operation: String, code: Int32 = errno) {
        self.operation = operation
        self.code = code
    }

    package var description: String { "\(operation) failed: \(String(cString: strerror(code)))" }
}

enum SocketConstants {
    #if canImport(Glibc)
        static let stream = Int32(SOCK_STREAM.rawValue)
    #else
        static let stream = SOCK_STREAM
    #endif

    #if canImport(Darwin)
        /// On Darwin, a socket option set at creation prevents the signal instead.
        static let sendFlags: Int32 = 0
    #else
        /// Prevents the signal for writing to a closed connection.
        static let sendFlags = Int32(MSG_NOSIGNAL)
    #endif
}

/// A point in time that is unaffected by changes to the wall clock.
struct Deadline: Sendable {
    private let end: ContinuousClock.Instant

    init(seconds: Double) {
        end = .now + .seconds(seconds)
    }

    /// The milliseconds left, rounded up; 0 once the deadline has passed.
    var milliseconds: Int32 {
        let left = ContinuousClock.now.duration(to: end).components
        guard left.seconds >= 0, left.attoseconds >= 0 else { return 0 }
        let milliseconds = left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000
        return Int32(clamping: milliseconds + 1)
    }

    var hasPassed: Bool { milliseconds == 0 }
}
