// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintAttach
import FlintAttachServer
import FlintConsole
import FlintCore
import FlintFoundation
import FlintInspector
import FlintLibc
import FlintRecording
import FlintTerminal
import FlintWorld

/// `flint console` opens the full-screen console.
///
/// Without a terminal, or with `--plain`, the command prints the console's content as lines and exits. With `--linear`,
/// or on a terminal that cannot move its cursor, the console prints lines and reads commands. With `--script`, it plays
/// keys from a file on an in-memory terminal, or on the user's terminal with `--slow`. For an interactive console,
/// ``run()`` returns `nil`, and the program runs until the user quits.
struct ConsoleCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "console",
            abstract: "Open the console for the app (the default), a running app, or a recording.",
            discussion: """
                A running app is one that calls Flint.serveInspector(), or that was started with "serve" or \
                "console --serve". If it exits, the console shows that it is disconnected, and attaches again when the \
                app restarts. To run any other command on a running app, use --attach. A report is saved with "report" \
                or with E in the console; a journal is written with --journal. The console shows the recorded app, \
                which cannot be changed. Every command that only reads takes --recording, to read from such a file.

                Set FLINT_PAUSED=1 to start with the app's background work paused. With --linear, which is the default if \
                TERM is "dumb" or not set, the console prints lines without control sequences and reads one command per \
                line: a command alone or with a name, such as "why" or "why Smart playlists", a name to go to, /words to \
                filter, or the number of a result. "help" lists the commands, a tab or "?" at the end of a line lists \
                completions, and "q" or the end of the input quits. With --script, the keys of a file are played on an \
                in-memory terminal, with the app's background work paused. The status is 1 if an expectation of the \
                script is not met.
                """)
    }

    @Argument(
        help: ArgumentHelp(
            "A running app, by its name or a part of it, its process, its socket or tcp://127.0.0.1:PORT; or the file of "
                + "a report or a journal.", valueName: "app|file"), completion: .file())
    var source: String?
    @Flag(help: "List the running apps, or the reasons that none is found.") var list = false
    @Flag(help: "Open a running app. Without a name, open the only one, or ask which.") var running = false
    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Print the list as one JSON object.") var json = false
    @Flag(help: "Print the content as plain lines, for screen readers and pipes.") var plain = false
    @Flag(help: "Print lines and read commands at a prompt, for screen readers, slow lines and pipes.")
    var linear = false
    @Flag(exclusivity: .chooseLast) var mouse = MouseUse.console
    @OptionGroup var settings: ConsoleSettingsOptions
    @OptionGroup var serving: ServingOptions
    @OptionGroup var script: ScriptOptions
    @Option(
        help: ArgumentHelp(
            "Record changes in this file, as a scenario for \"run\".",
            valueName: "file"),
        completion: .file())
    var record: String?

    private mutating func selectSource() throws {
        guard source != nil || running else { return }
        guard shared.attach == nil, shared.recording == nil else {
            throw CommandLineError.usage("Name one app or one file; leave out --attach and --recording.")
        }
        if let source, !running, RecordingReference(source).isNamed {
            let file = RecordingReference(source)
            (shared.recording, shared.at) = (file.path, file.event ?? shared.at)
        } else {
            shared.attach = try source ?? RunningApps.search().selectedName()
        }
        try shared.validate()
    }

    @MainActor
    mutating func run() async throws -> Int32? {
        if list {
            shared.output.apply()
            try RunningApps.search().printList(json: json)
            return 0
        }
        guard !json else { throw CommandLineError.usage("--json needs --list.") }
        try selectSource()
        let wantsScreen = !plain && script.script == nil && isatty(CommandRun.current.output) == 1
        let isLinear = linear || wantsScreen && isatty(CommandRun.current.input) == 1 && hasDumbTerminal
        guard !linear || !plain && script.script == nil else {
            throw CommandLineError.usage("--linear cannot be combined with --plain or --script.")
        }
        guard wantsScreen || isLinear || !serving.serve else {
            throw CommandLineError.usage(
                "--serve needs a console on a terminal. Without a terminal, use \"\(App.commandName) serve\"."
            )
        }
        guard !serving.readOnly || serving.serve || shared.attach != nil else {
            throw CommandLineError.usage("--read-only needs --serve or --attach.")
        }
        guard !serving.keepOverrides || !serving.readOnly else {
            throw CommandLineError.usage("--keep-overrides cannot be combined with --read-only.")
        }
        guard !serving.keepOverrides || shared.attach != nil else {
            throw CommandLineError.usage("--keep-overrides needs --attach.")
        }
        if let file = script.script {
            guard record == nil else {
                throw CommandLineError.usage(
                    "A script cannot be recorded, because it is already a scenario; leave out --record or --script.")
            }
            guard !plain else {
                throw CommandLineError.usage("A script needs a screen; leave out --plain or --script.")
            }
            return try await ScriptRun(
                file, script, shared, settings: try readSettings(), isReadOnly: serving.readOnly
            ).play()
        }
        try script.requireScript()
        if wantsScreen, !isLinear, isatty(CommandRun.current.input) != 1 {
            throw CommandLineError.usage(
                "The console needs a keyboard, but standard input is not a terminal. Use --linear to read commands from "
                    + "it, or --plain to print the console's content.")
        }
        let place = PlaceFile(statePath: try statePath.path).read()
        let settings = try readSettings(place.preferences ?? ConsolePreferences())
        var screen: (any Screen)?
        if isLinear {
            screen = Self.linearConsole()
            // A full-screen terminal handles signals itself.
            SignalExit.handle()
        } else if wantsScreen {
            var options = TerminalOptions()
            options.usesMouse = mouse == .console
            options.reportsColorScheme = settings.options.reportsColorScheme
            options.usesNotifications = settings.options.showsNotifications
            options.usesKeyboardProtocol = settings.usesKeyboardProtocol
            options.usesLinks = settings.usesLinks
            do throws(TerminalError) {
                let terminal = try Terminal.open(options)
                terminal.onTermination = { _ = SavedState.finishAndReport() }
                screen = terminal
            } catch {
                throw CommandLineError.refused(
                    "The console cannot be shown: \(error.description). --linear and --plain need no screen.")
            }
        }
        StateFileAccess.current.savesLater = screen != nil
        let recording = try record.map { try ScenarioRecording($0) }
        let session: AppSession<App>
        do {
            session = try AppSession(
                shared,
                SessionSettings(
                    cause: "console", access: screen == nil ? .readOnly : .deferring,
                    startsBackgroundWork: screen != nil && !LaunchEnvironment.pausesBackgroundWork,
                    problems: settings.problems, isReadOnly: serving.readOnly, asksBeforeChanges: screen != nil,
                    showsProblems: screen != nil))
            guard !serving.keepOverrides || session.remote?.app.isProduction != true else {
                throw CommandLineError.usage(
                    "--keep-overrides would change a production app without asking; leave it out.")
            }
        } catch {
            // The terminal is restored before the error is reported.
            screen?.close()
            throw error
        }
        guard let screen else {
            session.reportProblems()
            try CommandOutput.print(
                PlainReport.lines(
                    of: try session.world(), stacks: session.inspector.stacks(), moment: session.recorded?.moment,
                    events: try session.events(after: 0), logLines: session.inspector.logLines(after: 0),
                    timeZone: .local, warnings: try session.warnings(settings.warningRules)))
            return 0
        }
        do {
            try open(session, on: screen, settings, place, try serving.server(of: session), recording)
        } catch {
            screen.close()
            throw error
        }
        return nil
    }

    @MainActor
    private func open(
        _ session: AppSession<App>, on screen: any Screen, _ settings: ConsoleSettings, _ place: ConsolePlace,
        _ server: InspectorServer?, _ recording: ScenarioRecording?
    ) throws(CommandLineError) {
        session.watch()
        let statePath = try statePath
        if session.local == nil, statePath.isDefault { AppDirectory.claim(directoryOf: statePath.path) }
        let file = PlaceFile(statePath: statePath.path)
        let places = session.local == nil ? nil : file
        let linear = screen as? LinearConsole
        var keymap = settings.keymap
        keymap.namesCommands = linear != nil
        var host = ConsoleHost()
        (host.keymap, host.options, host.place) = (keymap, settings.options, places == nil ? nil : place)
        (host.shellCommands, host.rules) = (FlintCommandLine<App>.shellCommands, settings.warningRules)
        let recorder = ScenarioRecorder(recording)
        host.invocation = session.invocation
        host.onCommand = { recorder.add($0, $1) }
        host.files.saveReport = ReportFile<App>.outcome
        host.files.exportTest = Self.exportTest
        host.files.saveScenario = Self.saveScenario
        host.files.recorder = .init(path: record, start: recorder.start, end: recorder.end)
        if linear == nil { host.scenarioStage = { Self.scenarioStage(for: session) } }
        let editor = SourceEditor(
            files: SourceFiles(root: FileManager.default.currentDirectoryPath),
            environment: CommandRun.current.environment)
        if settings.usesLinks, linear == nil { host.findSource = editor.files.absolutePath }
        host.openEditor = { linear == nil ? editor.open($0, on: $1) : editor.find($0) }
        let shell = ConsoleShell(
            screen: screen, inspector: session.inspector, findMoment: session.momentFinder,
            sources: try sources(of: session, recent: file), host: host)
        session.presenter.value = shell.presenter
        session.remote?.present(on: shell.presenter)
        if serving.keepOverrides { session.remote?.keepOverrides() }
        let onExit: @MainActor () -> Void = {
            file.store(shell.state.options.preferences)
            places?.save(shell.place)
            // This capture keeps the app, the console and the server alive while the console is open.
            _ = (session, shell, server)
            let status = SavedState.finishAndReport()
            if session.local != nil, status == nil {
                let model = shell.showsFirstApp ? shell.state.model : try? session.readModel()
                model.map { Self.printNoteOnDifferences(of: $0, session.invocation) }
            }
            guard let problem = recorder.problem else { ProgramExit.leave(status ?? 0) }
            CommandOutput.printError(problem)
            ProgramExit.leave(ExitStatus.cannotWrite.rawValue)
        }
        if let linear {
            server?.removeSocketOnInterrupt()
            session.reportProblems()
            linear.run(shell, input: LineInput(), onExit: onExit)
        } else {
            shell.start(onExit: onExit)
        }
    }

    @MainActor
    private static func scenarioStage(for session: AppSession<App>) -> ScriptPlayer.Stage {
        // The window keeps its size, and a scenario that is only played writes no files.
        var stage = ScriptPlayer.Stage { _, _ in }
        stage.wait = ScriptRun<App>.wait
        ScenarioCommands(session: session).prepare(&stage)
        return stage
    }

    @MainActor
    private static func saveScenario(of app: any Inspector, minutes: Int?, to path: String) -> FileOutcome {
        do throws(CommandLineError) {
            let entries: [HistoryEntry]
            do throws(MissingAnswer) {
                entries = try app.history()
            } catch {
                throw CommandLineError(error)
            }
            let count = try ScenarioRecording.write(entries, ofLast: minutes.map { Double($0 * 60) }, to: path)
            return .complete("\(count.counted("change")).")
        } catch {
            return .failed(error.message)
        }
    }

    @MainActor
    private static func exportTest(
        _ moment: any Inspector, _ event: UInt64, _ recording: String?, _ path: String
    ) -> FileOutcome {
        MomentTestExport.outcome(
            of: event, at: moment, in: recording, to: path, app: App.appName, program: App.commandName)
    }

    @MainActor
    private static func linearConsole() -> LinearConsole {
        LinearConsole(
            columns: { UsageText.columns }, showsPrompt: CommandRun.current.isInteractive
        ) { text in
            do throws(CommandLineError) {
                return try CommandOutput.writePart(text: text)
            } catch {
                CommandOutput.printError(error.message)
                ProgramExit.leave(error.status)
            }
        }
    }

    /// Whether the terminal states that it cannot move its cursor, or does not state its type.
    private var hasDumbTerminal: Bool { ["", "dumb"].contains(CommandRun.current.environment["TERM"] ?? "") }

    private var statePath: (path: String, isDefault: Bool) {
        get throws(CommandLineError) {
            try StatePath.resolve(
                option: shared.state, commandName: App.commandName, environment: CommandRun.current.environment)
        }
    }

    @MainActor
    private func sources(
        of session: AppSession<App>, recent: PlaceFile
    ) throws(CommandLineError) -> SourceProvider {
        var finder = ConsoleSources(
            localApp: session.local == nil ? nil : App.appName,
            recordings: RecordingFinder(folder: FileManager.default.currentDirectoryPath, recent: recent),
            personas: try PersonaFiles(App.self, shared).readPersonas, isReadOnly: serving.readOnly)
        // A session that records a journal stays open while another app is shown, so that the journal has no gap.
        // Sessions that keep overrides or show a moment stay open too. So do sessions on a port, because the user may
        // have typed the token.
        var staysOpen = session.local != nil || session.recorder != nil || serving.keepOverrides || shared.at != nil
        var first: AppSource
        if let remote = session.remote {
            first = ConsoleSources.source(
                for: remote.app, name: SocketDirectory.slug(of: remote.app.app), isUnique: true)
            let target = AttachTarget(shared.attach ?? "", in: RunningApps.directory)
            if target.isAddress {
                first.target = target.text
                finder.addressedApp = first
            }
            if target.isPort { staysOpen = true }
        } else if let path = shared.recording {
            let absolute = AbsolutePath.abbreviatedPath(path, in: FileManager.default.currentDirectoryPath, home: nil)
            finder.recordings.recordOpening(of: absolute)
            first = RecordingFinder.source(absolute)
        } else {
            first = AppSource(.local, target: "", title: App.appName, note: "in this process")
        }
        let close: @Sendable () -> Void = { [remote = session.remote] in remote?.close() }
        return SourceProvider(
            initialSource: first, closeInitialSource: staysOpen ? nil : close,
            findSources: { [finder] in finder.findSources() },
            openSource: { [finder] source throws(SourceProvider.Failure) in try finder.openSource(source) },
            readWorld: { [finder] source throws(SourceProvider.Failure) in try finder.readWorld(of: source) })
    }

    private static func printNoteOnDifferences(of model: AppModel, _ invocation: ShellInvocation) {
        let count = model.overrides.count { $0.expiry != .untilQuit } + model.status.differences.count
        guard count > 0 else { return }
        let pronoun = count == 1 ? "it" : "them"
        CommandOutput.printNote(
            "\(count.counted("difference")) from the initial state \(count == 1 ? "is" : "are") kept. Run "
                + "\"\(invocation.commandLine(["compare"]))\" to list \(pronoun), or "
                + "\"\(invocation.commandLine(["compare", "--remove-all"]))\" to remove \(pronoun).")
    }

    private func readSettings(
        _ preferences: ConsolePreferences = ConsolePreferences()
    ) throws(CommandLineError) -> ConsoleSettings {
        try ConsoleSettings(
            settings, preferences: preferences, commandName: App.commandName,
            environment: CommandRun.current.environment)
    }
}
