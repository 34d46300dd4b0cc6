// SPDX-License-Identifier: MIT

import FlintLocks
import FlintWorld

extension JournalReader {
    /// Returns the app's state after an event, including all recorded effects of the event.
    ///
    /// The call reads the nearest earlier keyframe and the lines up to the event. For an event before the first
    /// keyframe, the result is the state of that keyframe. If the file does not contain the event, the last one before
    /// it is used.
    ///
    /// `sizeLimit` is the maximum total size in bytes of the lines that make up the state, not counting events.
    ///
    /// - Throws: ``RecordingError`` if the file can no longer be read or the state is too large.
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
        var change: JournalLine?
        var scanner = LineScanner(file, from: start.offset)
        _ = try scanner.scan(upTo: route.end) { line in
            guard let bytes = line.bytes else { return true }
            let peeked = JournalLine.peek(bytes)
            if let (name, number) = peeked {
                guard name == .event else { return true }
                guard number <= limit else { return false }
                // Only events that change a feature or a fact are decoded, and the last event for its date.
                guard Self.contains("\"features\":", in: bytes) || Self.contains("\"fact\":", in: bytes) else {
                    if number > last.number { last = (number, Array(bytes)) }
                    return true
                }
            }
            if peeked == nil { size += bytes.count }
            guard size <= sizeLimit else { throw RecordingError.tooLarge(path: path, event: event) }
            if let line = try? JournalLine(decoding: bytes) {
                if case .event(let record) = line {
                    guard record.id <= limit else { return false }
                    change = line
                }
                state.apply(line)
            }
            return true
        }
        // State that the recorder read before a later event can follow the event. The event's own effects take
        // precedence.
        if limit < summary.lastEvent, let change { state.apply(change) }
        if last.number > state.event, let line = try? JournalLine(decoding: last.bytes) { state.apply(line) }
        return state
    }

    /// The maximum total size of the lines that make up a state, in bytes.
    ///
    /// The declarations that precede the state have a separate limit of the same size.
    package static let stateLimit = 128 << 20

    /// Returns the declarations before an offset, starting with the last complete set.
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

    /// Returns the events after `id` up to and including `end`, oldest first.
    ///
    /// If the range contains more events than the limit, the newest are returned. Unreadable events are omitted.
    package func events(after id: UInt64, upTo end: UInt64 = .max, limit: Int = .max) throws -> [EventRecord] {
        try records(.event, after: id, upTo: end, limit: limit, passed: \.event, count: \.eventCount) { line in
            if case .event(let event) = line { event } else { nil }
        }
    }

    /// Returns the log lines after `id` that precede the first event after `end`, oldest first.
    ///
    /// If the range contains more lines than the limit, the newest are returned. Unreadable lines are omitted.
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
        // Start closer to the end if the range contains far more records than the limit.
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
                // Log lines do not have an event number, so the next event ends their range, too.
                if peeked == .event, number > end { return false }
                guard peeked == name, number > id else { return true }
            } else if !Self.contains(name == .event ? "\"event\":{" : "\"log\":{", in: bytes) {
                return true
            }
            if let line = try? JournalLine(decoding: bytes), let record = record(line) { records.append(record) }
            // Trimming at twice the limit keeps the total cost of the removals linear. The doubled limit must not
            // overflow.
            if limit < .max / 2, records.count >= 2 * limit { records.removeFirst(records.count - limit) }
            return true
        }
        return Array(records.suffix(limit))
    }

    /// Calls a closure for each readable line after a position, until the closure returns `false`.
    ///
    /// On return, the position is after the last line that was read.
    ///
    /// - Returns: The first problems with unreadable lines, and the total number of such problems.
    package func read(
        from position: inout Position, _ body: (JournalLine) throws -> Bool
    ) throws -> (problems: [Problem], count: Int) {
        var problems: [Problem] = []
        var count = 0
        let first = position
        var scanner = LineScanner(file, from: first.offset)
        func addProblem(_ line: LineScanner.Line, _ reason: String) {
            count += 1
            let problem = Problem(line: first.line + line.index, reason: reason)
            if problems.count < Self.problemLimit { problems.append(problem) }
        }
        var lines = 0
        _ = try scanner.scan { line in
            lines += 1
            guard let bytes = line.bytes else {
                addProblem(line, "it is longer than \(LineScanner.lineLimit) bytes")
                return true
            }
            let decoded: JournalLine
            do {
                decoded = try JournalLine(decoding: bytes)
            } catch is UnknownLine {
                return true
            } catch {
                addProblem(line, Self.reason(for: error))
                return true
            }
            return try body(decoded)
        }
        position = Position(offset: scanner.end, line: first.line + lines)
        return (problems, count)
    }

    package struct Position: Sendable, Hashable {
        fileprivate var offset = 0
        fileprivate var line = 1

        package init() {}

        fileprivate init(offset: Int, line: Int) {
            (self.offset, self.line) = (offset, line)
        }
    }

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
