// SPDX-License-Identifier: MIT

import FlintWorld

/// A reference to a running app by its name, process ID, socket path, or port.
///
/// ``address()`` resolves the reference each time it is called, so a restarted app is found again.
package struct AttachTarget: Sendable, Hashable {
    package enum Problem: Error, Sendable, Hashable, CustomStringConvertible {
        /// No app with the name serves its inspector.
        ///
        /// The sockets of the ended processes were removed.
        case none(String, others: [SocketDirectory.Entry], ended: [SocketDirectory.Entry])
        case several([SocketDirectory.Entry])
        case address(String)
        case directory(SocketDirectory.Problem)

        package var description: String {
            switch self {
            case .none("", _, _): "No app serves its inspector."
            case .none(let text, let others, _):
                "No running app matches \"\(text.excerpt)\"."
                    + (others.isEmpty ? "" : " Running: \(Self.joinedNames(of: others)).")
            case .several(let entries):
                "Several apps match; specify one by its process ID: \(Self.joinedNames(of: entries))."
            case .address(let text):
                "\"\(text.excerpt)\" is not a port on this machine. Write tcp://127.0.0.1:PORT; to reach a port on another "
                    + "machine, use \"ssh -L\"."
            case .directory(let problem): problem.description
            }
        }

        private static func joinedNames(of entries: [SocketDirectory.Entry]) -> String {
            entries.map { "\($0.name) (\($0.process))" }.joined(separator: ", ")
        }
    }

    /// The app's name, process ID, socket path, or port address; empty for the only running app.
    package var text: String
    package var directory: SocketDirectory
    package var token: String?

    package init(_ text: String, in directory: SocketDirectory, token: String? = nil) {
        self.text = text
        self.directory = directory
        self.token = token
    }

    /// Whether the app is reached through a port, which requires a token.
    package var isPort: Bool { text.hasPrefix(AttachAddress.scheme) }

    /// Whether the reference is the address of a socket, which need not be in the directory.
    package var isAddress: Bool { isPort || text.contains("/") }

    /// Resolves the reference to the address of the app's socket.
    ///
    /// A socket path is returned without checking that it exists.
    package func address() throws(Problem) -> AttachAddress {
        if isPort {
            guard let address = AttachAddress(tcp: text) else { throw .address(text) }
            return address
        }
        if isAddress { return .path(text) }
        let (entries, ended): ([SocketDirectory.Entry], [SocketDirectory.Entry])
        do throws(SocketDirectory.Problem) {
            (entries, ended) = try directory.removeEnded()
        } catch {
            throw .directory(error)
        }
        let name = SocketDirectory.slug(of: text)
        // A name that begins with the text counts only if no name is equal to the text.
        let exact = entries.filter { text.isEmpty || String($0.process) == text || $0.name == name }
        let meant = exact.isEmpty ? entries.filter { $0.name.hasPrefix(name) } : exact
        guard let entry = meant.first else { throw .none(text, others: entries, ended: ended) }
        guard meant.count == 1 else { throw .several(meant) }
        return .path(entry.path)
    }
}
