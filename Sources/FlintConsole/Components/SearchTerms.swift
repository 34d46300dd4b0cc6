/// What a person typed to filter a list: words that must all occur, in any order and in any case.
struct SearchTerms: Sendable, Hashable {
    /// The words in lower case, as bytes.
    private let words: [[UInt8]]

    /// Creates terms from what was typed; blanks separate words.
    init(_ text: String) {
        words = text.lowercased().split(separator: " ").map { Array($0.utf8) }
    }

    /// Whether everything matches because there are no terms.
    var isEmpty: Bool { words.isEmpty }

    /// Whether a text that is in lower case already contains every word.
    func match(lowercased text: String) -> Bool {
        words.allSatisfy { Self.contains($0, in: text) }
    }

    /// Whether a text contains every word.
    func match(_ text: String) -> Bool {
        isEmpty || match(lowercased: text.lowercased())
    }

    /// Whether bytes occur in a text.
    ///
    /// UTF-8 can be searched as bytes: no character begins in the middle of another.
    private static func contains(_ word: [UInt8], in text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            guard let first = word.first, bytes.count >= word.count else { return word.isEmpty }
            var start = 0
            while start <= bytes.count - word.count {
                if bytes[start] == first {
                    var length = 1
                    while length < word.count, bytes[start + length] == word[length] { length += 1 }
                    if length == word.count { return true }
                }
                start += 1
            }
            return false
        }
    }
}
