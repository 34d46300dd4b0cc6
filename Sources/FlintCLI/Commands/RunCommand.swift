// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintConsole
import FlintCore
import FlintFoundation
import FlintInspector
import FlintWorld

struct RunCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "run",
            abstract: "Run a scenario: commands, keys and expectations from a file.",
            discussion: """
                The file has the format of console scripts. A scenario starts from the app's initial state and does not \
                save any state, unless --state names a file or --attach names a running app. The app's background work is \
                paused. The status is 1 if a step fails. With --export-test, the scenario is also written as a test for \
                Swift Testing, based on the module FlintTesting and the app's features: the changes by commands, the \
                results of actions, and the expectations. If a scenario has no expectations of features, as after \
                recording, the test expects the availability that changed. Screen steps become comments.
                """)
    }

    @Argument(help: ArgumentHelp("The scenario.", valueName: "file"), completion: .file()) var file: String
    @Option(
        help: ArgumentHelp(
            "Save screens in this folder.", discussion: "Default: the current folder.", valueName: "folder"),
        completion: .directory)
    var output: String?
    @OptionGroup var test: TestExportOptions
    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Print one JSON object with the events and the failed step.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        let test = try test.options()
        var shared = shared
        var folder: String?
        if shared.state == nil, shared.attach == nil {
            // A scenario starts from the initial state and must not change the user's own.
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
            let events = try outcome.session.events(after: 0)
            try CommandOutput.print(
                json: RunAnswer(steps: count, failure: outcome.failure?.message, events: events))
        } else if outcome.failure == nil {
            try CommandOutput.confirm(["\(file): \(count.counted("step")) done."])
        }
        // With `--json`, the answer precedes the error of the failed step.
        if let failure = outcome.failure { throw failure }
        return 0
    }
}

struct RunAnswer: Encodable {
    let steps: Int
    @NullWhenAbsent var failure: String?
    let events: [EventRecord]
}
