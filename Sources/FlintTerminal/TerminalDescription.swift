// SPDX-License-Identifier: MIT

import CFlintCurses

/// The entry for a type of terminal in the system's terminal database.
struct TerminalDescription {
    /// The name of the entry, which can differ from `TERM`.
    let name: String
    let hasMouse: Bool
    /// Whether the terminal is compatible with xterm.
    ///
    /// Such a terminal either supports or ignores the private modes that curses does not handle.
    let hasExtendedModes: Bool
    /// The bytes that restore the terminal's settings when curses cannot run, such as after a crash.
    let restoration: [CChar]

    /// Finds the description of a terminal.
    ///
    /// Some terminals install their own description, which is missing on other systems, for example after a login
    /// through SSH. If the terminal's name indicates that it is compatible with xterm, xterm's description replaces the
    /// missing one.
    ///
    /// - Parameters:
    ///   - term: The terminal's type, from `TERM`.
    ///   - output: The descriptor of the terminal's output.
    /// - Returns: The description of the terminal, or of xterm in its place.
    /// - Throws: ``TerminalError`` if the type is unknown or the terminal cannot show a screen.
    @MainActor
    static func find(_ term: String, output: Int32) throws(TerminalError) -> TerminalDescription {
        var found = cn_description()
        var verdict = term.isEmpty ? CN_UNKNOWN : cn_probe(term, output, &found)
        if verdict == CN_UNKNOWN, resemblesXterm(term) {
            for name in ["xterm-256color", "xterm"] {
                verdict = cn_probe(name, output, &found)
                if verdict == CN_USABLE { return TerminalDescription(name: name, found) }
            }
        }
        switch verdict {
        case CN_USABLE: return TerminalDescription(name: term, found)
        case CN_NO_CURSOR: throw .cannotAddressCursor(term)
        case CN_NO_CURSES:
            throw .failed("this program was built without ncurses and cannot show a screen")
        default: throw .unknownTerminal(term)
        }
    }

    private init(name: String, _ found: cn_description) {
        self.name = name
        hasMouse = found.abilities & CN_HAS_MOUSE != 0
        hasExtendedModes = found.abilities & CN_HAS_EXTENDED_MODES != 0
        restoration = withUnsafeBytes(of: found.restore) { bytes in
            bytes.prefix(found.restore_length).map { CChar(bitPattern: $0) }
        }
    }

    /// Returns whether a terminal's name indicates that it is compatible with xterm.
    private static func resemblesXterm(_ term: String) -> Bool {
        let kin = [
            "xterm", "kitty", "foot", "wezterm", "alacritty", "ghostty", "contour", "rio", "konsole", "iterm", "vte",
            "gnome", "mlterm", "tmux", "screen", "rxvt", "st-", "mintty", "putty",
        ]
        return kin.contains { term.hasPrefix($0) }
    }
}

/// The control sequences for terminal modes that curses does not handle.
///
/// A sequence that the terminal does not support is empty.
struct TerminalModes {
    /// The sequence that turns on bracketed paste and mouse events.
    private(set) var on = ""
    /// The sequence that turns off the modes that ``on`` turns on.
    private(set) var off = ""
    /// The sequence that ends a frame of synchronized output.
    ///
    /// It has no effect outside a frame.
    private(set) var frameEnd = ""
    /// The features for which to ask the terminal.
    private(set) var request: TerminalNegotiation.Request = []

    init(_ description: TerminalDescription, _ options: TerminalOptions) {
        if description.hasExtendedModes {
            on += "\u{1B}[?2004h"
            off = "\u{1B}[?2004l"
            frameEnd = "\u{1B}[?2026l"
            if options.queriesSynchronizedOutput {
                request = .synchronizedOutput
                if options.reportsColorScheme { request.insert(.colorScheme) }
                if options.usesNotifications { request.insert(.notifications) }
                if options.usesLinks { request.insert(.links) }
                if options.usesKeyboardProtocol { request.insert(.keyboard) }
            }
        }
        if description.hasMouse, options.usesMouse {
            on += "\u{1B}[?1002h\u{1B}[?1006h"
            off = "\u{1B}[?1006l\u{1B}[?1002l" + off
        }
    }
}
