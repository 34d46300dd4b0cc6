import Dispatch
import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Writes what happens in an app to a journal file as it happens, until it is finished.
///
/// An event, and a line of the log, is handed to the system by the thread on which it happens, before that thread
/// continues, so that it is in the file whatever becomes of the process. What changes with it is written by a thread of the
/// recorder's own, which reads the inspector as any other front end does.
package final class JournalRecorder: Sendable {
    private struct Shared {
        var hasChanged = false
        var isFinished = false
    }

    private let shared = Guarded(Shared())
    private let wake = DispatchSemaphore(value: 0)
    private let finished = DispatchSemaphore(value: 0)
    private let observation: Guarded<InspectorObservation?> = Guarded(nil)
    private let output: JournalOutput
    private let inspector: any Inspector
    private let writesAtOnce: Bool

    /// Where the file is.
    package var path: String { output.path }

    /// Creates the file, writes what is known now, and begins to follow.
    ///
    /// - Parameters:
    ///   - path: Where the file is to be; it is readable by its owner alone, and no file is replaced.
    ///   - inspector: The app.
    ///   - header: The first line.
    ///   - writesAtOnce: Whether events are written by the threads on which they happen; not possible for an app in
    ///     another process, whose events have to be asked for.
    /// - Throws: ``RecordingError``.
    package init(
        _ path: String, of inspector: any Inspector, header: JournalHeader, writesAtOnce: Bool = true
    ) throws(RecordingError) {
        (self.inspector, self.writesAtOnce) = (inspector, writesAtOnce)
        // The first lines are there when the app goes on, whatever becomes of it next. They are made before the file is, so
        // that it is not empty for longer than it takes to write them.
        let pages = JournalPages(inspector)
        let start = [.journal(header)] + pages.start()
        output = try JournalOutput(path)
        guard let written = output.write(start) else {
            output.remove()
            throw .unwritable(path: path, error: output.error)
        }
        pages.didWrite(written.count, size: written.size)
        output.writeRecords(of: inspector)
        observation.withLock { observation in
            observation = inspector.observe { [weak self] in self?.signal() }
        }
        let work = Work(recorder: self, pages: pages)
        let isStarted = ServiceThread.start { work.run() }
        guard isStarted else { throw .unwritable(path: path, error: EAGAIN) }
        signal()
    }

    /// Why the file is not complete; `nil` if everything has been written.
    package var problem: String? { output.problem }

    /// Writes what is left and closes the file; harmless when called again.
    ///
    /// - Parameter seconds: How long to wait for that.
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

    /// Writes what is new of events and the log, and wakes the thread, unless it is to wake already; called on the thread
    /// of a change.
    private func signal() {
        if writesAtOnce { output.writeRecords(of: inspector) }
        let mustWake = shared.withLock { shared in
            defer { shared.hasChanged = true }
            return !shared.hasChanged
        }
        if mustWake { wake.signal() }
    }

    /// Waits until something has changed.
    ///
    /// - Returns: Whether to continue after what is new has been written.
    private func waitForChange() -> Bool {
        wake.wait()
        return shared.withLock { shared in
            shared.hasChanged = false
            return !shared.isFinished
        }
    }

    /// What the thread of a recorder does; it keeps the recorder, so that the file ends when it is finished.
    private final class Work: @unchecked Sendable {
        private let recorder: JournalRecorder
        // Used by the thread only.
        private let pages: JournalPages
        private var output: JournalOutput { recorder.output }

        init(recorder: JournalRecorder, pages: JournalPages) {
            (self.recorder, self.pages) = (recorder, pages)
        }

        func run() {
            while recorder.waitForChange() { writeNews() }
            writeNews()
            write(pages.ending())
            output.close()
            recorder.finished.signal()
        }

        /// Writes what is new, with what caused the changes before them.
        private func writeNews() {
            output.writeRecords(of: recorder.inspector)
            let lines = pages.news()
            output.writeRecords(of: recorder.inspector)
            write(lines)
            if output.takeRestart() { pages.didLose() }
        }

        private func write(_ lines: [JournalLine]) {
            guard !lines.isEmpty else { return }
            if let written = output.write(lines) {
                pages.didWrite(written.count, size: written.size)
            } else {
                pages.didLose()
            }
        }
    }
}
