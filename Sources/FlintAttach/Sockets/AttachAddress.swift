/// Where an app that serves its inspector can be reached.
package enum AttachAddress: Sendable, Hashable, CustomStringConvertible {
    /// A socket in the file system.
    case path(String)
    /// A port of the loopback interface.
    case tcp(port: UInt16)

    /// Reads the address of a port, such as `tcp://127.0.0.1:7000`; `nil` if it is malformed or names another machine.
    ///
    /// Other machines are not reached, because what is sent, the token included, is not encrypted.
    ///
    /// - Parameter text: The text.
    package init?(tcp text: String) {
        guard text.hasPrefix(Self.scheme), let colon = text.lastIndex(of: ":"),
            ["127.0.0.1", "localhost"].contains(text[..<colon].dropFirst(Self.scheme.count)),
            let port = UInt16(text[text.index(after: colon)...]), port > 0
        else { return nil }
        self = .tcp(port: port)
    }

    /// What the address of a port begins with.
    package static let scheme = "tcp://"

    /// The path, or the address of the port.
    package var description: String {
        switch self {
        case .path(let path): path
        case .tcp(let port): "\(Self.scheme)127.0.0.1:\(port)"
        }
    }
}

/// The secret that a client must know to be served on a port, where the system does not report its user.
package struct AttachToken: Sendable {
    /// The environment variable in which clients look for it; arguments are shown to every user of the machine.
    package static let variable = "FLINT_ATTACH_TOKEN"

    /// Its text: 64 hexadecimal digits.
    package let text: String

    /// Makes a token of 256 random bits.
    package init() {
        var generator = SystemRandomNumberGenerator()
        text = (0..<4).map { _ in
            let digits = String(generator.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// Compares a text with the token, in a time that does not depend on where they differ.
    ///
    /// - Parameter other: The text.
    /// - Returns: Whether it is the token.
    package func matches(_ other: String) -> Bool {
        let (own, others) = (Array(text.utf8), Array(other.utf8))
        guard own.count == others.count else { return false }
        return zip(own, others).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
