import Dispatch
import FlintConsole
import FlintCore
import FlintInspector
import FlintRecording
import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// How events, or lines of the log, are found in an app, in a journal and in a report.
struct RecordSource<Record: Encodable & Sendable> {
    /// Returns those of an app after a given one.
    let inspected: (any Inspector, UInt64) -> [Record]
    /// Returns the one that a line of a journal holds, if it does.
    let recorded: (JournalLine) -> Record?
    /// Returns those of a report.
    let reported: (RecordedReport) -> [Record]
    /// Returns the number of one.
    let number: (Record) -> UInt64
    /// Returns whether one is wanted, with what knows the names of features.
    let isWanted: (Record, AppModel) -> Bool
}

/// Where events, or lines of the log, are written.
protocol RecordSink {
    /// What is written.
    associatedtype Record

    /// Writes some.
    ///
    /// - Returns: Whether the reader is still there.
    mutating func add(_ records: [Record]) throws -> Bool

    /// Writes what comes at the end.
    mutating func finish() throws
}

/// Prints events, or lines of the log, of an app or of a recording.
@MainActor
struct RecordListing<App: FlintApplication, Sink: RecordSink> where Sink.Record: Encodable & Sendable {
    /// Where they are found.
    let source: RecordSource<Sink.Record>
    /// The options every command takes.
    let shared: SharedOptions<App>
    /// Where they are written.
    var sink: Sink
    /// How many are written at once.
    private let batch = 500

    /// Creates a listing.
    init(_ source: RecordSource<Sink.Record>, _ shared: SharedOptions<App>, to sink: Sink) {
        (self.source, self.shared, self.sink) = (source, shared, sink)
    }

    /// Prints those of the app, or of the recording that is named.
    ///
    /// - Parameters:
    ///   - file: The recording, if one is named.
    ///   - follows: Whether to print what is new until the reader closes.
    /// - Throws: ``CommandLineError``.
    mutating func run(_ file: String?, follows: Bool) async throws {
        if let file = file ?? shared.recording {
            try await run(Recordings.open(file), follows: follows)
        } else if follows {
            try await follow(try Following(shared))
        } else {
            let session = try AppSession(shared, cause: "command line", access: .readOnly)
            session.reportProblems()
            let model = session.inspector.list()
            _ = try sink.add(source.inspected(session.inspector, 0).filter { source.isWanted($0, model) })
            try session.checkAnswers()
            try sink.finish()
        }
    }

    private mutating func follow(_ following: Following<App>) async throws {
        let inspector = following.session.inspector
        let model = inspector.list()
        var last: UInt64 = 0
        while true {
            let records = source.inspected(inspector, last)
            last = records.last.map(source.number) ?? last
            guard try sink.add(records.filter { source.isWanted($0, model) }) else { return }
            await following.next()
        }
    }

    private mutating func run(_ recording: Recording, follows: Bool) async throws {
        let moment = try Recordings.inspector(of: recording, at: shared.at)
        let model = moment.list()
        switch recording {
        case .report(let report):
            guard !follows else { throw CommandLineError.usage("A report does not change; leave out --follow.") }
            _ = try sink.add(source.reported(report).filter { source.isWanted($0, model) })
        case .journal(let journal):
            guard !follows || shared.at == nil else {
                throw CommandLineError.usage("--at ends before what is new; leave out --follow or --at.")
            }
            var position = JournalReader.Position()
            var isThere = try print(journal, from: &position, model)
            guard follows else { break }
            let tick = FileTick()
            while isThere {
                await tick.wait()
                isThere = try print(journal, from: &position, model)
            }
            return
        }
        try sink.finish()
    }

    /// Prints what is in a journal from a position on.
    ///
    /// - Returns: Whether the reader is still there.
    private mutating func print(
        _ journal: JournalReader, from position: inout JournalReader.Position, _ model: AppModel
    ) throws -> Bool {
        var pending: [Sink.Record] = []
        var isThere = true
        let (source, end, batch) = (source, shared.at, batch)
        var sink = sink
        do {
            _ = try journal.read(from: &position) { line in
                if let end, case .event(let event) = line, event.id > end { return false }
                guard let record = source.recorded(line), source.isWanted(record, model) else { return true }
                pending.append(record)
                if pending.count >= batch {
                    isThere = try sink.add(pending)
                    pending = []
                }
                return isThere
            }
            if isThere { isThere = try sink.add(pending) }
        } catch {
            throw Recordings.unusable(error)
        }
        self.sink = sink
        return isThere
    }
}

