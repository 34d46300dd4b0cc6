import Dispatch
import InspectorKit
import Synchronization

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
/// The app only notifies a thread of the recorder's own, which reads the inspector as any other front end does and writes
/// what is new in one go. What comes faster than it can be written waits where the inspector keeps it, which is bounded;
/// what is no longer there when its turn comes is counted in the file.
package final class JournalRecorder: Sendable {
    private struct Shared {
        var hasChanged = false
        var isFinished = false
        var problem: String?
    }

    private let shared = Mutex(Shared())
    private let wake = DispatchSemaphore(value: 0)
    private let finished = DispatchSemaphore(value: 0)
    private let observation: Mutex<InspectorObservation?> = Mutex(nil)

    /// Where the file is.
    package let path: String

    /// Creates the file, writes what is known now, and begins to follow.
    ///
    /// - Parameters:
    ///   - path: Where the file is to be; it is readable by its owner alone, and no file is replaced.
    ///   - inspector: The app.
    ///   - header: The first line.
    /// - Throws: ``RecordingError``.
    package init(_ path: String, of inspector: any Inspector, header: JournalHeader) throws(RecordingError) {
        self.path = path
        let writer = try JournalWriter(path)
        // The first lines are there when the app goes on, whatever becomes of it next.
        let pages = JournalPages(inspector)
        let lines = [.journal(header)] + pages.start()
        if let error = writer.write(lines) {
            writer.remove()
            throw .unwritable(path: path, error: error)
        }
        pages.didWrite(bytes: writer.size, lines, error: nil)
        observation.withLock { observation in
            observation = inspector.observe { [weak self] in self?.signal() }
        }
        let work = Work(recorder: self, pages: pages, writer: writer)
        let isStarted = ServiceThread.start { work.run() }
        guard isStarted else { throw .unwritable(path: path, error: EAGAIN) }
        signal()
    }

    /// Why the file is not complete; `nil` if everything has been written.
    package var problem: String? { shared.withLock { $0.problem } }

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

    /// Wakes the thread, unless it is to wake already; called on the thread of a change.
    private func signal() {
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
        private let writer: JournalWriter

        init(recorder: JournalRecorder, pages: JournalPages, writer: JournalWriter) {
            (self.recorder, self.pages, self.writer) = (recorder, pages, writer)
        }

        func run() {
            while recorder.waitForChange() {
                repeat { write(pages.news()) } while pages.hasMore
            }
            write(pages.news() + pages.ending() + [.end(Date())])
            writer.close()
            recorder.finished.signal()
        }

        private func write(_ lines: [JournalLine]) {
            guard !lines.isEmpty else { return }
            let error = writer.write(lines)
            pages.didWrite(bytes: writer.size, lines, error: error)
            recorder.shared.withLock { shared in
                if let error {
                    shared.problem = RecordingError.unwritable(path: recorder.path, error: error).description
                }
            }
        }
    }
}

/// The file of a journal that is being written.
final class JournalWriter {
    /// How many bytes the file has.
    private(set) var size = 0
    private let path: String
    private var descriptor: Int32

    /// Creates the file.
    ///
    /// - Parameter path: Where it is to be; nothing may be there.
    /// - Throws: ``RecordingError``.
    init(_ path: String) throws(RecordingError) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw errno == EEXIST ? .exists(path: path) : .unwritable(path: path, error: errno)
        }
        self.path = path
    }

    deinit {
        close()
    }

    /// Adds lines in one go, all of them or none.
    ///
    /// - Parameter lines: The lines; one that is too long to be read again is replaced by a note.
    /// - Returns: The number of the error that kept it from that, or `nil`.
    func write(_ lines: [JournalLine]) -> Int32? {
        var bytes: [UInt8] = []
        for line in lines {
            guard let encoded = try? line.encoded(), encoded.count <= LineScanner.lineLimit else {
                bytes += (try? JournalLine.lost(Self.tooLong(line)).encoded()) ?? []
                continue
            }
            bytes += encoded
        }
        let error = write(bytes)
        if error == nil { size += bytes.count } else { _ = ftruncate(descriptor, off_t(size)) }
        return error
    }

    private static func tooLong(_ line: JournalLine) -> LostRecords {
        var lost = LostRecords(events: 0, logLines: 0, reason: "A line was too long to be written.")
        if case .event = line { lost.events = 1 }
        if case .log = line { lost.logLines = 1 }
        return lost
    }

    private func write(_ bytes: [UInt8]) -> Int32? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return errno }
        }
        return nil
    }

    /// Closes the file; harmless when called again.
    func close() {
        if descriptor >= 0 { closeFile(descriptor) }
        descriptor = -1
    }

    /// Removes the file that was created.
    func remove() {
        unlink(path)
    }
}

/// The system's `write`, for where a method has the name.
private let systemWrite = write

/// The system's `close`, for where a method has the name.
private func closeFile(_ descriptor: Int32) {
    close(descriptor)
}
