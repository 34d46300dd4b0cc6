// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintConsole
import FlintCore
import FlintFoundation
import FlintInspector
import FlintTerminal
import FlintWorld

struct ScriptOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Play the keys of this file, and save or check the screens that it names.",
            discussion: "The reference of the console's keys describes the format.", valueName: "file"),
        completion: .file())
    var script: String?

    @Flag(help: "Play the script on this terminal, slowly enough to watch.") var slow = false

    @Option(
        help: ArgumentHelp(
            "Save screens in this folder.", discussion: "Default: the current folder.", valueName: "folder"),
        completion: .directory)
    var output: String?

    @Option(
        help: ArgumentHelp("Record the script as an asciicast for asciinema.", valueName: "file"),
        completion: .file(extensions: ["cast"]))
    var asciicast: String?

    init() {}

    func requireScript() throws(CommandLineError) {
        guard !slow, output == nil, asciicast == nil else {
            throw .usage("--slow, --output and --asciicast need --script with a file of keys.")
        }
    }
}

/// Plays a script on an app's console.
///
/// By default, the console draws on an in-memory terminal, and the steps follow each other without delay. With
/// `--slow`, it draws on the user's terminal. `flint console --script` and `flint run` share this type.
@MainActor
struct ScriptRun<App: FlintApplication> {
    private let file: String
    private let options: ScriptOptions
    private let shared: SharedOptions<App>
    private let settings: ConsoleSettings
    private let isReadOnly: Bool
    private let test: ScenarioTestExport.Options?

    init(
        _ file: String, _ options: ScriptOptions, _ shared: SharedOptions<App>,
        settings: ConsoleSettings, isReadOnly: Bool = false, test: ScenarioTestExport.Options? = nil
    ) {
        self.isReadOnly = isReadOnly
        self.test = test
        self.settings = settings
        self.file = file
        self.options = options
        self.shared = shared
    }

    struct Outcome {
        let session: AppSession<App>
        let steps: Int
        let failure: CommandLineError?
    }

    func play() async throws -> Int32 {
        if let failure = try await run(cause: "console").failure { throw failure }
        return 0
    }

    func run(cause: Cause) async throws -> Outcome {
        let text = try read()
        let script = try parse(text)
        let memory = MemoryTerminal(size: ConsoleScript.standardSize)
        let terminal = try options.slow ? openTerminal() : nil
        defer { terminal?.close() }
        let session = try AppSession(
            shared,
            SessionSettings(
                cause: cause, access: .deferring, problems: settings.problems, isReadOnly: isReadOnly))
        let screen: any Screen = terminal ?? memory
        var host = ConsoleHost(changeInterval: 0, patience: 60)
        (host.keymap, host.options, host.rules) = (settings.keymap, settings.options, settings.warningRules)
        host.shellCommands = FlintCommandLine<App>.shellCommands
        host.files.saveReport = ReportFile<App>.outcome
        let shell = ConsoleShell(
            screen: screen, inspector: session.inspector, findMoment: session.momentFinder, host: host)
        session.presenter.value = shell.presenter
        session.remote?.present(on: shell.presenter)
        shell.start {}
        let recording = options.asciicast.map { _ in
            TerminalRecording(size: terminal?.size ?? Self.recordedSize(script), title: App.appName)
        }
        var stage = stage(terminal == nil ? memory : nil)
        let export = try test.map { try ScenarioTestExport($0, of: session.inspector, text) }
        var commands = ScenarioCommands(session: session)
        if let export {
            commands.onPerform = { export.didPerform($0, $1) }
            shell.host.onCommand = { export.didExecute($0, $1) }
            stage.didPlay = { try export.didPlay($0) }
        }
        commands.prepare(&stage)
        let player = ScriptPlayer(shell, on: stage, recording: recording)
        do {
            try await player.play(script)
        } catch let error as ConsoleScriptError {
            // The terminal is restored first, so that the screen of the failed step appears below the prompt.
            terminal?.close()
            for line in error.screen?.split(separator: "\n", omittingEmptySubsequences: false) ?? [] {
                CommandOutput.printError(String(line))
            }
            return Outcome(
                session: session, steps: script.steps.count { $0.line < error.line },
                failure: .refused("\(file), \(error)"))
        }
        if let path = options.asciicast, let content = player.recording?.fileContent {
            try CommandOutput.save(content, to: path)
        }
        try SavedState.finish()
        try export?.write(from: file, program: App.commandName)
        return Outcome(session: session, steps: script.steps.count, failure: nil)
    }

    private func read() throws(CommandLineError) -> String {
        do throws(FileReading.Failure) {
            return String(decoding: try App.readFile(file, limit: ConsoleScript.byteLimit), as: UTF8.self)
        } catch {
            throw .unusableFile(
                "The file \(file) cannot be read: \(error). Specify a file with steps such as \"keys 2G\".")
        }
    }

    private func parse(_ text: String) throws(CommandLineError) -> ConsoleScript {
        do throws(ConsoleScriptError) {
            return try ConsoleScript(text)
        } catch {
            throw .unusableFile("The file \(file) cannot be played: \(error).")
        }
    }

    private func openTerminal() throws(CommandLineError) -> Terminal {
        do throws(TerminalError) {
            return try Terminal.open(TerminalOptions())
        } catch {
            throw .refused("--slow needs a terminal to display the script: \(error.description)")
        }
    }

    private func stage(_ memory: MemoryTerminal?) -> ScriptPlayer.Stage {
        let folder = options.output ?? "."
        var stage = ScriptPlayer.Stage { name, content in try CommandOutput.save(content, to: "\(folder)/\(name)") }
        // Only an in-memory terminal can change its size, and only on the user's terminal does the player wait between
        // keys.
        if let memory {
            stage.resize = { memory.resize(to: $0) }
        } else {
            stage.wait = Self.wait
        }
        return stage
    }

    static func wait(_ seconds: Double) async {
        // A canceled wait ends early, which is harmless.
        try? await Task.sleep(for: .seconds(seconds))
    }

    private static func recordedSize(_ script: ConsoleScript) -> TerminalSize {
        let sizes = script.steps.compactMap { if case .size(let size) = $0.action { size } else { nil } }
        guard !sizes.isEmpty else { return ConsoleScript.standardSize }
        return TerminalSize(columns: sizes.map(\.columns).max() ?? 0, rows: sizes.map(\.rows).max() ?? 0)
    }
}
