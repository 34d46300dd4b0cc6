// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintLibc
import FlintLocks

/// A stream that writes each event of a journal to a file immediately, until it is canceled or released.
///
/// Each event is one line of JSON, written with one call. The write finishes before the code that caused the event
/// continues, so no events are lost if the process crashes. Only the owner can read the file, and a symbolic link in
/// its place is refused. When `journal.jsonl` is full, it is renamed to `journal.1.jsonl`. An earlier `journal.1.jsonl`
/// becomes `journal.2.jsonl`, and so on, and the oldest file is removed. Files of other programs are never written,
/// renamed or removed. Use only one stream per file at a time.
package final class JournalStream: @unchecked Sendable {
    fileprivate struct State {
        var descriptor: Int32 = -1
        var size = 0
        var hasReportedError = false
        var isCancelled = false
    }

    package let path: String
    private let sizeLimit: Int
    private let fileLimit: Int
    private let runtime: WeakRuntimeReference
    private let state = Protected(State())
    private let token = Protected<ObservationToken?>(nil)

    package init(journal: Journal, path: String, sizeLimit: Int, fileLimit: Int) throws(LogFileError) {
        self.path = path
        self.sizeLimit = max(1, sizeLimit)
        self.fileLimit = max(1, fileLimit)
        guard PathComponents.isName(PathComponents(path).name) else { throw .invalidName(path) }
        runtime = journal.runtime
        try openFile()
        let token = journal.observe { [weak self] event in self?.write(event) }
        self.token.withLock { $0 = token }
    }

    deinit {
        state.withLock { state in
            if state.descriptor >= 0 { close(state.descriptor) }
        }
    }

    package func cancel() {
        token.withLock { $0 = nil }
        state.withLock { state in
            state.isCancelled = true
            if state.descriptor >= 0 { close(state.descriptor) }
            state.descriptor = -1
        }
    }

    private func write(_ event: JournalEvent) {
        // Inputs and other values are described here, with no lock held, because this calls the app's code.
        guard let runtime = runtime.value,
            let line = try? EventFormatter(runtime: runtime).record(of: event).encodedLine()
        else { return }
        let problem = state.withLock { (state) -> LogFileError? in
            guard !state.isCancelled else { return nil }
            do throws(LogFileError) {
                // A file that contains only the header accepts a line of any length. Otherwise, a long line would never
                // be written.
                if state.size > JournalFiles.header.count, state.size + line.count > sizeLimit { try rotate(&state) }
                if state.descriptor < 0 { try open(&state) }
            } catch {
                return state.problem(error)
            }
            if let error = FileWriting.write(line, to: state.descriptor) {
                // The file may contain a part of the line. Reopening the file ends that line before the next one.
                close(state.descriptor)
                state.descriptor = -1
                return state.problem(.unwritable(path: path, reason: String(cString: strerror(error))))
            }
            state.size += line.count
            return nil
        }
        // The advisory is also an event that cannot be written, so only the first error is reported.
        if let problem { runtime.bind { runtime.advise(problem.description) } }
    }

    private func openFile() throws(LogFileError) {
        let problem = state.withLock { (state) -> LogFileError? in
            do throws(LogFileError) { try open(&state) } catch { return error }
            return nil
        }
        if let problem { throw problem }
    }

    private func open(_ state: inout State) throws(LogFileError) {
        let directory = PathComponents(path).directory
        // If the directory cannot be created, opening the file reports the error.
        try? FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        guard let (file, size) = try openStreamFile(path, O_RDWR | O_APPEND | O_CREAT) else { return }
        fchmod(file, 0o600)
        // A crash may have left an incomplete header.
        let header = JournalFiles.header.dropFirst(size)
        if let error = FileWriting.write(Array(header), to: file) {
            close(file)
            throw .unwritable(path: path, reason: String(cString: strerror(error)))
        }
        state.descriptor = file
        state.size = size + header.count
        state.size += FileWriting.endTornLine(in: file, size: state.size)
    }

    /// Opens one of the stream's files.
    ///
    /// The file must be a regular file with the stream's header. The result is `nil` if the file does not exist and the
    /// flags do not create it.
    private func openStreamFile(_ path: String, _ flags: Int32) throws(LogFileError) -> (file: Int32, size: Int)? {
        var information = stat()
        if lstat(path, &information) == 0, information.st_mode & S_IFMT != S_IFREG {
            throw .unwritable(path: path, reason: "it is not a regular file")
        }
        let file = FlintLibc.open(path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            if errno == ENOENT || errno == ENOTDIR, flags & O_CREAT == 0 { return nil }
            throw .unwritable(path: path, reason: String(cString: strerror(errno)))
        }
        var start = [UInt8](repeating: 0, count: JournalFiles.header.count)
        let count = pread(file, &start, start.count, 0)
        guard fstat(file, &information) == 0, information.st_mode & S_IFMT == S_IFREG,
            JournalFiles.canBegin(start.prefix(max(0, count)))
        else {
            close(file)
            throw .unwritable(path: path, reason: "it belongs to another program")
        }
        return (file, Int(information.st_size))
    }

    private func rotate(_ state: inout State) throws(LogFileError) {
        // All files are checked first, so that a file of another program is neither renamed nor removed.
        for number in 1..<max(1, fileLimit) {
            if let (file, _) = try openStreamFile(JournalFiles.path(path, number: number), O_RDONLY) { close(file) }
        }
        if state.descriptor >= 0 { close(state.descriptor) }
        state.descriptor = -1
        state.size = 0
        unlink(JournalFiles.path(path, number: fileLimit - 1))
        // The highest number comes first, so that no file is overwritten.
        for number in stride(from: fileLimit - 1, to: 0, by: -1) {
            rename(JournalFiles.path(path, number: number - 1), JournalFiles.path(path, number: number))
        }
    }
}

extension JournalStream.State {
    fileprivate mutating func problem(_ error: LogFileError) -> LogFileError? {
        defer { hasReportedError = true }
        return hasReportedError ? nil : error
    }
}

extension Journal {
    /// Writes every future event to a file, as one line of JSON per event.
    ///
    /// ```swift
    /// let stream = try runtime.journal.stream(to: "/home/me/.local/state/app/journal.jsonl")
    /// // {"actionID":"PlayAction","actionName":"Play","cause":"user","date":"2026-02-03T09:30:00.250Z","details":[],…}
    /// stream.cancel()
    /// ```
    ///
    /// - Parameters:
    ///   - path: The path of the file. The file and its directory are created if they do not exist. Events are appended
    ///     to an existing file.
    ///   - sizeLimit: The maximum size of a file in bytes. A full file is renamed, and a new one is started.
    ///   - fileLimit: The maximum number of files, including the current one.
    /// - Returns: A token that ends the stream when it is canceled or released.
    /// - Throws: ``LogFileError`` if the path has no valid file name or the file cannot be written. The first error
    ///   that occurs later is reported as an advisory.
    public func stream(
        to path: String, sizeLimit: Int = 10 << 20, fileLimit: Int = 3
    ) throws(LogFileError) -> ObservationToken {
        let stream = try JournalStream(journal: self, path: path, sizeLimit: sizeLimit, fileLimit: fileLimit)
        return ObservationToken { stream.cancel() }
    }
}
