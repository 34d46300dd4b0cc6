// SPDX-License-Identifier: MIT

import Dispatch
import FlintFoundation
import FlintLibc
import FlintLocks
import FlintWorld

/// A recorder that writes an app's events, log, and state to a journal file until it is finished.
///
/// The thread that causes an event or a log line writes it before continuing, so the record is in the file even if the
/// process crashes immediately afterward. The recorder's own thread writes state changes, which it reads from the
/// inspector like any front end. For an app in another process, this thread also writes the events and log lines.
package final class JournalRecorder: Sendable {
    private struct Shared {
        var hasChanged = false
        var isFinished = false
    }

    private let shared = Protected(Shared())
    private let wake = DispatchSemaphore(value: 0)
    private let finished = DispatchSemaphore(value: 0)
    private let observation: Protected<ObservationToken?> = Protected(nil)
    private let output: JournalOutput
    private let inspector: any Inspector
    private let writesAtOnce: Bool

    package var path: String { output.path }

    /// Creates the file, writes the current state, and starts recording.
    ///
    /// - Parameters:
    ///   - path: The path of the new file, which only its owner can read. An existing file is not replaced.
    ///   - inspector: The app's inspector.
    ///   - header: The first line of the file.
    ///   - writesAtOnce: Whether the threads that cause events write them. Pass `false` for an app in another process,
    ///     whose events must be requested.
    /// - Throws: ``RecordingError`` if the file already exists or recording cannot start, or ``MissingAnswer`` if the
    ///   app does not answer.
    package init(
        _ path: String, of inspector: any Inspector, header: JournalHeader, writesAtOnce: Bool = true
    ) throws {
        (self.inspector, self.writesAtOnce) = (inspector, writesAtOnce)
        // The first lines are written before the app continues, so that they survive a crash. They are prepared before
        // the file is created, so that the file is empty only briefly.
        let pages = JournalStateEncoder(inspector)
        let start = [.journal(header)] + (try pages.start())
        output = try JournalOutput(path)
        guard let written = output.write(start) else {
            output.remove()
            throw RecordingError.unwritable(path: path, error: output.error)
        }
        pages.recordWrite(byteCount: written.count, fileSize: written.size)
        output.writeRecords(of: inspector)
        observation.withLock { observation in
            observation = inspector.observe { [weak self] in self?.signal() }
        }
        let work = Work(recorder: self, pages: pages)
        let isStarted = ServiceThread.start { work.run() }
        guard isStarted else {
            output.remove()
            throw RecordingError.unwritable(path: path, error: EAGAIN)
        }
        signal()
    }

    package var problem: String? { output.problem }

    /// Writes the remaining lines and closes the file, waiting at most the given number of seconds.
    ///
    /// Calling this method again has no effect.
    package func finish(within seconds: Double = 2) {
        let wasFinished = shared.withLock { shared in
            defer { shared.isFinished = true }
            return shared.isFinished
        }
        guard !wasFinished else { return }
        observation.withLock { observation in
            observation?.cancel()
            observation = nil
        }
        wake.signal()
        _ = finished.wait(timeout: .now() + seconds)
    }

    /// Writes new events and log lines and wakes the recorder's thread.
    ///
    /// This method is called on the thread of a change.
    private func signal() {
        if writesAtOnce { output.writeRecords(of: inspector) }
        // Only the first change since the thread last woke signals it, so that the semaphore does not accumulate a
        // count.
        let mustWake = shared.withLock { shared in
            defer { shared.hasChanged = true }
            return !shared.hasChanged
        }
        if mustWake { wake.signal() }
    }

    private func waitForChange() -> Bool {
        wake.wait()
        return shared.withLock { shared in
            shared.hasChanged = false
            return !shared.isFinished
        }
    }

    /// The work of the recorder's thread.
    ///
    /// This object retains the recorder, so that the file is always completed.
    private final class Work: @unchecked Sendable {
        private let recorder: JournalRecorder
        // Used only by the recorder's thread.
        private let pages: JournalStateEncoder
        private var output: JournalOutput { recorder.output }

        init(recorder: JournalRecorder, pages: JournalStateEncoder) {
            (self.recorder, self.pages) = (recorder, pages)
        }

        func run() {
            while recorder.waitForChange() { writeNews() }
            // The last changes may have arrived together with the request to finish.
            writeNews()
            write(pages.finalLines())
            output.close()
            recorder.finished.signal()
        }

        /// Writes the events before the state changes that they caused.
        private func writeNews() {
            output.writeRecords(of: recorder.inspector)
            let lines = try? pages.changes()
            // Events that occurred while the state was read precede it in the file.
            output.writeRecords(of: recorder.inspector)
            // An app that does not answer is recorded completely when it has changed again.
            if let lines { write(lines) } else { pages.recordLoss() }
            if output.takeRestart() { pages.recordLoss() }
        }

        private func write(_ lines: [JournalLine]) {
            guard !lines.isEmpty else { return }
            if let written = output.write(lines) {
                pages.recordWrite(byteCount: written.count, fileSize: written.size)
            } else {
                pages.recordLoss()
            }
        }
    }
}
