/// Why there is no report.
public enum DebugReportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A file or folder cannot be made or read.
    case unwritable(path: String, reason: String)
    /// The report's archive cannot hold so much.
    case tooLarge(reason: String)

    /// What is wrong, where, and what to do.
    public var description: String {
        switch self {
        case .unwritable(let path, let reason):
            "The report cannot be made, because of \(path): \(reason). Make room there, or name another folder."
        case .tooLarge(let reason):
            "The report does not fit into an archive: \(reason). Gather it into a folder instead."
        }
    }
}
