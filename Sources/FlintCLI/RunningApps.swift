import ArgumentParser
import FlintAttach
import FlintAttachServer
import FlintConsole
import FlintCore
import FlintInspector
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
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
        var target = AttachTarget(name, in: directory)
        if target.isPort {
            do throws(AttachTarget.Problem) {
                _ = try target.address()
            } catch {
                throw .usage(error.description)
            }
            target.token = try token(of: name)
        }
        do {
            let remote = try RemoteInspector(target, client: cause.rawValue, isReadOnly: isReadOnly)
            attached.withLock { $0 = remote }
            return remote
        } catch {
            throw .refused(String(describing: error))
        }
    }

    /// The app that this process is attached to.
    private static let attached = Mutex<RemoteInspector?>(nil)

    /// The reason for which a command has failed: a missing answer of the app, if there is one, whatever followed from it.
    static func reason(for error: CommandLineError) -> CommandLineError {
        do throws(CommandLineError) {
            try check()
            return error
        } catch {
            return error
        }
    }

    /// Checks that every question has been answered that was asked since the last check.
    ///
    /// - Throws: ``CommandLineError/refused(_:)`` if the app that this process is attached to did not answer.
    static func check() throws(CommandLineError) {
        if let problem = attached.withLock({ $0 })?.takeProblem() { throw .refused(problem.description) }
    }

    /// The token of an app on a port: from the environment, or typed without being shown.
    ///
    /// It is no argument, because every user of the machine can read those.
    private static func token(of name: String) throws(CommandLineError) -> String {
        if let token = ProcessInfo.processInfo.environment[AttachToken.variable], !token.isEmpty { return token }
        guard isatty(STDIN_FILENO) == 1, let typed = getpass("Token of \(CommandOutput.quotable(name)): ") else {
            throw .usage(
                "\(CommandOutput.quotable(name)) wants a token, which was shown when the app began to serve. Set "
                    + "\(AttachToken.variable) to it.")
        }
        return String(cString: typed)
    }

    /// The apps that answer, by name.
    ///
    /// - Throws: ``CommandLineError/refused(_:)`` if the directory is open to other users.
    static func all() throws(CommandLineError) -> [(entry: SocketDirectory.Entry, app: ServedApp)] {
        do throws(SocketDirectory.Problem) {
            return try directory.entries().compactMap { entry in
                guard let link = try? AttachLink(.path(entry.path), client: "command line") else { return nil }
                defer { link.close() }
                return (entry, link.app)
            }
        } catch {
            throw .refused(error.description)
        }
    }

    /// Returns arguments with the options that all commands have behind the command instead of before it, where the parser
    /// expects them.
    static func sorted(_ arguments: [String]) -> [String] {
        let names = [
            "--attach", "--recording", "--at", "--state", "--platform", "--storekit", "--journal", "--color",
        ]
        var count = 0
        while count < arguments.count {
            let option = arguments[count]
            let isWhole = ["--json", "--quiet"].contains(option) || names.contains { option.hasPrefix($0 + "=") }
            let width = names.contains(option) ? 2 : isWhole ? 1 : 0
            if width == 0 { break }
            count += width
        }
        guard count > 0, arguments.count > count, !arguments[count].hasPrefix("-") else { return arguments }
        let rest = arguments.dropFirst(count)
        let end = rest.firstIndex(of: "--") ?? rest.endIndex
        return Array(rest[..<end]) + arguments.prefix(count) + Array(rest[end...])
    }
}

/// The screens of all consoles that are attached to the app of this process.
final class ServedScreens: ScreenPresenter {
    private let server: InspectorServer

    /// Presents on the consoles that a server has.
    init(_ server: InspectorServer) {
        self.server = server
    }

    func show(_ screen: ConsoleScreen) { server.show(screen: screen.rawValue) }
    func hide() { server.show(screen: nil) }
}

extension RemoteInspector {
    /// Has screens that actions of the app open shown by a console.
    func present(on presenter: any ScreenPresenter) {
        onShow { number in
            guard let number else { return presenter.hide() }
            if let screen = ConsoleScreen(rawValue: number) { presenter.show(screen) }
        }
    }
}

/// The options with which an app in this process is served, or one in another is only looked at.
struct ServingOptions: ParsableArguments {
    @Flag(help: "Let consoles and commands of the same user attach to the app.") var serve = false
    @Flag(help: "Serve an app, or attach to one, without letting it be changed.") var readOnly = false
    @Flag(help: "Override again what is overridden when an app that is attached to is started again.")
    var keepOverrides = false

    init() {}

    /// Serves the app of a session, if it is to be served.
    ///
    /// - Throws: ``CommandLineError``.
    @MainActor
    func server<App: FlintApplication>(of session: AppSession<App>) throws(CommandLineError) -> InspectorServer? {
        guard serve else { return nil }
        guard let inspector = session.local?.inspector else {
            throw .usage("--serve is for an app in this process; leave it out, or --attach.")
        }
        return try Self.server(of: inspector, isReadOnly: readOnly)
    }

    /// Serves an inspector.
    ///
    /// - Throws: ``CommandLineError/refused(_:)``.
    static func server(
        of inspector: RuntimeInspector, isReadOnly: Bool, tcpPort: UInt16? = nil
    ) throws(CommandLineError) -> InspectorServer {
        do {
            return try InspectorServer(
                inspector, in: RunningApps.directory, isReadOnly: isReadOnly, tcpPort: tcpPort)
        } catch {
            throw .refused(String(describing: error))
        }
    }
}
