import ArgumentParser
import FlintConsole
import FlintCore
import FlintInspector
import InspectorKit

/// `flint history` lists the changes made by commands and the console, and marks undone changes.
struct HistoryCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "history", abstract: "List what commands and the console have done, with who did it.",
            discussion: """
                The latest is last. "undo" undoes the last line without a mark; "redo" does the first one again that is \
                marked "undone". What lasts only as long as the console, such as an override for this session, is undone there.
                """)
    }

    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Answer with one JSON object.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        try shared.inspect(json: json) { session in
            let entries = session.inspector.history()
            let lines = entries.map { PlainReport.line($0, timeZoneOffset: LocalTime.offset()) }
            return (HistoryAnswer(entries: entries), lines.isEmpty ? ["Nothing has been done yet."] : lines)
        }
    }
}

struct HistoryAnswer: Encodable {
    let entries: [HistoryEntry]
}

/// `flint undo` reverts the latest change.
struct UndoCommand<App: FlintApplication>: ChangeCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "undo", abstract: "Undo the latest change, also one of the console or of an earlier command.")
    }

    @OptionGroup var shared: ChangeOptions<App>

    @MainActor
    func command(in session: AppSession<App>) throws -> Command { .undo }
}

/// `flint redo` repeats the change that was undone last.
struct RedoCommand<App: FlintApplication>: ChangeCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "redo", abstract: "Do again what was undone last.")
    }

    @OptionGroup var shared: ChangeOptions<App>

    @MainActor
    func command(in session: AppSession<App>) throws -> Command { .redo }
}
