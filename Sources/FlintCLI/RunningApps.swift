import ArgumentParser
import FlintAttach
import FlintAttachServer
import FlintCore
import FlintInspector

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The apps of this user that serve their inspector.
enum RunningApps {
    /// Where they are found.
    static var directory: SocketDirectory {
        SocketDirectory.ofUser(environment: ProcessInfo.processInfo.environment)
    }

    /// Attaches to one.
    ///
    /// - Parameters:
    ///   - name: Its name, its process or its socket; empty for the only one there is.
    ///   - cause: Who is recorded as the cause of changes.
    ///   - isReadOnly: Whether it is only looked at.
    /// - Returns: Its inspector.
    /// - Throws: ``CommandLineError/refused(_:)``.
    static func attach(
        to name: String, as cause: Cause, isReadOnly: Bool
    ) throws(CommandLineError) -> RemoteInspector {
        do {
            return try RemoteInspector(
                AttachTarget(name, in: directory), client: cause.rawValue, isReadOnly: isReadOnly)
        } catch {
            throw .refused(String(describing: error))
        }
    }

    /// The apps that answer, by name.
    ///
    /// - Throws: ``CommandLineError/refused(_:)`` if the directory is open to other users.
    static func all() throws(CommandLineError) -> [(entry: SocketDirectory.Entry, app: ServedApp)] {
        do throws(SocketDirectory.Problem) {
            return try directory.entries().compactMap { entry in
                guard let link = try? AttachLink(path: entry.path, client: "command line") else { return nil }
                defer { link.close() }
                return (entry, link.app)
            }
        } catch {
            throw .refused(error.description)
        }
    }

    /// Returns arguments with `--attach` or `--recording` behind the command instead of before it, where the parser
    /// expects it.
    static func sorted(_ arguments: [String]) -> [String] {
        guard let first = arguments.first else { return arguments }
        let names = ["--attach", "--recording"]
        let count = names.contains(first) ? 2 : names.contains { first.hasPrefix($0 + "=") } ? 1 : 0
        guard count > 0, arguments.count > count, !arguments[count].hasPrefix("-") else { return arguments }
        let rest = arguments.dropFirst(count)
        let end = rest.firstIndex(of: "--") ?? rest.endIndex
        return Array(rest[..<end]) + arguments.prefix(count) + Array(rest[end...])
    }
}

/// The options with which an app in this process is served, or one in another is only looked at.
struct ServingOptions: ParsableArguments {
    @Flag(help: "Let consoles and commands of the same user attach to the app.") var serve = false
    @Flag(help: "Serve an app, or attach to one, without letting it be changed.") var readOnly = false

    init() {}

    /// Serves the app of a session, if it is to be served.
    ///
    /// - Throws: ``CommandLineError``.
    @MainActor
    func server<App: FlintApplication>(of session: AppSession<App>) throws(CommandLineError) -> InspectorServer? {
        guard serve else {
            guard !readOnly || session.remote != nil else {
                throw .usage("--read-only belongs to --serve and --attach.")
            }
            return nil
        }
        guard let inspector = session.local?.inspector else {
            throw .usage("--serve is for an app in this process; leave it out, or --attach.")
        }
        return try Self.server(of: inspector, isReadOnly: readOnly)
    }

    /// Serves an inspector.
    ///
    /// - Throws: ``CommandLineError/refused(_:)``.
    static func server(
        of inspector: RuntimeInspector, isReadOnly: Bool
    ) throws(CommandLineError) -> InspectorServer {
        do {
            return try InspectorServer(inspector, in: RunningApps.directory, isReadOnly: isReadOnly)
        } catch {
            throw .refused(String(describing: error))
        }
    }
}
