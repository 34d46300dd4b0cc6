/// What was typed to filter a list: terms separated by blanks, all of which must match.
///
/// ```
/// query  = { blank | term }
/// term   = [ "!" ] ( field ":" text | text )
/// field  = letter { letter | "-" }, unless "/" follows the ":", as in a link
/// text   = { quoted | any character but a blank and '"' }
/// quoted = '"' { any character but '"' } ( '"' | the end of the query )
/// ```
///
/// For example, `smart is:no !needs:"Premium subscription"` has a word, a field and an excluded field with a phrase. A term
/// whose text is empty, such as `is:` or `!`, is still being typed and restricts nothing.
package struct FilterQuery: Sendable, Hashable {
    /// One condition of a query.
    package struct Term: Sendable, Hashable {
        /// Whether what matches is left out.
        package let isExcluded: Bool
        /// The name before the colon in lower case; `nil` for text that is searched for everywhere.
        package let field: String?
        /// The text without quotes.
        package let text: String
        /// Whether a part of the text is in quotes.
        package let isQuoted: Bool
        /// Whether the query ends within quotes.
        package let isOpen: Bool
        /// Where the term is in the query, in characters.
        package let range: Range<Int>
        /// Where the text begins in the query, quotes included, in characters.
        package let textStart: Int
    }

    /// The terms in their order, those with an empty text included.
    package let terms: [Term]

    /// Reads a query; every text is one.
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

    /// Reads the term that begins at an index.
    ///
    /// - Parameters:
    ///   - characters: The query.
    ///   - index: Where the term begins; afterwards where it ends.
    /// - Returns: The term.
    private static func term(in characters: [Character], from index: inout Int) -> Term {
        let start = index
        let isExcluded = characters[index] == "!"
        if isExcluded { index += 1 }
        let field = field(in: characters, from: &index)
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
            isExcluded: isExcluded, field: field, text: text, isQuoted: isQuoted, isOpen: isOpen,
            range: start..<index, textStart: textStart)
    }

    /// Reads the name of a field with its colon, if there is one at an index.
    private static func field(in characters: [Character], from index: inout Int) -> String? {
        var end = index
        while end < characters.count, characters[end].isFieldLetter || (end > index && characters[end] == "-") {
            end += 1
        }
        guard end > index, end < characters.count, characters[end] == ":" else { return nil }
        if end + 1 < characters.count, characters[end + 1] == "/" { return nil }
        defer { index = end + 1 }
        return String(characters[index..<end]).lowercased()
    }
}

extension FilterQuery {
    /// Returns a text as it has to be typed to be one term's text, with quotes if it needs them.
    ///
    /// - Parameter text: The text.
    /// - Returns: The text, or `nil` if it cannot be typed, because it has quotes itself, or begins or ends with what joins a
    ///   quote, such as an accent of its own.
    package static func quoted(_ text: String) -> String? {
        guard !text.contains("\""), "\"\(text)\"".count == text.count + 2 else { return nil }
        // A slash behind the colon of a field would make a link of both.
        let needsQuotes = text.isEmpty || text.hasPrefix("/") || text.contains(where: \.isBlank)
        return needsQuotes ? "\"\(text)\"" : text
    }
}

extension Character {
    /// Whether it separates terms.
    fileprivate var isBlank: Bool { self == " " || self == "\t" }

    /// Whether it is one of the letters that names of fields consist of.
    fileprivate var isFieldLetter: Bool { isASCII && isLetter }
}
