/// Which running app to attach to, as people name it.
package struct AttachTarget: Sendable, Hashable {
    /// Why there is no such app.
    package enum Problem: Error, Sendable, Hashable, CustomStringConvertible {
        /// No app that serves its inspector has the name.
        case none(String, others: [SocketDirectory.Entry])
        /// Several have it.
        case several([SocketDirectory.Entry])
        /// It is no address of a port of this machine.
        case address(String)
        /// The directory cannot be used.
        case directory(SocketDirectory.Problem)

        /// What is wrong and what to do.
        package var description: String {
            switch self {
            case .none("", _):
                "No app serves its inspector. Start one that calls Flint.serveInspector(), or the demo with \"flint serve\"."
            case .none(let text, let others):
                "No app that serves its inspector is \"\(text)\". "
                    + (others.isEmpty ? "There are none." : "There are: \(Self.list(others)).")
            case .several(let entries):
                "Several apps are meant; name one by its process: \(Self.list(entries))."
            case .address(let text):
                "\"\(text)\" is no port of this machine. Write tcp://127.0.0.1:PORT; the port of another machine is reached "
                    + "through \"ssh -L\"."
            case .directory(let problem): problem.description
            }
        }

        private static func list(_ entries: [SocketDirectory.Entry]) -> String {
            entries.map { "\($0.name) (\($0.process))" }.joined(separator: ", ")
        }
    }

    /// The name of the app, the number of its process, the path of its socket or the address of its port; empty for the
    /// only one there is.
    package var text: String
    /// Where apps are looked for.
    package var directory: SocketDirectory
    /// The token of an app on a port.
    package var token: String?

    /// Names an app.
    package init(_ text: String, in directory: SocketDirectory, token: String? = nil) {
        self.text = text
        self.directory = directory
        self.token = token
    }

    /// Whether the app is reached through a port, which takes a token.
    package var isPort: Bool { text.hasPrefix(AttachAddress.scheme) }

    /// Finds the socket of the app.
    ///
    /// - Returns: Its address.
    /// - Throws: ``Problem`` if there is none or more than one.
    package func address() throws(Problem) -> AttachAddress {
        if isPort {
            guard let address = AttachAddress(tcp: text) else { throw .address(text) }
            return address
        }
        if text.contains("/") { return .path(text) }
        let entries: [SocketDirectory.Entry]
        do throws(SocketDirectory.Problem) {
            entries = try directory.entries()
        } catch {
            throw .directory(error)
        }
        let name = SocketDirectory.slug(of: text)
        let exact = entries.filter { text.isEmpty || String($0.process) == text || $0.name == name }
        let meant = exact.isEmpty ? entries.filter { $0.name.hasPrefix(name) } : exact
        guard let entry = meant.first else { throw .none(text, others: entries) }
        guard meant.count == 1 else { throw .several(meant) }
        return .path(entry.path)
    }
}
