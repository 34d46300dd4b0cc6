// SPDX-License-Identifier: MIT

import Dispatch
import FlintConsole
import FlintCore
import FlintFoundation
import FlintInspector
import FlintRecording
import FlintWorld

/// A source of events or log lines: an app, a journal or a report.
///
/// The closures extract one type of record from each kind of source, so that ``RecordListing`` can list events and log
/// lines with the same code.
struct RecordSource<Record: Encodable & Sendable> {
    /// A closure that returns an app's records after the given number.
    let inspected: (any Inspector, UInt64) throws(MissingAnswer) -> [Record]
    let recorded: (JournalLine) -> Record?
    let reported: (RecordedReport) -> [Record]
    let number: (Record) -> UInt64
    let isWanted: (Record, AppModel) -> Bool
}

protocol RecordSink<Record> {
    associatedtype Record

    /// Writes records and returns whether the reader is still connected.
    mutating func add(_ records: [Record]) throws -> Bool

    mutating func finish(_ model: AppModel) throws
}

/// Lists events or log lines from an app, a journal or a report.
///
/// A listing reads from a ``RecordSource`` and writes to a ``RecordSink``. Journals are read in batches, so that their
/// size does not affect memory use. When the listing follows an app or a journal, it runs until the reader of standard
/// output closes the pipe.
@MainActor
struct RecordListing<App: FlintApplication, Record: Encodable & Sendable> {
    let source: RecordSource<Record>
    let shared: SharedOptions<App>
    var sink: any RecordSink<Record>
    private let batch = 500

    init(_ source: RecordSource<Record>, _ shared: SharedOptions<App>, to sink: any RecordSink<Record>) {
        (self.source, self.shared, self.sink) = (source, shared, sink)
    }

    mutating func run(_ file: String?, follows: Bool) async throws {
        if let file = file ?? shared.recording {
            try await run(Recordings.open(file), follows: follows)
        } else if follows {
            try await follow(try ChangeFollower(shared))
        } else {
            let session = try shared.readingSession()
            let model = try session.model
            try printRecords(source.inspected(session.inspector, 0), in: model)
        }
    }

    private mutating func printRecords(_ records: [Record], in model: AppModel) throws {
        _ = try sink.add(records.filter { source.isWanted($0, model) })
        try sink.finish(model)
    }

    private mutating func follow(_ following: ChangeFollower<App>) async throws {
        let inspector = following.session.inspector
        var model: AppModel?
        var last: UInt64 = 0
        try await following.run {
            let answer = try following.answer { () throws(MissingAnswer) -> (AppModel, [Record]) in
                let list = if let model { model } else { try inspector.readModel() }
                return (list, try source.inspected(inspector, last))
            }
            guard let (list, records) = answer else { return true }
            model = list
            last = records.last.map(source.number) ?? last
            return try sink.add(records.filter { source.isWanted($0, list) })
        }
    }

    private mutating func run(_ recording: Recording, follows: Bool) async throws {
        let moment = try Recordings.inspector(of: recording, at: shared.at)
        let model = try moment.readModel()
        switch recording {
        case .report(let report):
            guard !follows else { throw CommandLineError.usage("A report does not change; leave out --follow.") }
            // The moment throws an error if the records are missing in the report.
            _ = try source.inspected(moment, 0)
            return try printRecords(source.reported(report), in: model)
        case .journal(let journal):
            guard !follows || shared.at == nil else {
                throw CommandLineError.usage(
                    "--at shows a fixed moment, so there is nothing to follow; leave out --at or --follow.")
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
        try sink.finish(model)
    }

    private mutating func print(
        _ journal: JournalReader, from position: inout JournalReader.Position, _ model: AppModel
    ) throws -> Bool {
        var pending: [Record] = []
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

/// A timer for polling a file that another process appends to.
private final class FileTick {
    private let change = AsyncChange()
    private let timer: any DispatchSourceTimer

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

    func wait() async { await change.wait() }
}

// MARK: - Destinations

struct LineSink<Record: Encodable>: RecordSink {
    let isJSON: Bool
    let format: (Record) -> String
    /// The text for an empty list, or `nil` to write no text.
    let emptyText: String?
    private var isEmpty = true

    init(json: Bool, emptyText: String?, format: @escaping (Record) -> String) {
        (self.isJSON, self.emptyText, self.format) = (json, emptyText, format)
    }

    mutating func add(_ records: [Record]) throws -> Bool {
        if !records.isEmpty { isEmpty = false }
        return isJSON ? try CommandOutput.print(jsonLines: records) : try CommandOutput.writePart(records.map(format))
    }

    mutating func finish(_ model: AppModel) throws {
        if isEmpty, let emptyText, !isJSON { try CommandOutput.print([emptyText]) }
    }
}

/// Writes records in parts, as an array in a single JSON object.
struct ObjectSink<Record: Encodable>: RecordSink {
    let name: String
    private var count = 0

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
        // From here on, an error has to end the array before it can be written.
        CommandRun.current.answer = .begun
        return try CommandOutput.writePart(text: text)
    }

    mutating func finish(_ model: AppModel) throws {
        _ = try CommandOutput.writePart(text: count == 0 ? "{\n  \"\(name)\" : [\n\n  ]\n}\n" : "\n  ]\n}\n")
        CommandRun.current.answer = .complete
    }
}

struct LaneSink: RecordSink {
    private var events: [EventRecord] = []

    mutating func add(_ records: [EventRecord]) -> Bool {
        events += records
        // Events are removed in batches, because every removal moves the others.
        if events.count > 2 * PlainReport.laneEventLimit {
            events.removeFirst(events.count - PlainReport.laneEventLimit)
        }
        return true
    }

    mutating func finish(_ model: AppModel) throws {
        let lines = PlainReport.lanes(of: events, in: model, columns: UsageText.columns, timeZone: .local)
        try CommandOutput.print(lines.isEmpty ? ["No event concerns a feature or a fact."] : lines)
    }
}

struct ExportSink: RecordSink {
    private var export: any TimelineExport
    private let file: NewFile.Draft?
    private let isJSON: Bool
    private var hasBegun = false

    init(_ format: ExportFormat, of subject: ExportSubject, to path: String?) throws(CommandLineError) {
        export = format.export(of: subject)
        isJSON = format != .csv && format != .markdown
        file = try path.map { path throws(CommandLineError) in try NewFile.Draft(path) }
    }

    mutating func add(_ events: [EventRecord]) throws -> Bool {
        guard !events.isEmpty else { return true }
        var text = beginning
        for event in events { text += try export.encode(event) }
        return try write(text)
    }

    mutating func finish(_ model: AppModel) throws {
        let start = beginning
        _ = try write(start + (try export.finish()))
        try file?.keep()
    }

    private var beginning: String {
        mutating get {
            defer { hasBegun = true }
            return hasBegun ? "" : export.beginning
        }
    }

    private func write(_ text: String) throws -> Bool {
        let text = isJSON ? CommandOutput.safe(json: text) : CommandOutput.safe(table: text)
        guard let file else { return try CommandOutput.writePart(text: text) }
        try file.add(text)
        return true
    }
}
