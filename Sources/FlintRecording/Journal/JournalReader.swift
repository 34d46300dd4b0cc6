// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintLocks
import FlintWorld

/// A journal file with random access by event.
///
/// Opening a journal scans the start of every line and decodes only a few lines. The reader stores one checkpoint per
/// 64 kB of the file in memory, from which it can resume reading. Call ``update()`` to follow a journal that is still
/// being written. All members may be called from any thread.
package final class JournalReader: Sendable {
    /// A position in the file with the counts of the records before it.
    struct Checkpoint: Sendable {
        let offset: Int
        let line: Int
        let event: UInt64
        let eventCount: Int
        let logCount: Int
        let logLine: UInt64
        /// The last event that the keyframe at this position includes, or `nil` if no complete keyframe starts here.
        let keyframe: UInt64?
    }

    package struct Problem: Sendable, Hashable {
        package let line: Int
        package let reason: String

        package var description: String { "line \(line): \(reason)" }
    }

    /// A summary of the file's contents and problems.
    ///
    /// Lines are numbered from 1. The counts of lost records come from notes that the writing program left in the file.
    package struct Summary: Sendable {
        package internal(set) var eventCount = 0
        package internal(set) var logCount = 0
        /// The number of the first event, or 0 if the file has no events.
        package internal(set) var firstEvent: UInt64 = 0
        /// The number of the last event, or 0 if the file has no events.
        package internal(set) var lastEvent: UInt64 = 0
        package internal(set) var lostEvents = 0
        package internal(set) var lostLogLines = 0
        package internal(set) var problems: [Problem] = []
        package internal(set) var problemCount = 0
        /// The number of lines whose kind this version does not know.
        package internal(set) var unknownCount = 0
        /// The number of bytes after the last complete line, left by an interrupted write.
        package internal(set) var tornBytes = 0
        package internal(set) var isClosed = false

        mutating func add(_ lost: LostRecords) {
            // Larger counts can only come from a damaged file.
            lostEvents += min(max(0, lost.events), 1 << 32)
            lostLogLines += min(max(0, lost.logLines), 1 << 32)
        }

        mutating func add(_ problem: Problem) {
            problemCount += 1
            if problems.count < JournalReader.problemLimit { problems.append(problem) }
        }
    }

    private struct Index {
        var summary = Summary()
        var checkpoints: [Checkpoint] = []
        var catalogs: [CatalogPart] = []
        /// The number of decoded lines, which stays small in an intact journal of any size.
        var decodedCount = 0
        var pending: Checkpoint?
        var line = 1
        var end = 0
        var lastLogLine: UInt64 = 0
        var keyframeCount = 0
    }

    /// A range of consecutive lines that declare features.
    struct CatalogPart: Sendable, Hashable {
        var bytes: Range<Int>
        /// Whether the declarations replace all earlier ones.
        let restarts: Bool
    }

    /// The maximum number of problems that are described; others are only counted.
    package static let problemLimit = 20
    /// The maximum number of lines that are neither events, log lines, nor state.
    ///
    /// An intact journal has fewer such lines.
    static let decodedLimit = 50_000
    private static let catalogLimit = 10_000
    /// The distance between checkpoints in bytes.
    private static let stride = 1 << 16

    package let header: JournalHeader
    package var path: String { file.path }
    let file: RecordedFile
    private let index = Protected(Index())
    /// The declarations for the last requested moment, cached because most moments share them.
    let declared = Protected<(parts: [CatalogPart], catalogs: [RecordedCatalog])>(([], []))
    /// The number of bytes read from the file.
    ///
    /// Tests and benchmarks use it to check how much of the file a request reads.
    package var bytesRead: Int { file.bytesRead }

    package init(_ path: String) throws {
        file = try RecordedFile(path)
        header = try Self.header(of: file)
        try update()
        guard index.withLock({ $0.keyframeCount > 0 }) else { throw RecordingError.empty(path: path) }
    }

    private static func header(of file: RecordedFile) throws -> JournalHeader {
        let path = file.path
        var found: Result<JournalHeader, RecordingError>?
        var scanner = LineScanner(file, from: 0)
        _ = try scanner.scan { line in
            guard let bytes = line.bytes else { return false }
            do {
                let first = try JournalLine.firstLine(Array(bytes))
                if first.kind != JournalHeader.kind {
                    found = .failure(.notARecording(path: path, reason: "it is a file of another kind"))
                } else if first.version != JournalHeader.version {
                    found = .failure(.otherVersion(path: path, version: first.version))
                } else if case .journal(let header) = try JournalLine(decoding: bytes) {
                    found = .success(header)
                }
            } catch {
                found = .failure(.notARecording(path: path, reason: "line 1 is not a journal header"))
            }
            return false
        }
        return try found?.get()
            ?? { throw RecordingError.notARecording(path: path, reason: "it does not begin with a journal header") }()
    }

    package var summary: Summary { index.withLock { $0.summary } }

    /// The parts of the file that are needed to reconstruct the state at an event.
    struct Route {
        let checkpoints: [Checkpoint]
        let catalogs: [CatalogPart]
        /// The offset at which to stop: the end of the last complete line or the start of an incomplete keyframe.
        let end: Int
    }

    var route: Route {
        index.withLock { index in
            Route(
                checkpoints: index.checkpoints, catalogs: index.catalogs,
                end: min(index.end, index.pending?.offset ?? .max))
        }
    }

    /// Reads the lines that were added to the file since the last call, and returns whether it found any.
    ///
    /// - Throws: ``RecordingError`` if the file can no longer be read or contains too many lines that do not belong in
    ///   a journal.
    @discardableResult
    package func update() throws -> Bool {
        try index.withLock { index in
            let before = index.end
            var scanner = LineScanner(file, from: before)
            let first = index.line
            // This runs after an error too, so that no line is counted twice.
            defer {
                if scanner.end > before { index.line += 1 }
                index.end = scanner.end
            }
            index.summary.tornBytes = try scanner.scan { line in
                index.line = first + line.index
                Self.addLine(line, in: &index)
                guard index.decodedCount <= Self.decodedLimit else {
                    throw RecordingError.notARecording(
                        path: path,
                        reason: "more than \(Self.decodedLimit) of its lines up to line \(index.line) are unreadable "
                            + "or do not belong in a journal")
                }
                return true
            }
            return scanner.end > before
        }
    }

    private static func addLine(_ line: LineScanner.Line, in index: inout Index) {
        func checkpoint(_ keyframe: UInt64?) -> Checkpoint {
            Checkpoint(
                offset: line.offset, line: index.line, event: index.summary.lastEvent,
                eventCount: index.summary.eventCount, logCount: index.summary.logCount, logLine: index.lastLogLine,
                keyframe: keyframe)
        }
        guard let bytes = line.bytes else {
            index.summary.add(
                Problem(
                    line: index.line, reason: "it is longer than \(LineScanner.lineLimit) bytes"))
            return
        }
        if line.offset - (index.checkpoints.last?.offset ?? 0) >= stride { index.checkpoints.append(checkpoint(nil)) }
        if let (name, number) = JournalLine.peek(bytes) {
            countRecord(name, number, in: &index)
            return
        }
        if JournalLine.isPartOfState(bytes) { return }
        index.decodedCount += 1
        do {
            switch try JournalLine(decoding: bytes) {
            // A keyframe without its `ready` line is incomplete, so it cannot serve as a start.
            case .keyframe(let keyframe): index.pending = checkpoint(keyframe.event)
            case .ready:
                guard let pending = index.pending else { break }
                index.pending = nil
                index.keyframeCount += 1
                // Any keyframe can serve as a start, so if many are close together, some are skipped.
                guard index.keyframeCount <= 64 + line.offset / stride else { break }
                // Checkpoints that follow the start of the keyframe were added while its lines were read.
                let position = index.checkpoints.lastIndex { $0.offset <= pending.offset }.map { $0 + 1 } ?? 0
                index.checkpoints.insert(pending, at: position)
            case .catalog(let catalog): addCatalog(catalog, line.offset..<line.offset + bytes.count + 1, in: &index)
            case .event(let event): countRecord(.event, event.id, in: &index)
            case .log(let logLine): countRecord(.log, logLine.id, in: &index)
            case .lost(let lost):
                index.summary.add(lost)
            case .end: index.summary.isClosed = true
            case .journal, .state, .facts, .stacks, .history: break
            }
        } catch is UnknownLine {
            index.summary.unknownCount += 1
        } catch {
            index.summary.add(Problem(line: index.line, reason: Self.reason(for: error)))
        }
    }

    private static func countRecord(_ name: JournalLine.PeekedName, _ number: UInt64, in index: inout Index) {
        switch name {
        case .event:
            index.summary.eventCount += 1
            if index.summary.firstEvent == 0 { index.summary.firstEvent = number }
            index.summary.lastEvent = max(index.summary.lastEvent, number)
        case .log:
            index.summary.logCount += 1
            index.lastLogLine = max(index.lastLogLine, number)
        }
    }

    private static func addCatalog(_ catalog: RecordedCatalog, _ bytes: Range<Int>, in index: inout Index) {
        if !catalog.restarts, let last = index.catalogs.last, last.bytes.upperBound == bytes.lowerBound {
            index.catalogs[index.catalogs.count - 1].bytes = last.bytes.lowerBound..<bytes.upperBound
        } else if index.catalogs.count < catalogLimit {
            index.catalogs.append(CatalogPart(bytes: bytes, restarts: catalog.restarts))
        } else {
            index.summary.add(
                Problem(line: index.line, reason: "features are declared in more than \(catalogLimit) places"))
        }
    }

    static func reason(for error: any Error) -> String {
        JSONScanError.reason(for: error) ?? "it is not a line of a journal"
    }
}

extension JournalLine {
    /// Decodes the kind and version.
    ///
    /// In every version of the format, the first line contains them.
    fileprivate static func firstLine(_ bytes: [UInt8]) throws -> FirstLine.Header {
        try JSONDecoder().decode(FirstLine.self, from: Data(bytes), within: .journalLine).journal
    }
}

private struct FirstLine: Decodable {
    struct Header: Decodable {
        let kind: String
        let version: Int
    }

    let journal: Header
}
