// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintConsole
import FlintCore
import FlintInspector
import FlintWorld

struct UndoCommand<App: FlintApplication>: ChangeCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "undo", abstract: "Undo the latest change by a command or the console, redo it, or list all.",
            discussion: """
                --list lists the changes with their origin, the latest last. "undo" undoes the last line without a mark; \
                "undo --redo" repeats the first line that is marked "undone". A change that lasts only as long as the \
                console, such as an override for this session, can only be undone there.

                --scenario saves what was done so that "run" repeats it, with --last for the last minutes. Changes that \
                are undone are left out. Input that must not be recorded is left out too, with a comment.
                """)
    }

    @Flag(help: "Redo the change that was undone last.") var redo = false
    @Flag(help: "List the changes, and mark those that are undone.") var list = false
    @Option(
        help: ArgumentHelp("Write the changes that are not undone as a scenario for run to this new file."),
        completion: .file())
    var scenario: String?
    @Option(help: ArgumentHelp("With --scenario, write only the changes of the last time.", valueName: "duration"))
    var last: String?
    @OptionGroup var shared: SharedOptions<App>
    @OptionGroup var change: ChangeOptions

    func validate() throws {
        if last != nil, scenario == nil { throw ValidationError("--last needs --scenario.") }
        if scenario != nil, list || redo || change.dryRun || change.json {
            throw ValidationError("--scenario changes nothing; use it only with --last.")
        }
        if list, redo || change.dryRun { throw ValidationError("--list changes nothing; use it only with --json.") }
    }

    @MainActor
    func run() async throws -> Int32? {
        if let scenario { return try save(to: scenario) }
        guard list else { return try await execute { try command(in: $0) } }
        return try shared.printAnswer(json: change.json) { session in
            try session.requireHistory()
            let entries = try session.inspector.history()
            let lines = entries.map { PlainReport.line($0, timeZone: .local) }
            return (HistoryAnswer(entries: entries.map(\.withoutCommand)), lines.isEmpty ? ["No changes yet."] : lines)
        }
    }

    @MainActor
    private func save(to path: String) throws -> Int32 {
        let seconds = try last.map { Double(try DurationParser.seconds($0, for: "--last")) }
        let session = try shared.readingSession()
        try session.requireHistory()
        let entries = try session.inspector.history()
        let count = try ScenarioRecording.write(entries, ofLast: seconds, to: path)
        try CommandOutput.confirm(["\(CommandOutput.excerpt(path)): \(count.counted("change"))."])
        return 0
    }

    @MainActor
    func command(in session: AppSession<App>) throws -> Command {
        guard !list, scenario == nil else {
            throw CommandLineError.usage("\"undo --list\" and \"undo --scenario\" change nothing.")
        }
        return redo ? .redo : .undo
    }
}

struct HistoryAnswer: Encodable {
    let entries: [HistoryEntry]
}
