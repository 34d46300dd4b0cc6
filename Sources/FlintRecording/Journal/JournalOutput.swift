// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintLocks
import FlintWorld

/// A journal file that is open for writing and tracks the last event and log line it contains.
///
/// All members may be called from any thread.
final class JournalOutput: Sendable {
    fileprivate struct State {
        let writer: JournalWriter
        var lastEvent: UInt64 = 0
        var lastLogLine: UInt64 = 0
        /// The records that could not be written and are not yet noted in the file.
        var lost: LostRecords?
        var hasBegun = false
        var isClosed = false
        /// Whether a write has failed since ``takeRestart()`` last returned `true`.
        var mustRestart = false
        var error: Int32 = 0
    }

    /// The sizes in bytes after a successful write: `count` for the lines and `size` for the file.
    struct Written {
        let count: Int
        let size: Int
    }

    let path: String
    private let state: Protected<State>

    init(_ path: String) throws(RecordingError) {
        self.path = path
        let writer = try JournalWriter(path)
        state = Protected(State(writer: writer))
    }

    var isFull: Bool {
        get { state.withLock { $0.writer.isFull } }
        set { state.withLock { $0.writer.isFull = newValue } }
    }

    var error: Int32 { state.withLock { $0.error } }

    var problem: String? {
        let error = error
        return error == 0 ? nil : RecordingError.unwritable(path: path, error: error).description
    }

    // MARK: Events and the log

    /// Writes the events and log lines that are not in the file yet.
    ///
    /// When this method returns, the file contains all earlier records, including records that another thread wrote,
    /// unless a write failed or the file is closed.
    func writeRecords(of inspector: any Inspector) {
        let (event, logLine) = state.withLock { ($0.lastEvent, $0.lastLogLine) }
        // The records are requested without the lock, because values describe themselves here and may cause events.
        let news = inspector.sync(Sync(event: event, line: logLine))
        guard !news.events.isEmpty || !news.lines.isEmpty else { return }
        state.withLock { state in
            // Another thread may have written some of the records.
            let events = news.events.drop { $0.id <= state.lastEvent }
            let logLines = news.lines.drop { $0.id <= state.lastLogLine }
            guard !events.isEmpty || !logLines.isEmpty, !state.isClosed else { return }
            state.write(events, logLines)
        }
    }

    // MARK: State

    /// Writes all lines, or no line at all, and returns `nil` if writing failed or the file is closed.
    ///
    /// Each keyframe is assigned to the last event in the file.
    func write(_ lines: [JournalLine]) -> Written? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            let lines = lines.map { line in
                guard case .keyframe(var keyframe) = line else { return line }
                // A keyframe must not claim to precede events that are already in the file: a reader that looks for
                // one of these events would start after it.
                keyframe.event = max(keyframe.event, state.lastEvent)
                return .keyframe(keyframe)
            }
            return state.write(lines)
        }
    }

    /// Returns whether the complete state must be written again after a failed write, and clears the flag.
    ///
    /// Returns `false` until a write succeeds again.
    func takeRestart() -> Bool {
        state.withLock { state in
            guard state.mustRestart, state.lost == nil else { return false }
            state.mustRestart = false
            return true
        }
    }

    func close() {
        state.withLock { state in
            _ = state.write([.end(Date())])
            state.isClosed = true
            state.writer.close()
        }
    }

    func remove() {
        state.withLock { $0.writer.remove() }
    }
}

extension JournalOutput.State {
    fileprivate mutating func write(_ events: ArraySlice<EventRecord>, _ logLines: ArraySlice<LogLine>) {
        let missed = (
            events: Self.missed(lastEvent, events.first?.id), logLines: Self.missed(lastLogLine, logLines.first?.id)
        )
        var lines: [JournalLine] = []
        if let lost { lines.append(.lost(lost)) }
        if missed.events + missed.logLines > 0 {
            lines.append(
                .lost(
                    LostRecords(
                        events: missed.events, logLines: missed.logLines,
                        reason: hasBegun
                            ? "They arrived faster than they could be written."
                            : "They precede the start of the journal.")))
        }
        lines += events.map(JournalLine.event) + logLines.map(JournalLine.log)
        hasBegun = true
        // The numbers advance even if writing fails, so that each record is counted as lost only once.
        lastEvent = max(lastEvent, events.last?.id ?? 0)
        lastLogLine = max(lastLogLine, logLines.last?.id ?? 0)
        if write(lines) == nil {
            var lost = lost ?? LostRecords(events: 0, logLines: 0, reason: "The file could not be written.")
            lost.events += events.count + missed.events
            lost.logLines += logLines.count + missed.logLines
            self.lost = lost
        } else {
            lost = nil
        }
    }

    private static func missed(_ last: UInt64, _ first: UInt64?) -> Int {
        guard let first, first > last + 1 else { return 0 }
        return Int(clamping: first - last - 1)
    }

    fileprivate mutating func write(_ lines: [JournalLine]) -> JournalOutput.Written? {
        let before = writer.size
        if let error = writer.write(lines) {
            (self.error, mustRestart) = (error, true)
            return nil
        }
        return JournalOutput.Written(count: writer.size - before, size: writer.size)
    }
}
