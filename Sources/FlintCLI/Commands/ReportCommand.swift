// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintConsole
import FlintCore
import FlintFoundation
import FlintInspector
import FlintRecording
import FlintWorld

struct ReportCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "report",
            abstract: "Save the app's state, timeline and log in one file, to attach to a bug report.",
            discussion: """
                Only you can read the file, and an existing file is never replaced. The report does not contain values \
                that the app marks as sensitive. In the console, E saves a report with all events since it was opened. \
                If an attached app does not provide some parts, the report lists them with the reasons, and the status is \
                1.
                """)
    }

    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Print the answer as one JSON object.") var json = false
    @Option(
        help: ArgumentHelp(
            "Save the report in this file: as text if its name ends in .txt, otherwise as JSON.", valueName: "file"),
        completion: .file())
    var output: String?

    func validate() throws {
        guard output == nil || !json else {
            throw ValidationError(
                "--json and --output cannot be combined; a file is JSON unless its name ends in .txt.")
        }
    }

    @MainActor
    func run() async throws -> Int32? {
        var report: AppReport?
        if let output {
            let session = try shared.readingSession()
            try session.requireHistory()
            report = try ReportFile<App>.save(session.inspector, to: output)
            try CommandOutput.print(["The report was saved in \(CommandOutput.excerpt(output))."])
        } else {
            _ = try shared.printAnswer(json: json) { session in
                try session.requireHistory()
                let content = ReportFile<App>.report(of: session.inspector)
                report = content
                return (SavedReport(content), json ? [] : ReportFile<App>.lines(of: content))
            }
        }
        let missing = report?.missing ?? []
        if !missing.isEmpty { CommandOutput.printError("The report is incomplete.") }
        for part in missing { CommandOutput.printError(part.sentence) }
        return missing.isEmpty ? ExitStatus.done.rawValue : ExitStatus.refused.rawValue
    }
}

enum ReportFile<App: FlintApplication> {
    static func report(of inspector: any Inspector) -> AppReport {
        let program = App.version.isEmpty ? App.commandName : "\(App.commandName) \(App.version)"
        return AppReport(
            of: inspector, date: Date(), program: program,
            system: ProcessInfo.processInfo.operatingSystemVersionString)
    }

    static func lines(of report: AppReport) -> [String] {
        PlainReport.lines(of: report, timeZone: .local)
    }

    static func outcome(saving inspector: any Inspector, to path: String) -> (path: String, outcome: FileOutcome) {
        do throws(CommandLineError) {
            let missing = try save(inspector, to: path).missing
            let absolute = AbsolutePath.abbreviatedPath(
                path, in: FileManager.default.currentDirectoryPath, home: CommandRun.current.environment["HOME"])
            return (
                absolute,
                missing.isEmpty ? .complete() : .incomplete(missing.map(\.sentence).joined(separator: " "))
            )
        } catch {
            return (path, .failed(error.message))
        }
    }

    /// Saves a report in a new file that only its owner can read.
    ///
    /// A path that ends in `.txt` selects text; any other path selects JSON.
    @discardableResult
    static func save(_ inspector: any Inspector, to path: String) throws(CommandLineError) -> AppReport {
        let report = report(of: inspector)
        let text: String
        if path.hasSuffix(".txt") {
            text = lines(of: report).map { $0 + "\n" }.joined()
        } else {
            do {
                text = try TextFormat.indentedJSON(of: SavedReport(report))
            } catch {
                throw .cannotWrite("The report cannot be written as JSON: \(error)")
            }
        }
        try NewFile.write(text, to: path)
        return report
    }
}

enum AbsolutePath {
    /// Returns the absolute path of a file without `.` and `..`, with the user's home folder as `~`.
    static func abbreviatedPath(_ path: String, in folder: String, home: String?) -> String {
        let full = path.hasPrefix("/") ? path : "\(folder)/\(path)"
        let absolute = URL(filePath: full).standardizedFileURL.path(percentEncoded: false)
        guard let home, home.hasPrefix("/"), home.count > 1 else { return absolute }
        let start = home.hasSuffix("/") ? home : home + "/"
        return absolute.hasPrefix(start) ? "~/" + absolute.dropFirst(start.count) : absolute
    }
}
