/// How important a line of a log is, and how much of a log is wanted.
///
/// Levels are ordered by how much they let through: a logger at `.info` takes errors, warnings and information.
public enum LoggerLevel: Int, Sendable, Codable, CaseIterable, Comparable, CustomStringConvertible {
    /// Nothing at all, errors included. No line has this level.
    case off
    /// Something went wrong.
    case error
    /// Something may go wrong.
    case warning
    /// Something worth knowing happened.
    case info
    /// Something of use to whoever looks for a mistake.
    case debug

    /// Whether the left level lets less through than the right one.
    public static func < (lhs: LoggerLevel, rhs: LoggerLevel) -> Bool { lhs.rawValue < rhs.rawValue }

    /// The level as a word.
    public var description: String {
        switch self {
        case .off: "off"
        case .error: "error"
        case .warning: "warning"
        case .info: "info"
        case .debug: "debug"
        }
    }
}
