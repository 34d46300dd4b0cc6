// SPDX-License-Identifier: MIT

/// The address of an app that serves its inspector.
///
/// Only addresses on this machine are supported, because the connection, including the token, is not encrypted.
package enum AttachAddress: Sendable, Hashable, CustomStringConvertible {
    case path(String)
    case tcp(port: UInt16)

    /// Creates an address from a string such as `tcp://127.0.0.1:7000`.
    package init?(tcp text: String) {
        guard text.hasPrefix(Self.scheme), let colon = text.lastIndex(of: ":"),
            ["127.0.0.1", "localhost"].contains(text[..<colon].dropFirst(Self.scheme.count)),
            let port = UInt16(text[text.index(after: colon)...]), port > 0
        else { return nil }
        self = .tcp(port: port)
    }

    package static let scheme = "tcp://"

    package var description: String {
        switch self {
        case .path(let path): path
        case .tcp(let port): "\(Self.scheme)127.0.0.1:\(port)"
        }
    }
}

/// The secret that a client must present when it connects to a port.
///
/// The system does not report the user of a client that connects to a port, so the client must present a token instead.
/// Clients read the token from the environment variable ``variable``. It is not a command-line argument, because every
/// user of the machine can read the arguments of a process.
package struct AttachToken: Sendable {
    package static let variable = "FLINT_ATTACH_TOKEN"

    package let text: String

    /// Creates a token of 256 random bits.
    package init() {
        var generator = SystemRandomNumberGenerator()
        text = (0..<4).map { _ in
            let digits = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    package func matches(_ other: String) -> Bool {
        // The comparison takes constant time, so that its duration does not reveal the first digits of the token.
        let (own, others) = (Array(text.utf8), Array(other.utf8))
        guard own.count == others.count else { return false }
        return zip(own, others).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
