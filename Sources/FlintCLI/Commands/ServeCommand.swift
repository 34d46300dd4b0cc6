// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintAttach
import FlintAttachServer
import FlintCore
import FlintInspector
import FlintLibc

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
            shared,
            SessionSettings(
                cause: "served", access: .deferring, startsBackgroundWork: !LaunchEnvironment.pausesBackgroundWork,
                environment: environment))
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
        // If several processes of the app are served, the name does not identify this one.
        let namesakes = try? RunningApps.directory.removeEnded().running.count { $0.name == slug }
        let name = namesakes ?? 1 > 1 ? String(getpid()) : slug
        try CommandOutput.print([
            "Serving \(App.appName) in process \(getpid()). Attach with: \(App.commandName) console \(name)"
        ])
        if let invitation = server.invitation {
            try CommandOutput.print(["Over TCP, with a token that is shown only once: \(invitation)"])
        }
        return nil
    }
}

@MainActor
private enum RetainedObjects {
    static var all: [AnyObject] = []
}
