// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintAttach
import FlintAttachServer
import FlintConsole
import FlintCore
import FlintInspector
import FlintLibc

enum RunningApps {
    static var directory: SocketDirectory {
        SocketDirectory.forCurrentUser(environment: CommandRun.current.environment)
    }

    /// Attaches to a running app by its name, process ID, socket or address.
    ///
    /// An empty name selects the only running app.
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
            throw .refused(
                ([problem.description] + search(ended: ended).findings.map(\.messageAndRemedy)).joined(separator: "\n"))
        } catch {
            throw .refused(String(describing: error))
        }
    }

    private static func token(of name: String) throws(CommandLineError) -> String {
        // The token is not a command line argument, because other users can read the arguments of a process.
        if let token = CommandRun.current.environment[AttachToken.variable], !token.isEmpty { return token }
        guard isatty(CommandRun.current.input) == 1, let typed = getpass("Token of \(CommandOutput.excerpt(name)): ")
        else {
            throw .usage(
                "\(CommandOutput.excerpt(name)) requires the token that was shown when the app started serving. Set "
                    + "\(AttachToken.variable) to that token.")
        }
        return String(cString: typed)
    }

    /// Searches for the running apps that respond, or for the reasons that no app was found.
    ///
    /// The entries in `ended` are the sockets of ended processes that were removed just before the search.
    static func search(ended: [SocketDirectory.Entry] = []) -> AppSearch {
        let environment = CommandRun.current.environment
        return AppSearch(
            in: directory, others: SocketDirectory.existing(environment: environment), ended: ended,
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
        // Without a command, the options are already where the default command expects them.
        guard count > 0, arguments.count > count, !arguments[count].hasPrefix("-") else { return arguments }
        let rest = arguments.dropFirst(count)
        // The words after this mark are never options.
        let end = rest.firstIndex(of: "--") ?? rest.endIndex
        return Array(rest[..<end]) + arguments.prefix(count) + Array(rest[end...])
    }
}

final class ServedScreens: ScreenPresenter {
    private let server: InspectorServer

    init(_ server: InspectorServer) {
        self.server = server
    }

    func show(_ screen: ConsoleScreen) { server.show(screen: screen.rawValue) }
    func hide() { server.show(screen: nil) }
}

extension RemoteInspector {
    func present(on presenter: any ScreenPresenter) {
        onShow { number in
            guard let number else { return presenter.hide() }
            if let screen = ConsoleScreen(rawValue: number) { presenter.show(screen) }
        }
    }
}

struct ServingOptions: ParsableArguments {
    @Flag(help: "Let the same user's consoles and commands attach to the app.") var serve = false
    @Flag(help: "Serve or attach without the ability to change the app.") var readOnly = false
    @Flag(help: "Restore the current overrides when the attached app restarts.")
    var keepOverrides = false

    init() {}

    @MainActor
    func server<App: FlintApplication>(of session: AppSession<App>) throws(CommandLineError) -> InspectorServer? {
        guard serve else { return nil }
        guard let inspector = session.local?.inspector else {
            throw .usage("--serve needs an app in this process; leave out --serve or --attach.")
        }
        return try Self.server(of: inspector, isReadOnly: readOnly ? true : nil)
    }

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
