// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintConsole
import FlintCore
import FlintFoundation
import FlintInspector
import FlintRecording
import FlintWorld

extension ExportFormat: ExpressibleByArgument {}

struct TimelineCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "timeline",
            abstract: "Print the app's events, such as actions, denied requests and changed facts.",
            discussion: """
                Without --follow, the events of the app's start are printed. With --follow, the app keeps running with \
                its background work, and every event is printed when it occurs, on one line; with --json, each line is a \
                JSON object. A changed fact names the features whose availability changed.

                With a file, the events of a journal, written with --journal, or of a report are printed; --follow then \
                prints the events that another process adds to the journal.

                A filter is written as after / in the console, such as 'kind:denied session:main' or '!cause:system \
                player'. With --lanes, the events are drawn as a row for each feature and fact: = where the feature was \
                available, . where it was not, and : where that is unknown, with marks for actions (o), failures (!), \
                denials (x), changes (~), store events ($) and prompts (?).

                With --export, the timeline is written as a trace for Perfetto and Chrome (chrome), as \
                OpenTelemetry spans (otlp), as a table (markdown), for spreadsheets (csv), or as one JSON object per line \
                (jsonl).

                With --at and --export-test, one event becomes a test for Swift Testing, based on the module FlintTesting \
                and the app's features. The event is an action, a denied request, or a changed fact. The test sets the \
                smallest set of facts that decided the availability of the event's features.
                """)
    }

    @Argument(help: ArgumentHelp("A journal or a report.", valueName: "file"), completion: .file())
    var file: String?
    @OptionGroup var shared: SharedOptions<App>
    @Option(help: ArgumentHelp("Only events that match this pattern.", valueName: "pattern")) var filter: String?
    @Flag(help: "Print the answer as one JSON object, or one object per line with --follow.") var json = false
    @Flag(help: "Keep running, and print events as they occur.") var follow = false
    @Flag(help: "Draw the events as lanes of features and facts over time.") var lanes = false
    @Option(help: ArgumentHelp("Write the timeline as chrome, otlp, markdown, csv or jsonl.", valueName: "format"))
    var export: ExportFormat?
    @Option(help: ArgumentHelp("Save the export in this new file.", valueName: "file"), completion: .file())
    var output: String?
    @OptionGroup var test: TestExportOptions

    func validate() throws {
        if export != nil, json || follow {
            throw ValidationError("--export has its own format; leave out --json and --follow.")
        }
        if lanes, json || follow || export != nil || test.exportTest != nil {
            throw ValidationError("--lanes draws text; leave out --json, --follow, --export and --export-test.")
        }
        if test.exportTest != nil {
            if shared.at == nil { throw ValidationError("--export-test needs --at and the number of an event.") }
            if export != nil || json || follow || filter != nil {
                throw ValidationError(
                    "--export-test writes one event; leave out --export, --json, --follow and --filter.")
            }
        }
        if output != nil, export == nil { throw ValidationError("--output needs --export.") }
        if file != nil, shared.recording != nil || shared.attach != nil {
            throw ValidationError("The events are read from the file; leave out --recording and --attach.")
        }
    }

    @MainActor
    func run() async throws -> Int32? {
        shared.output.apply()
        if let options = try test.options(), let event = shared.at {
            let export = try momentExport(of: event)
            let sentence = try export.write(options, program: App.commandName)
            try CommandOutput.confirm([sentence])
            return 0
        }
        let source = try source()
        let sink: any RecordSink<EventRecord>
        if lanes {
            sink = LaneSink()
        } else if let export {
            sink = try ExportSink(export, of: try subject(), to: output)
        } else if json, !follow {
            sink = ObjectSink<EventRecord>(name: "events")
        } else {
            let emptyText = filter == nil ? "No events yet." : "No event matches."
            // With `--follow`, the list is never complete, so it cannot be empty.
            sink = LineSink<EventRecord>(json: json, emptyText: follow ? nil : emptyText) {
                PlainReport.line($0, timeZone: .local)
            }
        }
        var listing = RecordListing(source, shared, to: sink)
        try await listing.run(file, follows: follow)
        if let output { try CommandOutput.confirm(["The timeline was saved in \(CommandOutput.excerpt(output))."]) }
        return 0
    }

    @MainActor
    private func momentExport(of event: UInt64) throws -> MomentTestExport {
        guard let path = file ?? shared.recording else {
            let session = try shared.readingSession()
            return try MomentTestExport(event, at: session.inspector, in: session.status.appName, isRecorded: false)
        }
        let moment = try Recordings.inspector(of: Recordings.open(path), at: event)
        return try MomentTestExport(event, at: moment, in: path, isRecorded: true)
    }

    private func source() throws(CommandLineError) -> RecordSource<EventRecord> {
        let filter = try RecordFilter.read(self.filter, RecordFilter.events)
        return RecordSource(
            inspected: { inspector, id throws(MissingAnswer) in try inspector.events(after: id) },
            recorded: { if case .event(let event) = $0 { event } else { nil } },
            reported: \.events, number: \.id,
            isWanted: { event, model in filter?.matches(event, in: model) ?? true })
    }

    private func subject() throws(CommandLineError) -> ExportSubject {
        var subject = ExportSubject(
            app: App.appName, program: App.version.isEmpty ? App.commandName : "\(App.commandName) \(App.version)",
            system: ProcessInfo.processInfo.operatingSystemVersionString, timeZone: .local)
        guard let path = file ?? shared.recording else { return subject }
        do {
            // The recorded app can have another name and run on another system.
            switch try Recording(path) {
            case .journal(let journal): (subject.app, subject.system) = (journal.header.app, journal.header.system)
            case .report(let report):
                (subject.app, subject.system) = (report.state.model.status.appName, report.system)
            }
        } catch {
            throw Recordings.unusable(error)
        }
        return subject
    }
}

extension RecordFilter {
    static func read(
        _ text: String?, _ kind: (String) -> RecordFilter
    ) throws(CommandLineError) -> RecordFilter? {
        guard let text else { return nil }
        guard text.utf8.count <= 1_000 else { throw .usage("The filter is longer than 1,000 bytes.") }
        let filter = kind(text)
        if let problem = filter.problems.first { throw .usage(CommandOutput.excerpt(problem)) }
        return filter
    }
}
