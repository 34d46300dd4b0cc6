/// Text that an output must not contain unchanged.
package enum HostileText {
    /// A name with characters of every kind that commands a terminal, breaks a line, or reorders or hides text.
    ///
    /// The word at its start is printable, so that an output can be searched for it. Files can contain the name.
    package static let typedName =
        "hostile\u{1B}[31m\u{1B}]0;title\u{7}\u{9B}2J\u{7F}\u{85}\r\n\t\u{202E}txt\u{2066}\u{200F}\u{200B}\u{AD}\u{FEFF}"
        + "\u{E0041}\u{2028}\u{2029}\u{FFFE}e" + String(repeating: "\u{301}", count: 60)

    /// A name with the same characters, U+0000, and more combining marks in a row than a file may contain.
    package static let name = typedName + "\u{0}e" + String(repeating: "\u{301}", count: 130)

    /// A long text with the same characters.
    package static let text = name + String(repeating: " long", count: 100)

    /// Returns the characters of an output that could control a terminal, or reorder or hide the text around them.
    ///
    /// - Parameters:
    ///   - output: The output.
    ///   - allowed: The control characters that the output may contain.
    /// - Returns: The characters, in order.
    package static func characters(
        in output: String, besides allowed: [Unicode.Scalar] = ["\n", "\t"]
    ) -> [Unicode.Scalar] {
        output.unicodeScalars.filter { scalar in
            // The lookup of a category takes longer than everything else.
            if (0x20..<0x7F).contains(scalar.value) { return false }
            return switch scalar.properties.generalCategory {
            case .control: !allowed.contains(scalar)
            // The joiners are part of ordinary words and emoji.
            case .format: scalar != "\u{200C}" && scalar != "\u{200D}"
            case .lineSeparator, .paragraphSeparator: true
            default: false
            }
        }
    }
}
