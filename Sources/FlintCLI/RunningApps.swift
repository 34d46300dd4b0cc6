// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintAttach
import FlintAttachServer
import FlintConsole
import FlintCore
import FlintInspector
import FlintLibc

/// Finds and attaches to the user's apps that serve their inspector.
enum RunningApps {
    static var directory: SocketDirectory {
        SocketDirectory.ofUser(environment: CommandRun.current.environment)
    }

    /// Attaches to a running app.
    ///
    /// - Parameters:
    ///   - name: The app's name, process ID, socket or address. An empty string selects the only running app.
    ///   - cause: The cause to record for changes.
    ///   - isReadOnly: Whether to prevent changes to the app.
    ///   - changesProduction: Whether to allow changes to a production app.
    /// - Returns: The app's inspector.
    /// - Throws: ``CommandLineError/usage(_:)`` for an invalid address or a missing token, and
    ///   ``CommandLineError/refused(_:)`` if the app cannot be attached to.
    static func attach(
        to name: String, as cause: Cause, isReadOnly: Bool, changesProduction: Bool
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
            return try RemoteInspector(
                target, client: cause.rawValue, isReadOnly: isReadOnly, changesProduction: changesProduction)
        } catch AttachTarget.Problem.none(let text, let others, let ended) where others.isEmpty {
            let problem = AttachTarget.Problem.none(text, others: [], ended: [])
            throw .refused(([problem.description] + search(ended: ended).findings.map(\.text)).joined(separator: "\n"))
        } catch {
            throw .refused(String(describing: error))
        }
    }

    /// Returns the token for an app that is served on a port, from the environment or from a prompt without echo.
    ///
    /// The token is not a command line argument, because other users can read the arguments of a process.
    private static func token(of name: String) throws(CommandLineError) -> String {
        if let token = CommandRun.current.environment[AttachToken.variable], !token.isEmpty { return token }
        guard isatty(CommandRun.current.input) == 1, let typed = getpass("Token of \(CommandOutput.excerpt(name)): ")
        else {
            throw .usage(
                "\(CommandOutput.excerpt(name)) requires the token that was shown when the app started serving. Set "
                    + "\(AttachToken.variable) to that token.")
        }
        return String(cString: typed)
    }

    /// Searches for the running apps that respond.
    ///
    /// - Parameter ended: The sockets of ended processes that were removed just before the search.
    /// - Returns: The apps in the order of the directory, or the reasons that none was found.
    static func search(ended: [SocketDirectory.Entry] = []) -> AppSearch {
        let environment = CommandRun.current.environment
        return AppSearch(
            in: directory, others: SocketDirectory.all(environment: environment), ended: ended,
            isInContainer: SocketDirectory.isInContainer(environment: environment))
    }

    /// Moves shared options from before the command to after its arguments, where the parser expects them.
    static func normalizedArguments(_ arguments: [String]) -> [String] {
        let names = [
            "--attach", "--recording", "--at", "--state", "--platform", "--storekit", "--journal", "--color",
        ]
        let flags = ["--json", "--quiet", "--production", "--ignore-state"]
        var count = 0
        while count < arguments.count {
            let option = arguments[count]
            let isWhole = flags.contains(option) || names.contains { option.hasPrefix($0 + "=") }
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

/// A presenter that shows screens on every console that is attached to this process.
final class ServedScreens: ScreenPresenter {
    private let server: InspectorServer

    init(_ server: InspectorServer) {
        self.server = server
    }

    func show(_ screen: ConsoleScreen) { server.show(screen: screen.rawValue) }
    func hide() { server.show(screen: nil) }
}

extension RemoteInspector {
    /// Sets the presenter for the screens that the attached app's actions open.
    func present(on presenter: any ScreenPresenter) {
        onShow { number in
            guard let number else { return presenter.hide() }
            if let screen = ConsoleScreen(rawValue: number) { presenter.show(screen) }
        }
    }
}

/// The options for serving an app, and for attaching to a served app.
struct ServingOptions: ParsableArguments {
    @Flag(help: "Let the same user's consoles and commands attach to the app.") var serve = false
    @Flag(help: "Serve or attach without the ability to change the app.") var readOnly = false
    @Flag(help: "Restore the current overrides when the attached app restarts.")
    var keepOverrides = false

    init() {}

    /// Starts a server for the session's app if `--serve` is given.
    ///
    /// - Parameter session: The session.
    /// - Returns: The server, or `nil` without `--serve`.
    /// - Throws: ``CommandLineError/usage(_:)`` if the app is not in this process, or ``CommandLineError/refused(_:)``
    ///   if the server cannot be started.
    @MainActor
    func server<App: FlintApplication>(of session: AppSession<App>) throws(CommandLineError) -> InspectorServer? {
        guard serve else { return nil }
        guard let inspector = session.local?.inspector else {
            throw .usage("--serve needs an app in this process; leave out --serve or --attach.")
        }
        return try Self.server(of: inspector, isReadOnly: readOnly ? true : nil)
    }

    /// Starts a server for an inspector.
    ///
    /// - Parameters:
    ///   - inspector: The inspector of the app to serve.
    ///   - environment: The environment in which the app runs.
    ///   - isReadOnly: Whether to prevent changes by clients; `nil` prevents changes to a production app.
    ///   - tcpPort: A port on the loopback interface to serve in addition to the socket.
    /// - Returns: The server.
    /// - Throws: ``CommandLineError/refused(_:)`` if the server cannot be started.
    static func server(
        of inspector: RuntimeInspector, environment: AppEnvironment = .development, isReadOnly: Bool?,
        tcpPort: UInt16? = nil
    ) throws(CommandLineError) -> InspectorServer {
        do {
            return try InspectorServer(
                inspector, in: RunningApps.directory, environment: environment, isReadOnly: isReadOnly,
                tcpPort: tcpPort)
        } catch {
            throw .refused(String(describing: error))
        }
    }
}
