// SPDX-License-Identifier: MIT

/// The quality of a match in the palette.
///
/// Better matches are listed first.
enum PaletteRank: Int, Sendable, Comparable, CaseIterable {
    /// The name is the whole query.
    case exact
    /// The name begins with the whole query.
    case prefix
    /// Each word of the query is a prefix of a word in the name.
    case wordPrefix
    /// The name contains each word of the query.
    case part
    /// Each word of the query occurs in the name or in a second string, such as the id.
    case elsewhere
    /// The name contains the query's letters in the same order, but not necessarily side by side.
    ///
    /// Such matches are listed only without better ones.
    case letters

    static func < (left: PaletteRank, right: PaletteRank) -> Bool { left.rawValue < right.rawValue }
}

/// A palette query, prepared for comparison with many strings.
///
/// Strings are compared in place as lowercase UTF-8 bytes. A query is therefore fast enough to search thousands of
/// features after each keystroke.
struct PaletteQuery: Sendable {
    private let whole: [UInt8]
    private let words: [[UInt8]]
    private let letters: [UInt8]
    /// The characters of the query, except spaces.
    ///
    /// A string that lacks any of them cannot match.
    let characters: CharacterSet64

    init(_ text: String) {
        words = text.lowercased().split(separator: " ").map { Array($0.utf8) }
        whole = Array(words.joined(separator: [UInt8(ascii: " ")]))
        letters = Array(words.joined())
        characters = CharacterSet64(letters)
    }

    var isEmpty: Bool { letters.isEmpty }

    /// Returns the rank of a name and a second string, such as the id, or `nil` if neither matches.
    ///
    /// Both strings are in lowercase.
    func rank(of name: UnsafeBufferPointer<UInt8>, secondary other: UnsafeBufferPointer<UInt8>) -> PaletteRank? {
        if Self.isAt(0, in: name, whole) { return name.count == whole.count ? .exact : .prefix }
        var worst = Place.atWord
        for word in words {
            let place = Self.place(of: word, in: name)
            worst = max(worst, place)
            // A word that neither string contains leaves only a match of scattered letters.
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

    private enum Place: Int, Comparable {
        case atWord, within, nowhere

        static func < (left: Place, right: Place) -> Bool { left.rawValue < right.rawValue }
    }

    private static func place(of word: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> Place {
        guard let first = word.first, text.count >= word.count else { return .nowhere }
        var place = Place.nowhere
        for start in 0...text.count - word.count where text[start] == first && isAt(start, in: text, word) {
            // No later match is better than one at the beginning of a word.
            if start == 0 || !isLetter(text[start - 1]) { return .atWord }
            place = .within
        }
        return place
    }

    private static func isAt(_ start: Int, in text: UnsafeBufferPointer<UInt8>, _ word: [UInt8]) -> Bool {
        guard text.count - start >= word.count else { return false }
        for offset in word.indices where text[start + offset] != word[offset] { return false }
        return true
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        // Every byte of a character outside ASCII counts as a letter.
        byte >= 0x80 || (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
    }

    private func hasLetters(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var next = 0
        for byte in text where next < letters.count && byte == letters[next] { next += 1 }
        return next == letters.count
    }
}

/// A compact set of characters, in which several characters share a bit.
///
/// The set has no false negatives. It rules out most strings with one operation, before they are compared in full.
struct CharacterSet64: Sendable, Hashable {
    private let bits: UInt64

    init(_ bytes: some Sequence<UInt8>) {
        bits = bytes.reduce(0) { $0 | 1 << UInt64($1 & 63) }
    }

    /// Returns `false` only if the set certainly lacks a character of another set.
    func mayContain(_ other: CharacterSet64) -> Bool { bits & other.bits == other.bits }
}
