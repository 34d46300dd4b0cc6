// SPDX-License-Identifier: MIT

/// The control sequence that shows a notification of the desktop.
///
/// The text is sanitized, so that a name from the app cannot end the sequence or begin another one.
struct NotificationSequence: Hashable, Sendable {
    enum Form: Hashable, Sendable {
        /// OSC 9, with the text only.
        case text
        /// OSC 777, with a title and the text.
        case titled

        /// Returns the form that a terminal supports.
        ///
        /// The result is `nil` for a terminal without support, which could display the sequence or interpret it in
        /// another way, and for a terminal multiplexer.
        ///
        /// - Parameter terminal: The terminal's own answer to the query for its name and version.
        init?(terminal: String) {
            let forms: [(name: String, form: Form)] = [
                ("kitty", .text), ("iTerm2", .text), ("WezTerm", .titled), ("foot", .titled), ("ghostty", .titled),
                ("contour", .titled),
            ]
            // The version follows the name after a space or in parentheses.
            let name = terminal.prefix { $0 != " " && $0 != "(" }
            guard let form = forms.first(where: { $0.name == name })?.form else { return nil }
            self = form
        }
    }

    let bytes: String

    init(title: String, text: String, form: Form) {
        let (title, text) = (Self.field(title, limit: 40), Self.field(text, limit: 240))
        switch form {
        // A number at the beginning would select another function of the sequence.
        case .text: bytes = "\u{1B}]9;\(title.isEmpty ? "" : "\(title): ")\(text)\u{1B}\\"
        case .titled: bytes = "\u{1B}]777;notify;\(title);\(text)\u{1B}\\"
        }
    }

    /// Returns text without control characters and without the separator of fields.
    private static func field(_ text: String, limit: Int) -> String {
        String(TextSanitizer.sanitized(text).prefix(limit).map { $0 == ";" ? "," : $0 })
    }
}
