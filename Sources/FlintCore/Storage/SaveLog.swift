// SPDX-License-Identifier: MIT

import FlintLibc
import FlintLocks

/// A log of the state files that couldn't be saved while a change was made.
///
/// ```swift
/// let log = SaveLog()
/// SaveLog.$current.withValue(log) { toggles.setEnabled(feature, enabled: true) }
/// for error in log.errors { print(error) }
/// ```
///
/// Each attempt to save a file replaces the file's previous outcome, so that a successful retry removes the error.
package final class SaveLog: Sendable {
    /// The log of the current task, in which state files record their errors.
    @TaskLocal package static var current: SaveLog?

    private let failures = Protected<[String: (error: StateFileError, isRetried: Bool)]>([:])

    package init() {}

    /// The errors of the files that aren't saved, sorted by path.
    package var errors: [StateFileError] {
        failures.withLock { $0 }.sorted { $0.key < $1.key }.map(\.value.error)
    }

    /// Whether a file isn't saved and this process won't automatically retry saving it.
    package var hasFailed: Bool { failures.withLock { $0.values.contains { !$0.isRetried } } }

    /// Adds the outcomes in another log.
    package func add(_ other: SaveLog) {
        let others = other.failures.withLock { $0 }
        failures.withLock { $0.merge(others) { $1 } }
    }

    /// Records the outcome of saving a file.
    ///
    /// - Parameters:
    ///   - error: The error, or `nil` if the file has been saved.
    ///   - path: The path of the file.
    ///   - isRetried: Whether this process retries saving the file when another process releases its lock.
    func note(_ error: StateFileError?, of path: String, isRetried: Bool) {
        failures.withLock { failures in
            failures[path] = error.map { ($0, isRetried && $0.isLocked) }
        }
    }
}

extension StateFileError {
    init(writing path: String, error number: Int32) {
        self = .unwritable(path: path, reason: SystemError(number: number).reasonAndRemedy)
    }
}

extension SystemError {
    /// The system's description of a write error, followed by a remedy.
    var reasonAndRemedy: String {
        let remedy =
            switch number {
            case ENOSPC: "free space on its disk"
            case EDQUOT: "free space within your quota"
            case EFBIG: "allow larger files (ulimit -f)"
            case EMFILE, ENFILE: "allow more open files (ulimit -n)"
            default: "check its permissions, or specify another file"
            }
        return "\(reason); \(remedy)"
    }
}
