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

/// Writes every event of a journal to a file as it happens, until it is cancelled or released.
///
/// Each event is one line of JSON and one write, done before the code that caused the event continues, so that what
/// happened until a crash is in the file. The file is for its owner only and its path is never followed to elsewhere.
/// When it is full it is renamed, `journal.jsonl` to `journal.1.jsonl`, that one to `journal.2.jsonl`, and so on; the
/// oldest is removed. A file of another program is neither written to, renamed nor removed. Of one file, there may be
/// one stream at a time.
package final class JournalStream: @unchecked Sendable {
    fileprivate struct State {
        var descriptor: Int32 = -1
        var size = 0
        var hasComplained = false
        var isCancelled = false
    }

    /// The path of the file.
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
        guard RotatingLogFile.isName(PathComponents(path).name) else { throw .invalidName(path) }
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

    /// Ends the stream; harmless when called again.
    package func cancel() {
        token.withLock { $0 = nil }
        state.withLock { state in
            state.isCancelled = true
            if state.descriptor >= 0 { close(state.descriptor) }
            state.descriptor = -1
        }
    }

    private func write(_ event: JournalEvent) {
        // What describes itself does so here, with no lock held.
        guard let runtime = runtime.value,
            let line = try? EventFormatter(runtime: runtime).record(of: event).line()
        else { return }
        let problem = state.withLock { (state) -> LogFileError? in
            guard !state.isCancelled else { return nil }
            do throws(LogFileError) {
                if state.size > JournalFiles.header.count, state.size + line.count > sizeLimit { try rotate(&state) }
                if state.descriptor < 0 { try open(&state) }
            } catch {
                return state.problem(error)
            }
            if let error = FileWriting.write(line, to: state.descriptor) {
                // A part of the line may be in the file; opened again, it is ended before the next one.
                close(state.descriptor)
                state.descriptor = -1
                return state.problem(.unwritable(path: path, reason: String(cString: strerror(error))))
            }
            state.size += line.count
            return nil
        }
        // An advisory is an event too, which cannot be written either and is not complained about again.
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
        // Where it cannot be made, opening reports the error.
        try? FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        guard let (file, size) = try openOurs(path, O_RDWR | O_APPEND | O_CREAT) else { return }
        fchmod(file, 0o600)
        // A crash may have left the beginning of the header.
        let header = JournalFiles.header.dropFirst(size)
        if let error = FileWriting.write(Array(header), to: file) {
            close(file)
            throw .unwritable(path: path, reason: String(cString: strerror(error)))
        }
        state.descriptor = file
        state.size = size + header.count
        // A line that a crash has torn must not take the next one with it.
        var last: UInt8 = 0
        if state.size > 0, pread(file, &last, 1, off_t(state.size - 1)) == 1, last != UInt8(ascii: "\n") {
            if FileWriting.write([UInt8(ascii: "\n")], to: file) == nil { state.size += 1 }
        }
    }

    /// Opens a file of the stream, which must be a plain file that begins as one.
    ///
    /// - Returns: The descriptor and the file's size, or `nil` if it is not there and not to be made.
    private func openOurs(_ path: String, _ flags: Int32) throws(LogFileError) -> (file: Int32, size: Int)? {
        var information = stat()
        if lstat(path, &information) == 0, information.st_mode & S_IFMT != S_IFREG {
            throw .unwritable(path: path, reason: "it is not a plain file")
        }
        let file = openPath(path, flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
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
            throw .unwritable(path: path, reason: "it is the file of another program")
        }
        return (file, Int(information.st_size))
    }

    private func rotate(_ state: inout State) throws(LogFileError) {
        for number in 1..<max(1, fileLimit) {
            if let (file, _) = try openOurs(JournalFiles.path(path, number: number), O_RDONLY) { close(file) }
        }
        if state.descriptor >= 0 { close(state.descriptor) }
        state.descriptor = -1
        state.size = 0
        unlink(JournalFiles.path(path, number: fileLimit - 1))
        for number in stride(from: fileLimit - 1, to: 0, by: -1) {
            rename(JournalFiles.path(path, number: number - 1), JournalFiles.path(path, number: number))
        }
    }
}

extension JournalStream.State {
    /// An error to complain about, the first time there is one.
    fileprivate mutating func problem(_ error: LogFileError) -> LogFileError? {
        defer { hasComplained = true }
        return hasComplained ? nil : error
    }
}

/// The system's `open`, for where a method has the name.
private func openPath(_ path: String, _ flags: Int32) -> Int32 {
    open(path, flags, 0o600)
}

extension Journal {
    /// Writes every event from now on to a file, as one line of JSON each.
    ///
    /// ```swift
    /// let stream = try runtime.journal.stream(to: "/home/me/.local/state/app/journal.jsonl")
    /// // {"action":"PlayAction","cause":"user","date":"2026-02-03T09:30:00.250Z","feature":"Podcasts/Playback",…}
    /// stream.cancel()
    /// ```
    ///
    /// - Parameters:
    ///   - path: Where the file is; it is made with its directory where there is none, and else added to.
    ///   - sizeLimit: The bytes the file should not have more of; a full one is kept beside it.
    ///   - fileLimit: How many files there may be, the one that is written to included.
    /// - Returns: The handle on the stream, which ends when the handle is cancelled or released.
    /// - Throws: ``LogFileError`` if the file cannot be written. Where that happens later it is an advisory.
    public func stream(
        to path: String, sizeLimit: Int = 10 << 20, fileLimit: Int = 3
    ) throws(LogFileError) -> ObservationToken {
        let stream = try JournalStream(journal: self, path: path, sizeLimit: sizeLimit, fileLimit: fileLimit)
        return ObservationToken { stream.cancel() }
    }
}
