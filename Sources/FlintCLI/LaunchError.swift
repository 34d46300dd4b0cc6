/// Why an app cannot be made from what was typed; thrown by ``FlintApplication/init(options:launch:)``.
public enum LaunchError: Error, Sendable, Hashable {
    /// The options are invalid; the program ends with status 64.
    case invalidOptions(String)
    /// A file that is needed is missing or cannot be used; the program ends with status 66.
    case unusableFile(String)

    /// The error as commands report it.
    var commandLineError: CommandLineError {
        switch self {
        case .invalidOptions(let message): .usage(message)
        case .unusableFile(let message): .unusableFile(message)
        }
    }
}
