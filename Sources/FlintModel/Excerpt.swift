// SPDX-License-Identifier: MIT

extension StringProtocol {
    /// The text as a quotation in a message, shortened to 200 bytes and an ellipsis.
    ///
    /// Text from files and from the command line can have any length, and must not bury a message's reason and remedy.
    /// The limit counts bytes instead of characters, because a character can have any number of combining marks. The
    /// excerpt is not sanitized.
    package var excerpt: String {
        guard utf8.count > excerptLength else { return String(self) }
        var start = String.UnicodeScalarView()
        var length = 0
        for scalar in unicodeScalars {
            length += UTF8.width(scalar)
            guard length <= excerptLength else { break }
            start.append(scalar)
        }
        return String(start) + "…"
    }
}

private let excerptLength = 200
