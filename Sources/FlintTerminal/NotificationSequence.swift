// SPDX-License-Identifier: MIT

/// The control sequence that shows a desktop notification.
///
/// The text is sanitized, so that a name from the app cannot end the sequence or begin another one.
struct NotificationSequence: Hashable, Sendable {
    enum Form: Hashable, Sendable {
        /// OSC 9, with the text only.
        case text
        /// OSC 777, with a title and the text.
        case titled
    }

    let bytes: String

    init(title: String, text: String, form: Form) {
        let (title, text) = (Self.field(title, limit: 40), Self.field(text, limit: 240))
        let line = title.isEmpty ? text : "\(title): \(text)"
        switch form {
        // A number at the beginning would select another function of the sequence.
        case .text: bytes = "\u{1B}]9;\(line.first?.isNumber == true ? " " : "")\(line)\u{1B}\\"
        case .titled: bytes = "\u{1B}]777;notify;\(title);\(text)\u{1B}\\"
        }
    }

    private static func field(_ text: String, limit: Int) -> String {
        // A semicolon separates the fields of the sequence.
        String(TextSanitizer.sanitized(text).prefix(limit).map { $0 == ";" ? "," : $0 })
    }
}
