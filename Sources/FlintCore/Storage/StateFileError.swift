/// Why a file that keeps state could not be read or written.
public enum StateFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file is there and cannot be read.
    case unreadable(path: String, reason: String)
    /// The file is one of this framework's and its content is malformed.
    case malformed(path: String, reason: String)
    /// What is there is not a file of this framework, or of another kind, and is left alone.
    case notOurs(path: String, reason: String)
    /// The file was written by a newer program and is left alone.
    case newer(path: String, version: Int, supported: Int)
    /// The file cannot be written; it holds what it held before.
    case unwritable(path: String, reason: String)
    /// Another process holds the lock of the file, the one with this number if that is known.
    case locked(path: String, holder: Int32?)

    /// The file.
    package var path: String {
        switch self {
        case .unreadable(let path, _), .malformed(let path, _), .notOurs(let path, _), .newer(let path, _, _),
            .unwritable(let path, _), .locked(let path, _):
            path
        }
    }

    /// What is wrong, where, and what to do.
    public var description: String {
        switch self {
        case .unreadable(let path, let reason):
            "The state file \(path) cannot be read: \(reason). Check its permissions, or name another."
        case .malformed(let path, let reason):
            "The state file \(path) is malformed: \(reason). Fix it, or move it away."
        case .notOurs(let path, let reason):
            "\(path) cannot be used as a state file: \(reason). It is left as it is; name another file."
        case .newer(let path, let version, let supported):
            "The state file \(path) has version \(version), and this program reads versions up to \(supported); it is "
                + "left alone. Update the program to one that reads version \(version), or name another file."
        case .unwritable(let path, let reason):
            "The state file \(path) cannot be written: \(reason). Check its permissions, or name another."
        case .locked(let path, let holder?):
            "The state file \(path) is locked by process \(holder). Wait until that has finished, or end it."
        case .locked(let path, nil):
            "The state file \(path) is locked by another process; which one is not known. Wait until that has finished."
        }
    }
}
