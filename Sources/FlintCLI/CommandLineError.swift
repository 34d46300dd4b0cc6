import FlintCore

/// Why a command could not do what was asked, with the status the program exits with.
enum CommandLineError: Error {
    /// What was typed is invalid; status 64, as `EX_USAGE` of sysexits.
    case usage(String)
    /// The request cannot be fulfilled now; status 1.
    case refused(String)
    /// A file that is needed is missing or not one of the program's; status 66, as `EX_NOINPUT` of sysexits.
    case unusableFile(String)
    /// Something could not be written; status 73, as `EX_CANTCREAT` of sysexits.
    case cannotWrite(String)
    /// Another process holds the lock of a file; status 75, as `EX_TEMPFAIL` of sysexits.
    case locked(String)

    /// The error for a state file that could not be changed.
    init(saving error: StateFileError) {
        self =
            switch error {
            case .locked: .locked(error.description)
            case .notOurs: .unusableFile(error.description)
            case .unreadable, .malformed, .newer, .unwritable: .cannotWrite(error.description)
            }
    }

    /// What is wrong and what to do.
    var message: String {
        switch self {
        case .usage(let message), .refused(let message), .unusableFile(let message), .cannotWrite(let message),
            .locked(let message):
            message
        }
    }

    /// The status the program exits with.
    var status: Int32 {
        switch self {
        case .usage: 64
        case .refused: 1
        case .unusableFile: 66
        case .cannotWrite: 73
        case .locked: 75
        }
    }
}
