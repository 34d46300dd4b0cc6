// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintConsole
import FlintCore
import FlintInspector

/// `flint open-report` opens the console for a report or a journal, like `flint console --recording FILE`.
struct OpenReportCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "open-report", abstract: "Open the console for a report or a journal.",
            discussion: """
                A report is saved with "report" or with E in the console; a journal is written with --journal. The console \
                shows the recorded app, which cannot be changed. Every command that only reads takes --recording, to read \
                from such a file.
                """)
    }

    @Argument(help: ArgumentHelp("The path of a report or journal file.", valueName: "file"), completion: .file())
    var file: String
    @Option(help: ArgumentHelp("Show the recorded app at this event of a journal.", valueName: "event"))
    var at: UInt64?
    @Flag(help: "Print the content as plain lines, for screen readers and pipes.") var plain = false
    @Flag(help: "Print lines and read commands at a prompt, for screen readers, slow lines and pipes.")
    var linear = false
    @Flag(exclusivity: .chooseLast) var mouse = MouseUse.console
    @OptionGroup var settings: ConsoleSettingsOptions
    @OptionGroup var output: OutputOptions

    @MainActor
    func run() async throws -> Int32? {
        var arguments = ["--recording", file]
        if let at { arguments += ["--at", String(at)] }
        if plain { arguments.append("--plain") }
        if linear { arguments.append("--linear") }
        if mouse == .terminal { arguments.append("--no-mouse") }
        return try await ConsoleCommand<App>.parse(arguments + settings.arguments + output.arguments).run()
    }
}
