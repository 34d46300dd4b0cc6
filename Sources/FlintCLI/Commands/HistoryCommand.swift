// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintConsole
import FlintCore
import FlintInspector
import FlintWorld

/// `flint history` lists the changes made by commands and the console, and marks undone changes.
struct HistoryCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "history", abstract: "List the changes by commands and the console, with their origin.",
            discussion: """
                The latest change is last. "undo" undoes the last line without a mark; "redo" repeats the first line that \
                is marked "undone". A change that lasts only as long as the console, such as an override for this session, \
                can only be undone there.
                """)
    }

    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Print the answer as one JSON object.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        try shared.printAnswer(json: json) { session in
            try session.requireHistory()
            let entries = try session.inspector.history()
            let lines = entries.map { PlainReport.line($0, timeZone: .local) }
            return (HistoryAnswer(entries: entries), lines.isEmpty ? ["No changes yet."] : lines)
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
            commandName: "undo", abstract: "Undo the latest change by a command or the console.")
    }

    @OptionGroup var shared: SharedOptions<App>
    @OptionGroup var change: ChangeOptions

    @MainActor
    func command(in session: AppSession<App>) throws -> Command { .undo }
}

/// `flint redo` reapplies the change that was undone last.
struct RedoCommand<App: FlintApplication>: ChangeCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "redo", abstract: "Redo the change that was undone last.")
    }

    @OptionGroup var shared: SharedOptions<App>
    @OptionGroup var change: ChangeOptions

    @MainActor
    func command(in session: AppSession<App>) throws -> Command { .redo }
}
