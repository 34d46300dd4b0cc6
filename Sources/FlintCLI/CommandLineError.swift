/// Why a command could not do what was asked, with the status the program exits with.
enum CommandLineError: Error {
    /// What was typed makes no sense; status 64, as `EX_USAGE` of sysexits.
    case usage(String)
    /// What was asked for cannot be had now; status 1.
    case refused(String)
    /// Something could not be written; status 73, as `EX_CANTCREAT` of sysexits.
    case cannotWrite(String)

    /// What is wrong and what to do.
    var message: String {
        switch self {
        case .usage(let message), .refused(let message), .cannotWrite(let message): message
        }
    }

    /// The status the program exits with.
    var status: Int32 {
        switch self {
        case .usage: 64
        case .refused: 1
        case .cannotWrite: 73
        }
    }
}
