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
                """)
    }

    @Flag(help: "Redo the change that was undone last.") var redo = false
    @Flag(help: "List the changes, and mark those that are undone.") var list = false
    @OptionGroup var shared: SharedOptions<App>
    @OptionGroup var change: ChangeOptions

    func validate() throws {
        if list, redo || change.dryRun { throw ValidationError("--list changes nothing; use it only with --json.") }
    }

    @MainActor
    func run() async throws -> Int32? {
        guard list else { return try await execute { try command(in: $0) } }
        return try shared.printAnswer(json: change.json) { session in
            try session.requireHistory()
            let entries = try session.inspector.history()
            let lines = entries.map { PlainReport.line($0, timeZone: .local) }
            return (HistoryAnswer(entries: entries), lines.isEmpty ? ["No changes yet."] : lines)
        }
    }

    @MainActor
    func command(in session: AppSession<App>) throws -> Command {
        guard !list else { throw CommandLineError.usage("\"undo --list\" changes nothing.") }
        return redo ? .redo : .undo
    }
}

struct HistoryAnswer: Encodable {
    let entries: [HistoryEntry]
}
