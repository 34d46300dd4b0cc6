import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The file of a journal that is being written, with what it has of the events and the log of an app.
///
/// All members may be called from any thread.
final class JournalOutput: Sendable {
    fileprivate struct State {
        let writer: JournalWriter
        var lastEvent: UInt64 = 0
        var lastLogLine: UInt64 = 0
        /// What could not be written, until it is noted in the file.
        var lost: LostRecords?
        var hasBegun = false
        var isClosed = false
        /// Whether something could not be written since it was last asked.
        var mustRestart = false
        /// The number of the last error; 0 for none.
        var error: Int32 = 0
    }

    /// What became of lines that were written.
    struct Written {
        /// How many bytes they have.
        let count: Int
        /// How many bytes the file has with them.
        let size: Int
    }

    /// Where the file is.
    let path: String
    private let state: Guarded<State>

    /// Creates the file.
    ///
    /// - Parameter path: Where it is to be; nothing may be there.
    /// - Throws: ``RecordingError``.
    init(_ path: String) throws(RecordingError) {
        self.path = path
        let writer = try JournalWriter(path)
        state = Guarded(State(writer: writer))
    }

    /// Whether writing fails as on a full disk, for tests.
    var isFull: Bool {
        get { state.withLock { $0.writer.isFull } }
        set { state.withLock { $0.writer.isFull = newValue } }
    }

    /// The number of the last error; 0 for none.
    var error: Int32 { state.withLock { $0.error } }

    /// Why the file is not complete; `nil` if everything has been written.
    var problem: String? {
        let error = error
        return error == 0 ? nil : RecordingError.unwritable(path: path, error: error).description
    }

    // MARK: Events and the log

    /// Writes the events and lines of the log that are not in the file yet.
    ///
    /// When it returns, everything that had happened when it was called is in the file, whichever thread has written it.
    ///
    /// - Parameter inspector: The app.
    func writeRecords(of inspector: any Inspector) {
        let (event, logLine) = state.withLock { ($0.lastEvent, $0.lastLogLine) }
        // Asked for without the lock: what describes itself does so here, and may make events of its own.
        let events = inspector.events(after: event)
        let logLines = inspector.logLines(after: logLine)
        guard !events.isEmpty || !logLines.isEmpty else { return }
        state.withLock { state in
            // Another thread may have written some of them meanwhile.
            let events = events.drop { $0.id <= state.lastEvent }
            let logLines = logLines.drop { $0.id <= state.lastLogLine }
            guard !events.isEmpty || !logLines.isEmpty, !state.isClosed else { return }
            state.write(events, logLines)
        }
    }

    // MARK: State

    /// Writes lines in one go, all of them or none.
    ///
    /// - Parameter lines: The lines; a keyframe is made one of the state after the last event in the file.
    /// - Returns: How many bytes were written; `nil` if they could not be.
    func write(_ lines: [JournalLine]) -> Written? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            let lines = lines.map { line in
                guard case .keyframe(var keyframe) = line else { return line }
                keyframe.event = max(keyframe.event, state.lastEvent)
                return .keyframe(keyframe)
            }
            return state.write(lines)
        }
    }

    /// Returns whether something could not be written since this was last asked, so that everything is written again.
    func takeRestart() -> Bool {
        state.withLock { state in
            // As long as nothing can be written, there is no use in making everything again and again.
            guard state.mustRestart, state.lost == nil else { return false }
            state.mustRestart = false
            return true
        }
    }

    /// Notes that the file ends here, and closes it.
    func close() {
        state.withLock { state in
            _ = state.write([.end(Date())])
            state.isClosed = true
            state.writer.close()
        }
    }

    /// Removes the file that was created.
    func remove() {
        state.withLock { $0.writer.remove() }
    }
}

extension JournalOutput.State {
    /// Writes events and lines of the log, with how many are missing before them.
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
                            ? "They came faster than they could be written."
                            : "They were before the journal was begun.")))
        }
        lines += events.map(JournalLine.event) + logLines.map(JournalLine.log)
        hasBegun = true
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

    /// Writes lines in one go, all of them or none.
    fileprivate mutating func write(_ lines: [JournalLine]) -> JournalOutput.Written? {
        let before = writer.size
        if let error = writer.write(lines) {
            (self.error, mustRestart) = (error, true)
            return nil
        }
        return JournalOutput.Written(count: writer.size - before, size: writer.size)
    }
}
