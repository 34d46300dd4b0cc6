// SPDX-License-Identifier: MIT

/// A terminal that supports links and possibly notifications.
///
/// Other terminals, and terminal multiplexers, could display the sequences or interpret them in another way.
enum KnownTerminal: String {
    case kitty, iTerm2, foot, ghostty, contour, mintty
    case wezTerm = "WezTerm"
    case konsole = "Konsole"
    case vte = "VTE"

    init?(answer: String) {
        // The version follows the name after a space or in parentheses.
        self.init(rawValue: String(answer.prefix { $0 != " " && $0 != "(" }))
    }

    var notification: NotificationSequence.Form? {
        switch self {
        case .kitty, .iTerm2: .text
        case .wezTerm, .foot, .ghostty, .contour: .titled
        case .mintty, .konsole, .vte: nil
        }
    }
}
