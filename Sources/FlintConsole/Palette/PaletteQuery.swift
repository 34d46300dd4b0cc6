/// How well a text fits what is typed into the palette; better fits come first.
enum PaletteRank: Int, Sendable, Comparable, CaseIterable {
    /// The name begins with all of it.
    case prefix
    /// Each of its words begins a word of the name.
    case wordPrefix
    /// Each of its words is a part of the name.
    case part
    /// Each of its words is a part of the name or of a text besides, such as the id.
    case elsewhere
    /// Its letters are in the name, in their order.
    case letters

    static func < (left: PaletteRank, right: PaletteRank) -> Bool { left.rawValue < right.rawValue }
}

/// What is typed into the palette, ready to be compared with many texts.
///
/// All texts are compared in lower case, as UTF-8.
struct PaletteQuery: Sendable {
    private let whole: [UInt8]
    private let words: [[UInt8]]
    /// The letters without the blanks between words.
    private let letters: [UInt8]
    /// The characters that a text must have to fit at all.
    let characters: CharacterSet64

    /// Creates a query from what was typed; blanks separate words.
    init(_ text: String) {
        words = text.lowercased().split(separator: " ").map { Array($0.utf8) }
        whole = Array(words.joined(separator: [UInt8(ascii: " ")]))
        letters = Array(words.joined())
        characters = CharacterSet64(letters)
    }

    /// Whether nothing is looked for.
    var isEmpty: Bool { letters.isEmpty }

    /// Returns how well a text fits.
    ///
    /// - Parameters:
    ///   - name: The name in lower case.
    ///   - other: A text besides the name in lower case.
    /// - Returns: The rank, or `nil` if the text does not fit.
    func rank(of name: UnsafeBufferPointer<UInt8>, besides other: UnsafeBufferPointer<UInt8>) -> PaletteRank? {
        if Self.isAt(0, in: name, whole) { return .prefix }
        var worst = Place.atWord
        for word in words {
            let place = Self.place(of: word, in: name)
            worst = max(worst, place)
            guard place != .nowhere || Self.place(of: word, in: other) != .nowhere else {
                return hasLetters(name) ? .letters : nil
            }
        }
        return switch worst {
        case .atWord: .wordPrefix
        case .within: .part
        case .nowhere: .elsewhere
        }
    }

    /// Where a word is in a text; better places come first.
    private enum Place: Int, Comparable {
        case atWord, within, nowhere

        static func < (left: Place, right: Place) -> Bool { left.rawValue < right.rawValue }
    }

    /// Returns where a word is in a text; at the beginning of a word, if it is there at all.
    private static func place(of word: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> Place {
        guard let first = word.first, text.count >= word.count else { return .nowhere }
        var place = Place.nowhere
        for start in 0...text.count - word.count where text[start] == first && isAt(start, in: text, word) {
            if start == 0 || !isLetter(text[start - 1]) { return .atWord }
            place = .within
        }
        return place
    }

    /// Returns whether a word is at a place of a text.
    private static func isAt(_ start: Int, in text: UnsafeBufferPointer<UInt8>, _ word: [UInt8]) -> Bool {
        guard text.count - start >= word.count else { return false }
        for offset in word.indices where text[start + offset] != word[offset] { return false }
        return true
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
    }

    private func hasLetters(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var next = 0
        for byte in text where next < letters.count && byte == letters[next] { next += 1 }
        return next == letters.count
    }
}

/// The set of the characters of a text, in which several characters share a bit: it rules most texts out at once.
struct CharacterSet64: Sendable, Hashable {
    private let bits: UInt64

    /// Collects the characters of a text in lower case, as UTF-8.
    init(_ bytes: some Sequence<UInt8>) {
        bits = bytes.reduce(0) { $0 | 1 << UInt64($1 & 63) }
    }

    /// Returns whether every character of another text may be in this one.
    func mayContain(_ other: CharacterSet64) -> Bool { bits & other.bits == other.bits }
}
