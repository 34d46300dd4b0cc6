import ArgumentParser
import FlintConsole
import FlintCore
import FlintInspector

/// `flint open-report` opens the console for a report or a journal, like `flint console --recording FILE`.
struct OpenReportCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "open-report", abstract: "Open the console on a report or a journal.",
            discussion: """
                A report is saved by "report" or by E in the console, a journal is written by --journal. The console \
                shows the app as it was then and changes nothing. Every command that only reads takes --recording, to \
                be answered from such a file.
                """)
    }

    @Argument(help: ArgumentHelp("The report or the journal.", valueName: "file"), completion: .file())
    var file: String
    @Option(help: ArgumentHelp("Show the app as it was at this event of a journal.", valueName: "event"))
    var at: UInt64?
    @Flag(help: "Print the content as lines, for screen readers and pipes.") var plain = false
    @Flag(inversion: .prefixedNo, help: "Use the mouse.") var mouse = true
    @OptionGroup var settings: ConsoleSettingsOptions
    @OptionGroup var output: OutputOptions

    @MainActor
    func run() async throws -> Int32? {
        var arguments = ["--recording", file]
        if let at { arguments += ["--at", String(at)] }
        if plain { arguments.append("--plain") }
        if !mouse { arguments.append("--no-mouse") }
        if let keymap = settings.keymap { arguments += ["--keymap", keymap] }
        if let theme = settings.theme { arguments += ["--theme", theme] }
        if output.quiet { arguments.append("--quiet") }
        return try await ConsoleCommand<App>.parse(arguments).run()
    }
}
