// SPDX-License-Identifier: MIT

import Dispatch
import FlintFoundation
import FlintLocks

/// A log output that writes lines to daily files on a private queue.
///
/// ```swift
/// let file = try FileLoggerOutput(name: "podcasts", folderName: "Logs")
/// ```
///
/// The files are in `$XDG_STATE_HOME/<program>/Logs` or `~/.local/state/<program>/Logs`; on Apple platforms, they are
/// in the app's Caches directory. Only the owner can read them. When a file is full, the output starts another one and
/// removes the oldest files.
///
/// Up to 10,000 lines can wait for the queue. Further lines are dropped, and the output writes their number to the
/// file. If a file cannot be written, the waiting lines are lost, and the first such error is reported as an advisory.
/// The output tries again when it receives the next line.
public final class FileLoggerOutput: LoggerOutput, @unchecked Sendable {
    private struct State {
        var pending: [LogEvent] = []
        var isScheduled = false
        var lost = 0
    }

    private static let backlog = 10_000

    private let formatter: any LogEventFormattingStrategy
    private let now: @Sendable () -> Date
    private let runtime = WeakRuntimeReference()
    private let queue: DispatchQueue
    private let state = Protected(State())
    private let hasReportedError = Protected(false)
    /// Used on the queue only.
    private let file: RotatingLogFile

    /// Creates an output that writes to a folder in the program's state directory or in another directory.
    ///
    /// - Parameters:
    ///   - name: The prefix of the file names.
    ///   - folderName: The folder of the files, which can contain other files.
    ///   - namingStrategy: The strategy that names the files; by default, the prefix and the day.
    ///   - directory: The path of the directory that contains the folder; by default, the program's state directory.
    ///   - maxFileSize: The maximum size of a file in bytes.
    ///   - maxFiles: The maximum number of files to retain.
    ///   - formatter: The strategy that formats the lines.
    /// - Throws: ``LogFileError`` if no directory for log files is known, the folder cannot be created or opened, or a
    ///   name is invalid.
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
    /// On platforms without app groups, the output uses the program's state directory.
    ///
    /// - Parameters:
    ///   - appGroupIdentifier: The identifier of the app group.
    ///   - name: The prefix of the file names.
    ///   - folderName: The folder of the files, which can contain other files.
    ///   - namingStrategy: The strategy that names the files; by default, the prefix and the day.
    /// - Throws: ``LogFileError`` if the container does not exist, the folder cannot be created or opened, or a name is
    ///   invalid.
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
        for part in [name, folderName] where !PathComponents.isName(part) { throw LogFileError.invalidName(part) }
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

    /// Adds a line to the queue, and returns before the line is written.
    public func log(event: LogEvent) {
        let isFirst = state.withLock { state in
            // If lines arrive faster than the disk accepts them, they are counted instead of stored.
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

    /// Waits until all earlier lines have been written or dropped.
    ///
    /// Do not call this method from a formatter or a naming strategy, because they run on the queue that the method
    /// waits for.
    public func flush() {
        queue.sync { writePending() }
    }

    /// Copies the output's files, but not other files in the same folder.
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
            if lost > 0 {
                try file.append(Array("\(lost) lines were dropped because they arrived too fast.\n".utf8), day: day)
            }
        } catch {
            reportOnce(error)
        }
    }

    private func reportOnce(_ error: LogFileError) {
        let isFirst = hasReportedError.withLock { hasReportedError in
            defer { hasReportedError = true }
            return !hasReportedError
        }
        if isFirst, let runtime = runtime.value { runtime.bind { runtime.advise(error.description) } }
    }
}

/// An error that prevents log or journal files from being written or read.
///
/// The ``description`` includes the file, the reason and a remedy.
public enum LogFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The program has no directory for log files.
    case noFolder
    /// The name is not valid for a file or folder.
    case invalidName(String)
    /// A file or folder cannot be created or written.
    case unwritable(path: String, reason: String)
    /// A file cannot be read.
    case unreadable(path: String, reason: String)

    /// A sentence that describes the error and its remedy.
    public var description: String {
        switch self {
        case .noFolder:
            "No directory for log files is known: neither XDG_STATE_HOME nor HOME is set. Set one, or pass a directory."
        case .invalidName(let name):
            "\"\(name)\" is not a valid name for a log file. Use a name without slashes."
        case .unwritable(let path, let reason):
            "The log \(path) cannot be written: \(reason). Free disk space, or pass another directory."
        case .unreadable(let path, let reason):
            "The log \(path) cannot be read: \(reason). Check its permissions."
        }
    }
}
