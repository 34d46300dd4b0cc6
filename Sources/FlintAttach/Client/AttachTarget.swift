/// Which running app to attach to, as people name it.
package struct AttachTarget: Sendable, Hashable {
    /// Why there is no such app.
    package enum Problem: Error, Sendable, Hashable, CustomStringConvertible {
        /// No app that serves its inspector has the name.
        case none(String, others: [SocketDirectory.Entry])
        /// Several have it.
        case several([SocketDirectory.Entry])
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
            case .directory(let problem): problem.description
            }
        }

        private static func list(_ entries: [SocketDirectory.Entry]) -> String {
            entries.map { "\($0.name) (\($0.process))" }.joined(separator: ", ")
        }
    }

    /// The name of the app, the number of its process or the path of its socket; empty for the only one there is.
    package var text: String
    /// Where apps are looked for.
    package var directory: SocketDirectory

    /// Names an app.
    package init(_ text: String, in directory: SocketDirectory) {
        self.text = text
        self.directory = directory
    }

    /// Finds the socket of the app.
    ///
    /// - Returns: Its path.
    /// - Throws: ``Problem`` if there is none or more than one.
    package func socketPath() throws(Problem) -> String {
        if text.contains("/") { return text }
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
        return entry.path
    }
}
