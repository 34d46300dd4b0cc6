import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A journal file that is read by position.
///
/// Opening it looks at the beginning of every line and decodes few of them; what it keeps of the file in memory is a place
/// for every 64 kB of it. All members may be called from any thread.
package final class JournalReader: Sendable {
    /// Where a part of the file begins, and what has been passed by then.
    struct Checkpoint: Sendable {
        /// Where its first line begins.
        let offset: Int
        /// The number of its first line, the file's first being 1.
        let line: Int
        /// The last event before it.
        let event: UInt64
        /// How many events are before it.
        let eventCount: Int
        /// How many lines of the log are before it.
        let logCount: Int
        /// The last line of the log before it.
        let logLine: UInt64
        /// The keyframe that begins here and is complete, if one does.
        let keyframe: UInt64?
    }

    /// Something that is wrong with a line.
    package struct Problem: Sendable, Hashable {
        /// The number of the line, the first being 1.
        package let line: Int
        /// What is wrong, in a sentence.
        package let reason: String

        /// The line and what is wrong.
        package var description: String { "line \(line): \(reason)" }
    }

    /// What is known of the file.
    package struct Summary: Sendable {
        /// How many events it has.
        package internal(set) var eventCount = 0
        /// How many lines of the log it has.
        package internal(set) var logCount = 0
        /// The first event; 0 if there is none.
        package internal(set) var firstEvent: UInt64 = 0
        /// The last event; 0 if there is none.
        package internal(set) var lastEvent: UInt64 = 0
        /// How much was lost when it was written.
        package internal(set) var lostEvents = 0
        /// How many lines of the log were lost when it was written.
        package internal(set) var lostLogLines = 0
        /// The first things that are wrong with it.
        package internal(set) var problems: [Problem] = []
        /// How many lines cannot be read.
        package internal(set) var problemCount = 0
        /// How many lines are of kinds that this version does not know.
        package internal(set) var unknownCount = 0
        /// How many bytes follow the last complete line, as an interrupted write leaves them.
        package internal(set) var tornBytes = 0
        /// Whether it was closed when the program that wrote it ended.
        package internal(set) var isClosed = false

        mutating func note(_ lost: LostRecords) {
            // Counts that no journal can have are those of a damaged one.
            lostEvents += min(max(0, lost.events), 1 << 32)
            lostLogLines += min(max(0, lost.logLines), 1 << 32)
        }

        mutating func note(_ problem: Problem) {
            problemCount += 1
            if problems.count < JournalReader.problemLimit { problems.append(problem) }
        }
    }

    private struct Index {
        var summary = Summary()
        var checkpoints: [Checkpoint] = []
        var catalogs: [CatalogPart] = []
        /// How many lines had to be decoded, which are few in a journal of any size.
        var decodedCount = 0
        /// The keyframe that has begun and is not complete.
        var pending: Checkpoint?
        var line = 1
        var end = 0
        var lastLogLine: UInt64 = 0
        var keyframeCount = 0
    }

    /// Lines that follow one another and declare features.
    struct CatalogPart: Sendable, Hashable {
        /// Where they are.
        var bytes: Range<Int>
        /// Whether features that were declared before are no longer there.
        let restarts: Bool
    }

    /// How many problems are described; the rest are counted.
    package static let problemLimit = 20
    /// How many lines may be neither events nor lines of the log nor parts of the state; more are not in a journal.
    static let decodedLimit = 50_000
    /// How many separate places may declare features.
    private static let catalogLimit = 10_000
    /// How far checkpoints are apart, in bytes.
    private static let stride = 1 << 16

    /// What the first line says.
    package let header: JournalHeader
    /// Where the file is.
    package var path: String { file.path }
    let file: RecordedFile
    private let index = Guarded(Index())
    /// What was declared for the moment that was asked for last, since the same holds for most moments.
    let declared = Guarded<(parts: [CatalogPart], catalogs: [RecordedCatalog])>(([], []))
    /// How many bytes of the file have been read, for limits on what a question costs.
    package var bytesRead: Int { file.bytesRead }

    /// Opens a journal.
    ///
    /// - Parameter path: Where it is.
    /// - Throws: ``RecordingError`` if it cannot be read or is no journal.
    package init(_ path: String) throws {
        file = try RecordedFile(path)
        header = try Self.header(of: file)
        try update()
        guard index.withLock({ $0.keyframeCount > 0 }) else { throw RecordingError.empty(path: path) }
    }

    /// Reads the first line.
    ///
    /// - Throws: ``RecordingError``.
    private static func header(of file: RecordedFile) throws -> JournalHeader {
        let path = file.path
        var found: Result<JournalHeader, RecordingError>?
        var scanner = LineScanner(file, from: 0)
        _ = try scanner.scan { line in
            guard let bytes = line.bytes else { return false }
            do {
                let first = try JournalLine.firstLine(Array(bytes))
                if first.kind != JournalHeader.kind {
                    found = .failure(.notARecording(path: path, reason: "it is of another kind"))
                } else if first.version != JournalHeader.version {
                    found = .failure(.otherVersion(path: path, version: first.version))
                } else if case .journal(let header) = try JournalLine(decoding: bytes) {
                    found = .success(header)
                }
            } catch {
                found = .failure(.notARecording(path: path, reason: "line 1 is not the first line of a journal"))
            }
            return false
        }
        return try found?.get()
            ?? { throw RecordingError.notARecording(path: path, reason: "it has no first line of a journal") }()
    }

    /// What is known of the file.
    package var summary: Summary { index.withLock { $0.summary } }

    /// Where lines are read from to reach an event.
    struct Route {
        /// The places from which lines can be read, in their order.
        let checkpoints: [Checkpoint]
        /// Where features are declared.
        let catalogs: [CatalogPart]
        /// Where to stop: behind the last complete line, or where a keyframe begins that is not complete.
        let end: Int
    }

    /// Where lines are read from.
    var route: Route {
        index.withLock { index in
            Route(
                checkpoints: index.checkpoints, catalogs: index.catalogs,
                end: min(index.end, index.pending?.offset ?? .max))
        }
    }

    /// Looks for what has been added to the file.
    ///
    /// - Returns: Whether there was anything new.
    /// - Throws: ``RecordingError`` if the file can no longer be read.
    @discardableResult
    package func update() throws -> Bool {
        try index.withLock { index in
            let before = index.end
            var scanner = LineScanner(file, from: before)
            let first = index.line
            index.summary.tornBytes = try scanner.scan { line in
                index.line = first + line.index
                Self.note(line, in: &index)
                guard index.decodedCount <= Self.decodedLimit else {
                    throw RecordingError.notARecording(
                        path: path,
                        reason: "more than \(Self.decodedLimit) of its lines cannot be read or are of no use in a "
                            + "journal, up to line \(index.line)")
                }
                return true
            }
            index.line = first + (scanner.end > before ? index.line - first + 1 : 0)
            index.end = scanner.end
            return index.end > before
        }
    }

    private static func note(_ line: LineScanner.Line, in index: inout Index) {
        func checkpoint(_ keyframe: UInt64?) -> Checkpoint {
            Checkpoint(
                offset: line.offset, line: index.line, event: index.summary.lastEvent,
                eventCount: index.summary.eventCount, logCount: index.summary.logCount, logLine: index.lastLogLine,
                keyframe: keyframe)
        }
        guard let bytes = line.bytes else {
            index.summary.note(
                Problem(
                    line: index.line, reason: "it is longer than \(LineScanner.lineLimit) bytes and was passed over"))
            return
        }
        if line.offset - (index.checkpoints.last?.offset ?? 0) >= stride { index.checkpoints.append(checkpoint(nil)) }
        if let (name, number) = JournalLine.peek(bytes) {
            note(name, number, in: &index)
            return
        }
        if JournalLine.isPartOfState(bytes) { return }
        index.decodedCount += 1
        do {
            switch try JournalLine(decoding: bytes) {
            case .keyframe(let keyframe): index.pending = checkpoint(keyframe.event)
            case .ready:
                guard let pending = index.pending else { break }
                index.pending = nil
                index.keyframeCount += 1
                // Any keyframe does, so of very many that are close together some can be left out.
                guard index.keyframeCount <= 64 + line.offset / stride else { break }
                let position = index.checkpoints.lastIndex { $0.offset <= pending.offset }.map { $0 + 1 } ?? 0
                index.checkpoints.insert(pending, at: position)
            case .catalog(let catalog): note(catalog, line.offset..<line.offset + bytes.count + 1, in: &index)
            case .event(let event): note(.event, event.id, in: &index)
            case .log(let logLine): note(.log, logLine.id, in: &index)
            case .lost(let lost):
                index.summary.note(lost)
            case .end: index.summary.isClosed = true
            case .journal, .state, .facts, .stacks, .history: break
            }
        } catch is UnknownLine {
            index.summary.unknownCount += 1
        } catch {
            index.summary.note(Problem(line: index.line, reason: Self.reason(error)))
        }
    }

    private static func note(_ name: JournalLine.PeekedName, _ number: UInt64, in index: inout Index) {
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

    private static func note(_ catalog: RecordedCatalog, _ bytes: Range<Int>, in index: inout Index) {
        if !catalog.restarts, let last = index.catalogs.last, last.bytes.upperBound == bytes.lowerBound {
            index.catalogs[index.catalogs.count - 1].bytes = last.bytes.lowerBound..<bytes.upperBound
        } else if index.catalogs.count < catalogLimit {
            index.catalogs.append(CatalogPart(bytes: bytes, restarts: catalog.restarts))
        } else {
            index.summary.note(
                Problem(line: index.line, reason: "features are declared in more than \(catalogLimit) places"))
        }
    }

    /// What is wrong with a line, in a few words.
    static func reason(_ error: any Error) -> String {
        switch error {
        case let error as JSONScanError: error.description
        case DecodingError.keyNotFound(let key, let context):
            "\(key.stringValue) is missing\(place(context.codingPath))"
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context):
            "a value is not of the form that is expected\(place(context.codingPath))"
        default: "it is not a line of a journal"
        }
    }

    private static func place(_ path: [any CodingKey]) -> String {
        let names = path.prefix(6).map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue.prefix(40).description }
        return names.isEmpty ? "" : " (\(names.joined(separator: ".")))"
    }
}

extension JournalLine {
    /// Reads what the first line names, whatever version of the format it has.
    fileprivate static func firstLine(_ bytes: [UInt8]) throws -> FirstLine.Header {
        try JSONDecoder().decode(FirstLine.self, from: Data(bytes), within: .journalLine).journal
    }
}

/// The part of the first line that every version has.
private struct FirstLine: Decodable {
    /// What kind of file it is and which version it has.
    struct Header: Decodable {
        let kind: String
        let version: Int
    }

    let journal: Header
}
