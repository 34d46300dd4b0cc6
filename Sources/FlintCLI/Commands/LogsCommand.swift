// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintConsole
import FlintCore
import FlintInspector
import FlintRecording
import FlintWorld

struct LogsCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "logs", abstract: "Print the app's log.",
            discussion: """
                Without --follow, the lines logged at the app's start are printed. With --follow, the app keeps running \
                with its background work, and every line is printed as it is logged. With a file, the lines of a journal, \
                written with --journal, or of a report are printed; --follow then prints the lines that another process \
                adds to the journal.

                A filter is written as after / in the console, such as 'level:warning topic:Download'.
                """)
    }

    @Argument(help: ArgumentHelp("A journal or a report.", valueName: "file"), completion: .file())
    var file: String?
    @OptionGroup var shared: SharedOptions<App>
    @Option(help: ArgumentHelp("Only lines that match this pattern.", valueName: "pattern")) var filter: String?
    @Option(help: ArgumentHelp("Only lines at this level or above.", valueName: "level"))
    var level = LogLine.Level.trace
    @Flag(help: "Print the answer as one JSON object, or one object per line with --follow.") var json = false
    @Flag(help: "Keep running, and print lines as they are logged.") var follow = false

    func validate() throws {
        if file != nil, shared.recording != nil || shared.attach != nil {
            throw ValidationError("The lines are read from the file; leave out --recording and --attach.")
        }
    }

    @MainActor
    func run() async throws -> Int32? {
        shared.output.apply()
        let (filter, level) = (try RecordFilter.read(filter, RecordFilter.logLines), level)
        let source = RecordSource<LogLine>(
            inspected: { inspector, id throws(MissingAnswer) in try inspector.logLines(after: id) },
            recorded: { if case .log(let line) = $0 { line } else { nil } },
            reported: \.log, number: \.id,
            isWanted: { line, model in line.level >= level && (filter?.matches(line, in: model) ?? true) })
        let sink: any RecordSink<LogLine>
        if json, !follow {
            sink = ObjectSink<LogLine>(name: "lines")
        } else {
            let emptyText = self.filter == nil && level == .trace ? "No log lines yet." : "No line matches."
            sink = LineSink<LogLine>(json: json, emptyText: follow ? nil : emptyText) {
                PlainReport.line($0, timeZone: .local)
            }
        }
        var listing = RecordListing(source, shared, to: sink)
        try await listing.run(file, follows: follow)
        return 0
    }
}

extension LogLine.Level: ExpressibleByArgument {}
