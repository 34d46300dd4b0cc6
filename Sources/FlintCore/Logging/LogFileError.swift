/// Why lines cannot be kept in a file.
public enum LogFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Nothing says where files of this program go.
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
