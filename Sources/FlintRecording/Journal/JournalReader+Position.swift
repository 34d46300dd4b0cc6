import InspectorKit
import Synchronization

extension JournalReader {
    /// Returns the state at an event, with everything that is known to have followed from it.
    ///
    /// It costs a keyframe and what follows it up to the event. Before the first keyframe, it is the state of that one.
    ///
    /// - Parameters:
    ///   - event: The number of the event; the last one before it counts if there is none with the number.
    ///   - sizeLimit: How many bytes of lines may be kept in memory for it; events are applied and not kept.
    /// - Returns: The state.
    /// - Throws: ``RecordingError`` if the file can no longer be read.
    package func state(at event: UInt64, sizeLimit: Int = stateLimit) throws -> RecordedState {
        let route = route
        let keyframes = route.checkpoints.filter { $0.keyframe != nil }
        var state = RecordedState()
        guard let start = keyframes.last(where: { ($0.keyframe ?? 0) <= event }) ?? keyframes.first else {
            return state
        }
        for catalog in try catalogs(before: start.offset, route.catalogs) { state.apply(.catalog(catalog)) }
        var size = 0
        let limit = max(event, start.keyframe ?? 0)
        var last: (number: UInt64, bytes: [UInt8]) = (0, [])
        var scanner = LineScanner(file, from: start.offset)
        _ = try scanner.scan(upTo: route.end) { line in
            guard let bytes = line.bytes else { return true }
            let peeked = JournalLine.peek(bytes)
            if let (name, number) = peeked {
                guard name == .event else { return true }
                guard number <= limit else { return false }
                // What changes no feature need not be decoded, except for the date of the last one.
                guard Self.contains("\"features\":", in: bytes) else {
                    if number > last.number { last = (number, Array(bytes)) }
                    return true
                }
            }
            if peeked == nil { size += bytes.count }
            guard size <= sizeLimit else { throw RecordingError.tooLarge(path: path, event: event) }
            if let line = try? JournalLine(decoding: bytes) {
                if case .event(let record) = line, record.id > limit { return false }
                state.apply(line)
            }
            return true
        }
        if last.number > state.event, let line = try? JournalLine(decoding: last.bytes) { state.apply(line) }
        return state
    }

    /// How many bytes a state may be made of, and as many of what was declared before it.
    package static let stateLimit = 128 << 20

    /// Returns what was declared before a place, from where everything was declared anew.
    private func catalogs(before offset: Int, _ all: [CatalogPart]) throws -> [RecordedCatalog] {
        let before = all.prefix { $0.bytes.lowerBound < offset }
        let parts = Array(before[(before.lastIndex { $0.restarts } ?? 0)...])
        if let known = declared.withLock({ $0.parts == parts ? $0.catalogs : nil }) { return known }
        var catalogs: [RecordedCatalog] = []
        var size = 0
        for part in parts {
            size += part.bytes.count
            guard size <= Self.stateLimit else { throw RecordingError.tooLarge(path: path, event: 0) }
            var scanner = LineScanner(file, from: part.bytes.lowerBound)
            _ = try scanner.scan(upTo: part.bytes.upperBound) { line in
                if let bytes = line.bytes, case .catalog(let catalog)? = try? JournalLine(decoding: bytes) {
                    catalogs.append(catalog)
                }
                return true
            }
        }
        declared.withLock { $0 = (parts, catalogs) }
        return catalogs
    }

    /// Returns events, oldest first.
    ///
    /// - Parameters:
    ///   - id: The event after which to begin.
    ///   - end: The last event to return.
    ///   - limit: How many to return at most, the newest ones.
    /// - Returns: The events; those that cannot be read are left out.
    /// - Throws: ``RecordingError`` if the file can no longer be read.
    package func events(after id: UInt64, upTo end: UInt64 = .max, limit: Int = .max) throws -> [EventRecord] {
        try records(.event, after: id, upTo: end, limit: limit, passed: \.event, count: \.eventCount) { line in
            if case .event(let event) = line { event } else { nil }
        }
    }

