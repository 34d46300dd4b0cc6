/// Something that reached the program through its terminal.
package enum TerminalEvent: Hashable, Sendable {
    /// A key was pressed.
    case key(KeyPress)
    /// Text was pasted; line breaks arrive as `\n`, everything else as it was sent, controls included.
    case paste(String)
    /// A paste was not taken as it was sent; what was taken of it came before, as `paste`.
    case pasteProblem(PasteProblem)
    /// The mouse was used.
    case mouse(MouseEvent)
    /// The window has a new size.
    case resize(TerminalSize)
    /// The process runs again after a suspension and the screen is as the last `present` left it.
    case resumed
    /// No input can ever come again: the window was closed or the connection was lost.
    case inputEnded

    /// What was wrong with a paste.
    package enum PasteProblem: Hashable, Sendable {
        /// The paste is longer than 64 KB; the rest was left out.
        case tooLong
        /// The paste had no end, and a key was pressed that cannot be part of it; the key came before, as `key`.
        case unfinished
    }
}

/// One report of the mouse.
package struct MouseEvent: Hashable, Sendable {
    /// What happened.
    package var kind: Kind
    /// The button concerned; none for the wheel.
    package var button: Button
    /// The cell under the pointer.
    package var position: Point
    /// The modifier keys held down.
    package var modifiers: KeyPress.Modifiers

    /// Makes a report.
    package init(kind: Kind, button: Button = .none, position: Point, modifiers: KeyPress.Modifiers = []) {
        self.kind = kind
        self.button = button
        self.position = position
        self.modifiers = modifiers
    }

    /// What the mouse did.
    package enum Kind: Hashable, Sendable {
        /// A button went down.
        case press
        /// A button came up.
        case release
        /// The mouse moved with a button down.
        case drag
        /// The wheel turned away from the user.
        case wheelUp
        /// The wheel turned towards the user.
        case wheelDown
    }

    /// A mouse button.
    package enum Button: Hashable, Sendable {
        /// The main button.
        case left
        /// The wheel, pressed.
        case middle
        /// The secondary button.
        case right
        /// No button, or one terminals do not name.
        case none
    }
}

/// An answer of the terminal to a question of the program; it travels among the keys but is none.
enum TerminalReply: Hashable, Sendable {
    /// The state of a private mode: 0 unknown, 1 set, 2 reset, 3 always set, 4 always reset.
    case mode(number: Int, state: Int)
}
