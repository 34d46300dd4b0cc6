#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// How a terminal is opened; what is not said comes from the environment.
package struct TerminalOptions: Hashable, Sendable {
    /// The descriptor keys are read from.
    package var input: Int32 = 0
    /// The descriptor the screen is drawn on.
    package var output: Int32 = 1
    /// The terminal's type, by its name in the terminfo database.
    package var term: String
    /// Whether colours may be used; attributes such as bold always may.
    package var usesColor: Bool
    /// Whether the mouse is reported; while it is, selecting text needs the terminal's own modifier key.
    package var usesMouse = true
    /// Whether to ask the terminal if it can show a whole frame at once; terminals whose description shows that they
    /// do not know such questions are never asked.
    package var asksForSynchronizedOutput: Bool
    /// What stands between the program and the terminal.
    package var multiplexer: ClipboardSequence.Multiplexer

    /// Reads the options from the environment: `TERM`, `NO_COLOR` (any value but an empty one turns colours off),
    /// `TERM_PROGRAM`, `TMUX` and `STY`.
    ///
    /// - Parameter variable: Gives the value of an environment variable, nil if it is not set.
    package init(variable: (String) -> String? = Self.environmentVariable) {
        term = variable("TERM") ?? ""
        usesColor = (variable("NO_COLOR") ?? "").isEmpty
        // It claims to be an xterm and draws part of the question instead of answering or ignoring it.
        multiplexer = ClipboardSequence.Multiplexer(variable: variable)
        asksForSynchronizedOutput = variable("TERM_PROGRAM") != "Apple_Terminal"
    }

    /// The value of a variable of the process's environment; nil if it is not set.
    package static func environmentVariable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}

/// Why a terminal cannot be used, as the user reads it.
package enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
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
    package enum Stream: Hashable, Sendable {
        /// Where keys come from.
        case input
        /// Where the screen is drawn.
        case output
    }

    /// What is wrong and what to do about it.
    package var description: String {
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
