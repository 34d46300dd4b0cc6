import Dispatch

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Keeps lines in files, one for each day, on a queue of its own.
///
/// ```swift
/// let file = try FileLoggerOutput(name: "podcasts", folderName: "Logs")
/// ```
///
/// The files are in `$XDG_STATE_HOME/<program>/Logs` or `~/.local/state/<program>/Logs`, and among an app's caches on
/// Apple's systems; they are for their owner only. A full file is followed by another, and the oldest are removed.
/// Lines that come faster than they can be written are counted instead of kept. When files cannot be written, that is
/// reported once as an advisory, lines are lost, and it is tried again with every further one.
public final class FileLoggerOutput: LoggerOutput, @unchecked Sendable {
    private struct State {
        var pending: [LogEvent] = []
        var isScheduled = false
        var lost = 0
    }

    /// How many lines may wait to be written.
    private static let backlog = 10_000

    private let formatter: any LogEventFormattingStrategy
    private let now: @Sendable () -> Date
    private let runtime = WeakRuntimeReference()
    private let queue: DispatchQueue
    private let state = Protected(State())
    private let hasComplained = Protected(false)
    /// Used on the queue only.
    private let file: RotatingLogFile

    /// Creates an output.
    ///
    /// - Parameters:
    ///   - name: What the names of its files begin with.
    ///   - folderName: The folder of its files, which others may have files in too.
    ///   - namingStrategy: Names the files; by default, the name and the day.
    ///   - directory: The path of the directory the folder is in; by default, the program's own.
    ///   - maxFileSize: The bytes a file should not have more of.
    ///   - maxFiles: How many files are kept.
    ///   - formatter: Makes the lines.
    /// - Throws: ``LogFileError`` if there is no such folder and none can be made.
    public convenience init(
        name: String, folderName: String = "Logs", namingStrategy: (any LogFileNamingStrategy)? = nil,
        directory: String? = nil, maxFileSize: Int = 5 << 20, maxFiles: Int = 10,
        formatter: any LogEventFormattingStrategy = VerboseLogEventFormatter()
    ) throws {
        guard let directory = directory ?? AppDirectory.state() else { throw LogFileError.noFolder }
        try self.init(
            name: name, folderName: folderName, namingStrategy: namingStrategy, directory: directory,
            maxFileSize: maxFileSize, maxFiles: maxFiles, formatter: formatter, now: { Date() })
    }

    /// Creates an output in the container that an app shares with its extensions.
    ///
    /// Elsewhere than on Apple's systems there are no containers, and it is as without one.
    ///
    /// - Parameters:
    ///   - appGroupIdentifier: The identifier of the container.
    ///   - name: What the names of its files begin with.
    ///   - folderName: The folder of its files.
    ///   - namingStrategy: Names the files; by default, the name and the day.
    /// - Throws: ``LogFileError`` if there is no such container, or no such folder and none can be made.
    public convenience init(
        appGroupIdentifier: String, name: String, folderName: String = "Logs",
        namingStrategy: (any LogFileNamingStrategy)? = nil
    ) throws {
        guard let directory = AppDirectory.state(group: appGroupIdentifier) else { throw LogFileError.noFolder }
        try self.init(name: name, folderName: folderName, namingStrategy: namingStrategy, directory: directory)
    }

    init(
        name: String, folderName: String, namingStrategy: (any LogFileNamingStrategy)?, directory: String,
        maxFileSize: Int, maxFiles: Int, formatter: any LogEventFormattingStrategy,
        now: @escaping @Sendable () -> Date
    ) throws {
        for part in [name, folderName] where !RotatingLogFile.isName(part) { throw LogFileError.invalidName(part) }
        self.formatter = formatter
        self.now = now
        queue = DispatchQueue(label: "flint.log.\(name)", qos: .utility)
        file = RotatingLogFile(
            folder: PathComponents(directory, folderName).path,
            strategy: namingStrategy ?? TimestampLogFileNamingStrategy(namePrefix: name, now: now),
            maxFileSize: maxFileSize, maxFiles: maxFiles)
        runtime.set(.current)
        try file.makeFolder()
    }

    /// Keeps a line; returns before it is written.
    public func log(event: LogEvent) {
        let isFirst = state.withLock { state in
            guard state.pending.count < Self.backlog else {
                state.lost += 1
                return false
            }
            state.pending.append(event)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if isFirst { queue.async { [self] in writePending() } }
    }

    /// Waits until every line so far has been written or lost.
    ///
    /// Do not call it from a formatter or a naming strategy, because the queue waits for them.
    public func flush() {
        queue.sync { writePending() }
    }

    /// Copies its files, and no others that may be in their folder.
    public func copyForArchiving(to folder: URL) throws {
        let path = folder.path(percentEncoded: false)
        let result = queue.sync {
            writePending()
            return Result { try file.copyFiles(to: path) }
        }
        try result.get()
    }

    // MARK: On the queue

    private func writePending() {
        let (events, lost) = state.withLock { state in
            defer { state = State() }
            return (state.pending, state.lost)
        }
        let day = DatePattern.day.string(from: now())
        do throws(LogFileError) {
            for event in events {
                guard let text = formatter.format(event) else { continue }
                try file.append(Array((text + "\n").utf8), day: day)
            }
            if lost > 0 { try file.append(Array("\(lost) lines came too fast and are lost.\n".utf8), day: day) }
        } catch {
            complain(error)
        }
    }

    /// Reports an error, the first time there is one.
    private func complain(_ error: LogFileError) {
        let isFirst = hasComplained.withLock { hasComplained in
            defer { hasComplained = true }
            return !hasComplained
        }
        if isFirst, let runtime = runtime.value { runtime.bind { runtime.advise(error.description) } }
    }
}

/// Why lines cannot be kept in a file.
public enum LogFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is no folder for files of this program.
    case noFolder
    /// A file or folder cannot have this name.
    case invalidName(String)
    /// A file or folder cannot be made or written.
    case unwritable(path: String, reason: String)
    /// A file cannot be read.
    case unreadable(path: String, reason: String)

    /// What is wrong, where, and what to do.
    public var description: String {
        switch self {
        case .noFolder:
            "There is no place for log files: neither XDG_STATE_HOME nor HOME is set. Set one, or name a directory."
        case .invalidName(let name):
            "No log file can be called \"\(name)\". Give it a name without slashes."
        case .unwritable(let path, let reason):
            "Nothing can be logged to \(path): \(reason). Make room there, or name another directory."
        case .unreadable(let path, let reason):
            "The log \(path) cannot be read: \(reason). Check its permissions."
        }
    }
}
