#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The state files that could not be saved in the scope of a change.
///
/// ```swift
/// let log = SaveLog()
/// SaveLog.$current.withValue(log) { toggles.setEnabled(feature, enabled: true) }
/// for error in log.errors { print(error) }
/// ```
package final class SaveLog: Sendable {
    /// The log of the current task, in which state files note their errors.
    @TaskLocal package static var current: SaveLog?

    private let failures = Protected<[String: (error: StateFileError, isRetried: Bool)]>([:])

    /// Creates an empty log.
    package init() {}

    /// The reasons why files are not saved, in the order of their paths.
    package var errors: [StateFileError] {
        failures.withLock { $0 }.sorted { $0.key < $1.key }.map(\.value.error)
    }

    /// Whether a file is not saved, and will not be by itself.
    package var hasFailed: Bool { failures.withLock { $0.values.contains { !$0.isRetried } } }

    /// Keeps the outcome of saving a file.
    ///
    /// - Parameters:
    ///   - error: The error, or `nil` if the file is saved.
    ///   - path: The path of the file.
    ///   - isRetried: Whether this process saves it again when a lock in the way is released.
    func note(_ error: StateFileError?, of path: String, isRetried: Bool) {
        failures.withLock { failures in
            failures[path] = error.map { ($0, isRetried && $0.isLocked) }
        }
    }
}

extension StateFileError {
    /// Creates the error for a file that the system did not let be written.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - number: The number of the system's error.
    init(writing path: String, error number: Int32) {
        self = .unwritable(path: path, reason: SystemError(number: number).reasonAndRemedy)
    }
}

extension SystemError {
    /// The name of an error of writing a file, and what to do about it.
    var reasonAndRemedy: String {
        let remedy =
            switch number {
            case ENOSPC: "free space on its disk"
            case EDQUOT: "free space within your quota"
            case EFBIG: "allow larger files (ulimit -f)"
            case EMFILE, ENFILE: "let more files be open"
            default: "check its permissions, or name another"
            }
        return "\(reason); \(remedy)"
    }
}
