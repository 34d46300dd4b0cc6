// SPDX-License-Identifier: MIT

/// An event that the program received through its terminal.
///
/// A ``Screen`` delivers events in batches and in the order in which they arrived.
package enum TerminalEvent: Hashable, Sendable {
    case key(KeyPress)
    /// Text was pasted.
    ///
    /// Line breaks are `\n`. All other characters are unchanged, including control characters.
    case paste(String)
    /// A paste was not received completely.
    ///
    /// The received part precedes this event as a `paste` event.
    case pasteProblem(PasteProblem)
    case mouse(MouseEvent)
    case resize(TerminalSize)
    /// The terminal reported the color scheme of its background, at the start or after a change.
    ///
    /// The event arrives only if ``TerminalOptions/reportsColorScheme`` is `true` and the terminal supports reports.
    case colorScheme(ColorScheme)
    case linksConfirmed
    /// The process continued after a suspension.
    ///
    /// The screen shows the most recent canvas again.
    case resumed
    /// The input ended, because the window was closed or the connection was lost.
    ///
    /// No further input follows.
    case inputEnded

    package enum PasteProblem: Hashable, Sendable {
        /// The paste is longer than 64 KB, and the rest was dropped.
        case tooLong
        /// The paste had no end, and a key or mouse event arrived that cannot be part of it.
        ///
        /// The key or mouse event precedes this event.
        case unfinished
    }
}

package enum ColorScheme: Hashable, Sendable {
    case dark
    case light
}

/// A mouse event.
///
/// Terminals report pressed and released buttons, drags, and the wheel. They do not report motion without a pressed
/// button.
package struct MouseEvent: Hashable, Sendable {
    package var kind: Kind
    /// The affected button, or ``Button/none`` for the wheel.
    package var button: Button
    package var position: Point
    package var modifiers: KeyPress.Modifiers

    package init(kind: Kind, button: Button = .none, position: Point, modifiers: KeyPress.Modifiers = []) {
        self.kind = kind
        self.button = button
        self.position = position
        self.modifiers = modifiers
    }

    package enum Kind: Hashable, Sendable {
        case press
        case release
        case drag
        /// The wheel turned away from the user.
        case wheelUp
        /// The wheel turned toward the user.
        case wheelDown
    }

    package enum Button: Hashable, Sendable {
        case left
        case middle
        case right
        /// No button, or a button that terminals do not identify.
        case none
    }
}

/// A terminal's reply to a query from the program.
///
/// Replies arrive in the input stream but are not keys.
enum TerminalReply: Hashable, Sendable {
    /// The state of a private mode: 0 unknown, 1 set, 2 reset, 3 permanently set, 4 permanently reset.
    case mode(number: Int, state: Int)
    /// The device attributes, whose values are ignored.
    case attributes
    /// The flags of the kitty keyboard protocol, whose values are ignored.
    case keyboard
    case name(String)
    /// The color scheme, stated by name or derived from the background color.
    case colorScheme(ColorScheme)
    case focus(Bool)
}
