// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintAttach
import FlintAttachServer
import FlintConsole
import FlintCore
import FlintInspector
import FlintLibc

/// `flint attach` opens the console for an app in another process.
///
/// The command selects the app and then runs `flint console --attach`. Without a name, it attaches to the only running
/// app, or lets the user choose if several run.
struct AttachCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "attach", abstract: "Open the console for a running app.",
            discussion: """
                You can attach to an app that calls Flint.serveInspector(), or that was started with "serve" or \
                "console --serve". If the app exits, the console shows that it is disconnected, and attaches again when \
                the app restarts. To run any other command on a running app, use --attach.
                """)
    }

    @Argument(
        help: ArgumentHelp(
            "The app's name or a part of it, its process, its socket or tcp://127.0.0.1:PORT. Optional if only one app runs.",
            valueName: "app"))
    var name: String?
    @Flag(help: "List the running apps, or the reasons that none is found.") var list = false
    @Flag(help: "Print the list as one JSON object.") var json = false
    @Flag(help: "Attach without the ability to change the app.") var readOnly = false
    @Flag(help: "Restore the current overrides when the app restarts.") var keepOverrides = false
    @Flag(help: "Print the content as plain lines, for screen readers and pipes.") var plain = false
    @Flag(help: "Print lines and read commands at a prompt, for screen readers, slow lines and pipes.")
    var linear = false
    @Flag(exclusivity: .chooseLast) var mouse = MouseUse.console
    @OptionGroup var settings: ConsoleSettingsOptions
    @OptionGroup var output: OutputOptions

    @MainActor
    func run() async throws -> Int32? {
        output.apply()
        if list {
            let search = RunningApps.search()
            if json {
                try CommandOutput.print(json: RunningAppsAnswer(search))
            } else if search.apps.isEmpty {
                try CommandOutput.print(search.findings.map(\.text))
            } else {
                for finding in search.findings { CommandOutput.note(finding.text) }
                try CommandOutput.print(search.apps.map(\.title))
            }
            return 0
        }
        guard !json else { throw CommandLineError.usage("--json needs --list.") }
        var arguments = ["--attach", try name ?? selectedApp()]
        if readOnly { arguments.append("--read-only") }
        if keepOverrides { arguments.append("--keep-overrides") }
        if plain { arguments.append("--plain") }
        if linear { arguments.append("--linear") }
        if mouse == .terminal { arguments.append("--no-mouse") }
        return try await ConsoleCommand<App>.parse(arguments + settings.arguments + output.arguments).run()
    }

    /// Returns the name or process ID of the only running app, or of the app that the user selects.
    private func selectedApp() throws(CommandLineError) -> String {
        let search = RunningApps.search()
        let running = search.apps
        guard let first = running.first else {
            throw .refused(search.findings.map(\.text).joined(separator: " "))
        }
        /// Returns the app's name, which also identifies the app after a restart, or its process ID if several apps
        /// share the name.
        func key(_ app: AppSearch.FoundApp) -> String {
            let isUnique = running.count { $0.entry.name == app.entry.name } == 1
            return isUnique ? app.entry.name : String(app.entry.process)
        }
        guard running.count > 1 else { return key(first) }
        let lines = running.enumerated().map { "\($0.offset + 1)  \($0.element.title)" }
        guard CommandRun.current.isInteractive else {
            throw .usage(
                "Several apps are running. Specify one of them: \(running.map { "\(key($0)) (\($0.app.app))" }.joined(separator: ", "))."
            )
        }
        try CommandOutput.print(lines + ["Attach to number:"])
        guard let answer = readLine(), let number = Int(answer), running.indices.contains(number - 1) else {
            throw .usage("The answer is not one of the listed numbers. Run the command again.")
        }
        return key(running[number - 1])
    }
}

/// The answer of `flint attach --list --json`.
private struct RunningAppsAnswer: Encodable {
    struct App: Encodable {
        let name: String
        let process: Int32
        let app: String
        let socket: String
        let environment: AppEnvironment
        let readOnly: Bool
    }

    /// The directory that was searched.
    let directory: String
    let apps: [App]
    let findings: [AppSearch.Finding]

    init(_ search: AppSearch) {
        directory = search.directory.path
        apps = search.apps.map {
            App(
                name: $0.entry.name, process: $0.app.process, app: $0.app.app, socket: $0.entry.path,
                environment: $0.app.environment ?? .development, readOnly: $0.app.isReadOnly)
        }
        findings = search.findings
    }
}

extension AppEnvironment: ExpressibleByArgument {}

/// `flint serve` runs the app without a console, so that consoles and commands in other processes can attach.
///
/// ``run()`` returns `nil` after it has started the server, and the process keeps running until it is interrupted.
struct ServeCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "serve", abstract: "Run the app without a console, so that others can attach to it.",
            discussion: """
                The app runs until it is interrupted. Its background work runs unless FLINT_PAUSED is 1. Only processes \
                of the same user can attach. With --tcp, clients with the app's token can attach as well. A production \
                app cannot be changed unless --allow-changes is given.
                """)
    }

    @Flag(help: "Do not let attached clients change the app.") var readOnly = false
    @Option(
        help: ArgumentHelp(
            "The environment in which the app runs: development or production.",
            discussion: "Clients mark a production app, and change it only after confirmation.",
            valueName: "environment"))
    var environment = AppEnvironment.development
    @Flag(help: "Let attached clients change a production app.") var allowChanges = false
    @Option(
        help: ArgumentHelp(
            "Also serve on this port of the loopback interface, to clients with a token; 0 selects any free port.",
            discussion: "The token is printed once.", valueName: "port"))
    var tcp: UInt16?
    @OptionGroup var shared: SharedOptions<App>

    @MainActor
    func run() async throws -> Int32? {
        guard shared.attach == nil else { throw CommandLineError.usage("serve starts an app; leave out --attach.") }
        guard shared.recording == nil else {
            throw CommandLineError.usage("A recording cannot be served. Open the file instead.")
        }
        guard !(readOnly && allowChanges) else {
            throw CommandLineError.usage("--read-only and --allow-changes contradict each other; leave one out.")
        }
        let session = try AppSession(
            shared, cause: "served", access: .deferring, startsBackgroundWork: !LaunchEnvironment.pausesBackgroundWork,
            environment: environment)
        session.reportProblems()
        session.watch()
        guard let inspector = session.local?.inspector else { return 0 }
        let server = try ServingOptions.server(
            of: inspector, environment: environment, isReadOnly: readOnly ? true : allowChanges ? false : nil,
            tcpPort: tcp)
        server.removeSocketOnInterrupt()
        SignalExit.handle()
        let screens = ServedScreens(server)
        session.presenter.value = screens
        RetainedObjects.all += [session, server, screens]
        let slug = SocketDirectory.slug(of: App.appName)
        let namesakes = try? RunningApps.directory.entries().count { $0.name == slug }
        let name = namesakes ?? 1 > 1 ? String(getpid()) : slug
        try CommandOutput.print([
            "Serving \(App.appName) in process \(getpid()). Attach with: \(App.commandName) attach \(name)"
        ])
        if let invitation = server.invitation {
            try CommandOutput.print(["Over TCP, with a token that is shown only once: \(invitation)"])
        }
        return nil
    }
}

/// The objects that must live as long as the process.
@MainActor
private enum RetainedObjects {
    static var all: [AnyObject] = []
}
