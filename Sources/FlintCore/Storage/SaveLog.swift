// SPDX-License-Identifier: MIT

import FlintLibc
import FlintLocks

/// A log of the state files that could not be saved while a change was made.
///
/// ```swift
/// let log = SaveLog()
/// SaveLog.$current.withValue(log) { toggles.setEnabled(feature, enabled: true) }
/// for error in log.errors { print(error) }
/// ```
///
/// Each attempt to save a file replaces the file's previous outcome, so that a successful retry removes the error.
package final class SaveLog: Sendable {
    @TaskLocal package static var current: SaveLog?

    private let failures = Protected<[String: (error: StateFileError, isRetried: Bool)]>([:])

    package init() {}

    package var errors: [StateFileError] {
        failures.withLock { $0 }.sorted { $0.key < $1.key }.map(\.value.error)
    }

    /// Whether saving a file has failed and this process will not retry automatically.
    package var hasFailed: Bool { failures.withLock { $0.values.contains { !$0.isRetried } } }

    package func add(_ other: SaveLog) {
        let others = other.failures.withLock { $0 }
        failures.withLock { $0.merge(others) { $1 } }
    }

    func recordResult(_ error: StateFileError?, of path: String, isRetried: Bool) {
        failures.withLock { failures in
            // Saving is retried only if another process holds the lock.
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
