import ArgumentParser
import FlintConsole
import FlintCore
import FlintInspector
import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// `flint run`: commands, keys and expectations from a file, one after the other.
struct RunCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "run",
            abstract: "Carry out a scenario: commands, keys and expectations from a file.",
            discussion: """
                The file has the format of the console's scripts. A scenario begins with the app as it is when it is first \
                started, and leaves nothing behind, unless --state names a file or --attach a running app. The app's \
                background work is paused. The status is 1 if a step fails.
                """)
    }

    @Argument(help: ArgumentHelp("The scenario.", valueName: "file"), completion: .file()) var file: String
    @Option(
        help: ArgumentHelp(
            "Save screens in this folder.", discussion: "Default: the present one.", valueName: "folder"),
        completion: .directory)
    var output: String?
    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Answer with one JSON object, which has the events.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        var shared = shared
        var folder: String?
        if shared.state == nil, shared.attach == nil {
            let path = FileManager.default.temporaryDirectory.path + "/flint-run-\(UUID().uuidString)"
            folder = path
            shared.state = path + "/overrides.json"
        }
        defer { if let folder { try? FileManager.default.removeItem(atPath: folder) } }
        let settings = try ConsoleSettings(
            try ConsoleSettingsOptions.parse([]), commandName: App.commandName, environment: [:])
        let options = try ScriptOptions.parse(output.map { ["--output", $0] } ?? [])
        let (script, session) = try await ScriptRun(file, options, shared, settings: settings).run(
            cause: "scenario")
        if json {
            let events = session.inspector.events(after: 0)
            try CommandOutput.print(json: RunAnswer(steps: script.steps.count, events: events))
        } else {
            let count = script.steps.count
            try CommandOutput.confirm(["\(file): \(count == 1 ? "1 step" : "\(count) steps") done."])
        }
        return 0
    }
}

/// The JSON answer of `flint run`.
struct RunAnswer: Encodable {
    /// How many steps were carried out.
    let steps: Int
    /// What happened, oldest first.
    let events: [EventRecord]
}