/// Lets one task sleep until it is time to look at a file again that another process adds to.
private final class FileTick {
    private let change = AsyncChange()
    private let timer: any DispatchSourceTimer

    /// Begins to tick, four times a second.
    init() {
        timer = DispatchSource.makeTimerSource(queue: .main)
        timer.schedule(deadline: .now() + 0.25, repeating: 0.25, leeway: .milliseconds(50))
        let change = change
        timer.setEventHandler { change.signal() }
        timer.activate()
    }

    deinit {
        timer.cancel()
    }

    /// Returns at the next tick.
    func wait() async { await change.wait() }
}

// MARK: - Where records are written

/// Lines for people, or one JSON object on a line.
struct LineSink<Record: Encodable>: RecordSink {
    /// Whether JSON is written.
    let json: Bool
    /// Returns a record on a line for people.
    let line: (Record) -> String
    /// What is written if there is nothing, unless it is awaited.
    let emptyText: String?
    private var isEmpty = true

    /// Creates a sink.
    init(json: Bool, emptyText: String?, line: @escaping (Record) -> String) {
        (self.json, self.emptyText, self.line) = (json, emptyText, line)
    }

    mutating func add(_ records: [Record]) throws -> Bool {
        if !records.isEmpty { isEmpty = false }
        return json ? try CommandOutput.print(jsonLines: records) : try CommandOutput.printed(records.map(line))
    }

    mutating func finish() throws {
        if isEmpty, let emptyText, !json { try CommandOutput.print([emptyText]) }
    }
}

/// One JSON object with all of them in an array, written part by part.
struct ObjectSink<Record: Encodable>: RecordSink {
    /// The name of the array.
    let name: String
    private var count = 0

    /// Creates a sink.
    init(name: String) {
        self.name = name
    }

    mutating func add(_ records: [Record]) throws -> Bool {
        var text = count == 0 ? "{\n  \"\(name)\" : [" : ""
        for record in records {
            text += (count == 0 ? "\n" : ",\n") + (try CommandOutput.element(json: record))
            count += 1
        }
        if records.isEmpty, count == 0 { return true }
        return try CommandOutput.printed(text: text)
    }

    mutating func finish() throws {
        _ = try CommandOutput.printed(text: count == 0 ? "{\n  \"\(name)\" : [\n\n  ]\n}\n" : "\n  ]\n}\n")
    }
}

/// A timeline in another format, on standard output or in a new file.
struct ExportSink: RecordSink {
    private var export: any TimelineExport
    private let file: NewFile.Draft?
    private let isJSON: Bool
    private var hasBegun = false

    /// Creates a sink.
    ///
    /// - Parameters:
    ///   - format: The format.
    ///   - subject: What the events are of.
    ///   - path: The new file; `nil` for standard output.
    /// - Throws: ``CommandLineError/cannotWrite(_:)``.
    init(_ format: ExportFormat, of subject: ExportSubject, to path: String?) throws(CommandLineError) {
        export = format.export(of: subject)
        isJSON = format != .csv && format != .markdown
        file = try path.map { path throws(CommandLineError) in try NewFile.Draft(path) }
    }

    mutating func add(_ events: [EventRecord]) throws -> Bool {
        guard !events.isEmpty else { return true }
        var text = beginning
        for event in events { text += try export.text(for: event) }
        return try write(text)
    }

    mutating func finish() throws {
        let start = beginning
        _ = try write(start + (try export.ending()))
        try file?.keep()
    }

    private var beginning: String {
        mutating get {
            defer { hasBegun = true }
            return hasBegun ? "" : export.beginning
        }
    }

    private func write(_ text: String) throws -> Bool {
        let text = isJSON ? CommandOutput.safe(json: text) : CommandOutput.safe(lines: text)
        guard let file else { return try CommandOutput.printed(text: text) }
        try file.add(text)
        return true
    }
}
