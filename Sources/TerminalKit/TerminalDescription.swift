import CNcurses

/// What the system's database knows of terminals of one type.
struct TerminalDescription {
    /// The name under which curses knows the terminal.
    let name: String
    /// Whether the terminal reports the mouse.
    let hasMouse: Bool
    /// Whether the terminal is of xterm's kind, which knows private modes beyond those of curses or ignores them.
    let hasExtendedModes: Bool
    /// The bytes that undo what curses does to the terminal, for a moment in which curses cannot be asked.
    let restoration: [CChar]

    /// Finds the description of a terminal.
    ///
    /// Terminals that bring their own description may run where it is not installed; they all understand what xterm
    /// does.
    ///
    /// - Parameters:
    ///   - term: The terminal's type, as `TERM` names it.
    ///   - output: The descriptor the screen will be drawn on.
    /// - Returns: The description.
    /// - Throws: Why no screen can be drawn on such a terminal.
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
        default: throw .unknownTerminal(term)
        }
    }

    /// Takes over what curses found.
    private init(name: String, _ found: cn_description) {
        self.name = name
        hasMouse = found.abilities & CN_HAS_MOUSE != 0
        hasExtendedModes = found.abilities & CN_HAS_EXTENDED_MODES != 0
        restoration = withUnsafeBytes(of: found.restore) { bytes in
            bytes.prefix(found.restore_length).map { CChar(bitPattern: $0) }
        }
    }

    /// Whether a terminal of this name understands what xterm does.
    private static func resemblesXterm(_ term: String) -> Bool {
        let kin = [
            "xterm", "kitty", "foot", "wezterm", "alacritty", "ghostty", "contour", "rio", "konsole", "iterm", "vte",
            "gnome", "mlterm", "tmux", "screen", "rxvt", "st-", "mintty", "putty",
        ]
        return kin.contains { term.hasPrefix($0) }
    }
}

/// The modes a terminal is set to beyond those of curses, as the bytes that turn them on and off.
struct TerminalModes {
    /// Turns brackets around pastes and mouse reports on, as far as the terminal has them.
    private(set) var on = ""
    /// Turns off what `on` turned on.
    private(set) var off = ""
    /// Ends a frame that is shown at once; harmless outside one.
    private(set) var frameEnd = ""
    /// Asks whether frames can be shown at once; empty where the question must not be sent.
    private(set) var question = ""

    /// Chooses the modes for a terminal.
    init(_ description: TerminalDescription, _ options: TerminalOptions) {
        if description.hasExtendedModes {
            on += "\u{1B}[?2004h"
            off = "\u{1B}[?2004l"
            frameEnd = "\u{1B}[?2026l"
            if options.asksForSynchronizedOutput { question = "\u{1B}[?2026$p" }
        }
        if description.hasMouse, options.usesMouse {
            on += "\u{1B}[?1002h\u{1B}[?1006h"
            off = "\u{1B}[?1006l\u{1B}[?1002l" + off
        }
    }
}
