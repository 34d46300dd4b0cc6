/// Why a terminal cannot be used, as the user reads it.
public enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Input or output is a file, a pipe or nothing.
    case notATerminal(Stream)
    /// The system has no description of the terminal that `TERM` names; empty when it names none.
    case unknownTerminal(String)
    /// The terminal of this name cannot move its cursor, so no screen can be drawn on it.
    case cannotAddressCursor(String)
    /// Files of this process may not exceed so many bytes, and a frame does not fit in such a file.
    case fileSizeLimit(UInt64)
    /// Something else, as the user reads it.
    case failed(String)

    /// One of the two ways to the terminal.
    public enum Stream: Hashable, Sendable {
        /// Where keys come from.
        case input
        /// Where the screen is drawn.
        case output
    }

    /// What is wrong and what to do about it.
    public var description: String {
        switch self {
        case .notATerminal(.input):
            "standard input is not a terminal; start the program from a terminal and do not redirect its input"
        case .notATerminal(.output):
            "standard output is not a terminal; start the program from a terminal and do not redirect its output"
        case .unknownTerminal(""):
            "the terminal's type is not known because TERM is not set; try TERM=xterm-256color"
        case .unknownTerminal(let name):
            """
            this system has no description of the terminal type "\(TextSanitizer.sanitized(name))"; try \
            TERM=xterm-256color, or install the description (package ncurses-term)
            """
        case .cannotAddressCursor(let name):
            """
            a terminal of type "\(TextSanitizer.sanitized(name))" cannot place its cursor, so no screen can be drawn \
            on it; try TERM=xterm-256color
            """
        case .fileSizeLimit(let bytes):
            """
            no screen can be drawn while files are limited to \(bytes) bytes, because the system counts the memory a \
            frame is collected in as a file; raise the limit (ulimit -f unlimited)
            """
        case .failed(let reason): reason
        }
    }
}
