/// Why a file that keeps state could not be read or written.
public enum StateFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file is there and cannot be read.
    case unreadable(path: String, reason: String)
    /// The file can be read and makes no sense.
    case malformed(path: String, reason: String)
    /// The file was written by a newer program and is left alone.
    case newer(path: String, version: Int)
    /// The file cannot be written; it holds what it held before.
    case unwritable(path: String, reason: String)

    /// What is wrong, where, and what to do.
    public var description: String {
        switch self {
        case .unreadable(let path, let reason):
            "The state file \(path) cannot be read: \(reason). Check its permissions, or name another."
        case .malformed(let path, let reason):
            "The state file \(path) makes no sense: \(reason). Mend it, or move it away."
        case .newer(let path, let version):
            "The state file \(path) has version \(version), which is newer than this program; it is left alone. "
                + "Update the program, or name another file."
        case .unwritable(let path, let reason):
            "The state file \(path) cannot be written: \(reason). Check its permissions, or name another."
        }
    }
}
