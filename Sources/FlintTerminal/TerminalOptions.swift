// SPDX-License-Identifier: MIT

import FlintLibc

package struct TerminalOptions: Hashable, Sendable {
    package var input: Int32 = 0
    package var output: Int32 = 1
    /// The terminal's type, as its name in the terminfo database.
    package var term: String
    /// Whether to use colors.
    ///
    /// Attributes such as bold are always used.
    package var usesColor: Bool
    /// Whether to receive mouse events.
    ///
    /// If it is `true`, users must hold the terminal's modifier key to select text.
    package var usesMouse = true
    /// Whether to query the terminal for synchronized output and for the features below.
    ///
    /// A terminal is never queried if its description shows that it does not support such queries.
    package var queriesSynchronizedOutput: Bool
    package var reportsColorScheme = false
    /// Whether to show notifications if the terminal supports them and reports whether it is in focus.
    package var usesNotifications = false
    package var usesLinks = false
    /// Whether to use the kitty keyboard protocol, which distinguishes the Escape key from escape sequences.
    ///
    /// Without the protocol, the Escape key takes effect after a short delay.
    package var usesKeyboardProtocol = false
    package var multiplexer: ClipboardSequence.Multiplexer

    /// Creates options from the environment variables `TERM`, `NO_COLOR`, `TERM_PROGRAM`, `TMUX`, and `STY`.
    ///
    /// Any nonempty value of `NO_COLOR` turns colors off.
    package init(variable: (String) -> String? = Self.environmentVariable) {
        term = variable("TERM") ?? ""
        usesColor = (variable("NO_COLOR") ?? "").isEmpty
        multiplexer = ClipboardSequence.Multiplexer(variable: variable)
        // Apple's Terminal identifies itself as an xterm but displays part of the query instead of answering or
        // ignoring it.
        queriesSynchronizedOutput = variable("TERM_PROGRAM") != "Apple_Terminal"
    }

    package static func environmentVariable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}

package enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
    case notATerminal(Stream)
    /// The system has no description of the terminal that `TERM` names.
    ///
    /// The name is empty if `TERM` is not set.
    case unknownTerminal(String)
    case cannotAddressCursor(String)
    /// The process's file size limit, in bytes, is too small to hold a frame.
    case fileSizeLimit(UInt64)
    case failed(String)

    package enum Stream: Hashable, Sendable {
        case input
        case output
    }

    package var description: String {
        switch self {
        case .notATerminal(.input):
            "standard input is not a terminal; start the program from a terminal and do not redirect its input"
        case .notATerminal(.output):
            "standard output is not a terminal; start the program from a terminal and do not redirect its output"
        case .unknownTerminal(""):
            "the terminal's type is unknown because TERM is not set; try TERM=xterm-256color"
        case .unknownTerminal(let name):
            """
            this system has no usable description of the terminal type "\(TextSanitizer.sanitized(name))"; try \
            TERM=xterm-256color, or install the description (package ncurses-term)
            """
        case .cannotAddressCursor(let name):
            """
            a terminal of type "\(TextSanitizer.sanitized(name))" cannot move its cursor and therefore cannot show a \
            screen; try TERM=xterm-256color
            """
        case .fileSizeLimit(let bytes):
            """
            the file size limit of \(bytes) bytes is too small to draw the screen, because frames are collected in a \
            memory file; raise the limit (ulimit -f unlimited)
            """
        case .failed(let reason): reason
        }
    }
}