    /// Returns lines of the log, oldest first.
    ///
    /// - Parameters:
    ///   - id: The line after which to begin.
    ///   - end: The event before whose successor to stop.
    ///   - limit: How many to return at most, the newest ones.
    /// - Returns: The lines; those that cannot be read are left out.
    /// - Throws: ``RecordingError`` if the file can no longer be read.
    package func logLines(after id: UInt64, upTo end: UInt64 = .max, limit: Int = .max) throws -> [LogLine] {
        try records(.log, after: id, upTo: end, limit: limit, passed: \.logLine, count: \.logCount) { line in
            if case .log(let logLine) = line { logLine } else { nil }
        }
    }

    private func records<Record>(
        _ name: JournalLine.PeekedName, after id: UInt64, upTo end: UInt64, limit: Int,
        passed: (Checkpoint) -> UInt64, count: (Checkpoint) -> Int, _ record: (JournalLine) -> Record?
    ) throws -> [Record] {
        let route = route
        let reachable = route.checkpoints.prefix { $0.event <= end }
        var start = reachable.last { passed($0) <= id } ?? reachable.first
        // Far more than the limit need not be decoded to be dropped.
        if let newest = reachable.last,
            let nearer = reachable.last(where: { count(newest) - count($0) >= limit }),
            nearer.offset > start?.offset ?? 0
        {
            start = nearer
        }
        var records: [Record] = []
        var scanner = LineScanner(file, from: start?.offset ?? 0)
        _ = try scanner.scan(upTo: route.end) { line in
            guard let bytes = line.bytes else { return true }
            if let (peeked, number) = JournalLine.peek(bytes) {
                if peeked == .event, number > end { return false }
                guard peeked == name, number > id else { return true }
            } else if !Self.contains(name == .event ? "\"event\":{" : "\"log\":{", in: bytes) {
                return true
            }
            if let line = try? JournalLine(decoding: bytes), let record = record(line) { records.append(record) }
            if limit < .max / 2, records.count >= 2 * limit { records.removeFirst(records.count - limit) }
            return true
        }
        return Array(records.suffix(limit))
    }

    /// Passes over all lines, or those that have been added, in their order.
    ///
    /// - Parameters:
    ///   - position: Where to begin; it is moved behind the last line that was read.
    ///   - body: Takes each line that can be read; returns whether to continue.
    /// - Returns: What is wrong with the lines that cannot be read, of many the first.
    /// - Throws: ``RecordingError`` if the file can no longer be read, and what the function throws.
    package func read(
        from position: inout Position, _ body: (JournalLine) throws -> Bool
    ) throws -> (problems: [Problem], count: Int) {
        var problems: [Problem] = []
        var count = 0
        let first = position
        var scanner = LineScanner(file, from: first.offset)
        func note(_ line: LineScanner.Line, _ reason: String) {
            count += 1
            let problem = Problem(line: first.line + line.index, reason: reason)
            if problems.count < Self.problemLimit { problems.append(problem) }
        }
        var lines = 0
        _ = try scanner.scan { line in
            lines += 1
            guard let bytes = line.bytes else {
                note(line, "it is longer than \(LineScanner.lineLimit) bytes and was passed over")
                return true
            }
            let decoded: JournalLine
            do {
                decoded = try JournalLine(decoding: bytes)
            } catch is UnknownLine {
                return true
            } catch {
                note(line, Self.reason(error))
                return true
            }
            return try body(decoded)
        }
        position = Position(offset: scanner.end, line: first.line + lines)
        return (problems, count)
    }

    /// A place between two lines of the file.
    package struct Position: Sendable, Hashable {
        /// Where the next line begins.
        fileprivate var offset = 0
        /// The number of the next line.
        fileprivate var line = 1

        /// The beginning of the file.
        package init() {}

        fileprivate init(offset: Int, line: Int) {
            (self.offset, self.line) = (offset, line)
        }
    }

    /// Returns whether bytes contain a text.
    static func contains(_ text: StaticString, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let count = text.utf8CodeUnitCount
        guard count > 0, bytes.count >= count else { return false }
        var index = 0
        while index <= bytes.count - count {
            var offset = 0
            while offset < count, bytes[index + offset] == text.utf8Start[offset] { offset += 1 }
            if offset == count { return true }
            index += 1
        }
        return false
    }
}
