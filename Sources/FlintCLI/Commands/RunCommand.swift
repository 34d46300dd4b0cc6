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

/// `flint run` executes a scenario: commands, keys and expectations from a file.
///
/// The scenario runs against a new state folder, which is removed afterward, unless `--state` or `--attach` selects
/// another. With `--export-test`, the command also writes a Swift test of the scenario.
struct RunCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "run",
            abstract: "Carry out a scenario: commands, keys and expectations from a file.",
            discussion: """
                The file has the format of the console's scripts. A scenario begins with the app as it is when it is \
                first started, and leaves nothing behind, unless --state names a file or --attach a running app. The \
                app's background work is paused. The status is 1 if a step fails. With --export-test, a test of \
                Swift Testing is written as well, over the module FlintTesting and the app's features: what the \
                commands changed, what the actions came to, and what the scenario expects. A scenario that expects \
                nothing of features, as one that was recorded, expects what changed. Steps for the screen are \
                comments.
                """)
    }

    @Argument(help: ArgumentHelp("The scenario.", valueName: "file"), completion: .file()) var file: String
    @Option(
        help: ArgumentHelp(
            "Save screens in this folder.", discussion: "Default: the present one.", valueName: "folder"),
        completion: .directory)
    var output: String?
    @Option(
        help: ArgumentHelp(
            "Write the scenario as a test in this new Swift file, whose type has the file's name.",
            valueName: "file"),
        completion: .file(extensions: ["swift"]))
    var exportTest: String?
    @Option(
        help: ArgumentHelp(
            "What makes the app in that test, as Swift.", discussion: "Default: a GatingTest of the app's features.",
            valueName: "expression"))
    var testApp: String?
    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Answer with one JSON object, which has the events, and the step that failed.") var json = false

    func validate() throws {
        guard testApp == nil || exportTest != nil else {
            throw ValidationError("--test-app belongs to --export-test.")
        }
    }

    @MainActor
    func run() async throws -> Int32? {
        let test = try exportTest.map { path throws(CommandLineError) in
            try ScenarioTestExport.Options(path: path, app: testApp)
        }
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
        let outcome = try await ScriptRun(file, options, shared, settings: settings, test: test).run(cause: "scenario")
        let count = outcome.steps
        if json {
            let events = outcome.session.inspector.events(after: 0)
            try CommandOutput.print(
                json: RunAnswer(steps: count, failure: outcome.failure?.message, events: events))
        } else if outcome.failure == nil {
            try CommandOutput.confirm(["\(file): \(count == 1 ? "1 step" : "\(count) steps") done."])
        }
        if let failure = outcome.failure { throw failure }
        return 0
    }
}

struct RunAnswer: Encodable {
    let steps: Int
    /// The error of the step that failed.
    @NullWhenAbsent var failure: String?
    let events: [EventRecord]
}
