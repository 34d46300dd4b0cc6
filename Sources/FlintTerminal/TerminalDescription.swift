// SPDX-License-Identifier: MIT

import CFlintCurses

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

    @MainActor
    static func find(_ term: String, output: Int32) throws(TerminalError) -> TerminalDescription {
        var found = cn_description()
        var verdict = term.isEmpty ? CN_UNKNOWN : cn_probe(term, output, &found)
        // Some terminals install their own description. On other systems, such as after a login through SSH, the
        // description is missing, and the description of xterm replaces it.
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
    private(set) var on = ""
    private(set) var off = ""
    /// The sequence that ends a frame of synchronized output.
    ///
    /// It has no effect outside a frame.
    private(set) var frameEnd = ""
    private(set) var request: TerminalNegotiation.Request = []

    init(_ description: TerminalDescription, _ options: TerminalOptions) {
        if description.hasExtendedModes {
            // Mode 2004 brackets pasted text. Mode 2026 begins and ends a frame of synchronized output.
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
            // Mode 1002 reports buttons and drags, and mode 1006 selects a format without a limit on the position.
            on += "\u{1B}[?1002h\u{1B}[?1006h"
            off = "\u{1B}[?1006l\u{1B}[?1002l" + off
        }
    }
}
