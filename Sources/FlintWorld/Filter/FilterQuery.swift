// SPDX-License-Identifier: MIT

/// A filter query, which consists of terms that must all match.
///
/// ```
/// query  = { blank | term }
/// term   = [ "!" ] [ field ":" ] [ "~" ] text
/// field  = letter { letter | "-" }, unless "/" follows the ":", as in a link
/// text   = { quoted | any character but a blank and '"' }
/// quoted = '"' { any character but '"' } ( '"' | the end of the query )
/// ```
///
/// For example, `smart is:no !needs:"Premium subscription"` consists of a word, a field, and an excluded field with a
/// phrase. The text after `~` is a regular expression. A term without text, such as `is:` or `!`, is incomplete and has
/// no effect.
package struct FilterQuery: Sendable, Hashable {
    /// A condition in a query, with its position.
    ///
    /// Positions are in characters, so that an editor can highlight and replace the term.
    package struct Term: Sendable, Hashable {
        package let isExcluded: Bool
        /// The lowercase field name before the colon, or `nil` to search all text.
        package let field: String?
        package let isPattern: Bool
        package let text: String
        /// Whether any part of the text is in quotation marks.
        package let isQuoted: Bool
        /// Whether the closing quotation mark is missing.
        package let isOpen: Bool
        package let range: Range<Int>
        /// The position at which the text starts, including an opening quotation mark.
        package let textStart: Int
    }

    package let terms: [Term]

    /// Parses a query.
    ///
    /// Every string is a valid query.
    package init(_ text: String) {
        let characters = Array(text)
        var terms: [Term] = []
        var index = 0
        while index < characters.count {
            if characters[index].isBlank {
                index += 1
            } else {
                terms.append(Self.term(in: characters, from: &index))
            }
        }
        self.terms = terms
    }

    private static func term(in characters: [Character], from index: inout Int) -> Term {
        let start = index
        let isExcluded = characters[index] == "!"
        if isExcluded { index += 1 }
        let field = field(in: characters, from: &index)
        let isPattern = index < characters.count && characters[index] == "~"
        if isPattern { index += 1 }
        let textStart = index
        var (text, isQuoted, isOpen) = ("", false, false)
        while index < characters.count, isOpen || !characters[index].isBlank {
            if characters[index] == "\"" {
                isQuoted = true
                isOpen.toggle()
            } else {
                text.append(characters[index])
            }
            index += 1
        }
        return Term(
            isExcluded: isExcluded, field: field, isPattern: isPattern, text: text, isQuoted: isQuoted,
            isOpen: isOpen, range: start..<index, textStart: textStart)
    }

    private static func field(in characters: [Character], from index: inout Int) -> String? {
        var end = index
        while end < characters.count, characters[end].isFieldLetter || (end > index && characters[end] == "-") {
            end += 1
        }
        guard end > index, end < characters.count, characters[end] == ":" else { return nil }
        // A link such as `https://example.com` has no field.
        if end + 1 < characters.count, characters[end + 1] == "/" { return nil }
        defer { index = end + 1 }
        return String(characters[index..<end]).lowercased()
    }
}

extension FilterQuery {
    /// Returns a string in the notation of a query, with quotation marks if necessary.
    ///
    /// The result is `nil` if no query can contain the string. Such a string contains a quotation mark, or begins or
    /// ends with a character that combines with one, such as a combining accent.
    package static func quoted(_ text: String) -> String? {
        guard !text.contains("\""), "\"\(text)\"".count == text.count + 2 else { return nil }
        // A slash after a field's colon would turn both into a link, and a tilde begins a regular expression.
        let needsQuotes = text.isEmpty || text.hasPrefix("/") || text.hasPrefix("~") || text.contains(where: \.isBlank)
        return needsQuotes ? "\"\(text)\"" : text
    }
}

extension Character {
    fileprivate var isBlank: Bool { self == " " || self == "\t" }

    fileprivate var isFieldLetter: Bool { isASCII && isLetter }
}
