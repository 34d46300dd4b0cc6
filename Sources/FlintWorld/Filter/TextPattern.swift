// SPDX-License-Identifier: MIT

/// A regular expression that matches anywhere in a string, regardless of case.
///
/// The expression is compiled to an automaton without backtracking. A search therefore takes time proportional to the
/// string's length, regardless of the expression, and no expression that is being typed can block a front end. The
/// standard library's `Regex` takes exponential time for expressions such as `(a+)+b`.
///
/// The supported syntax is a common subset: characters, `.`, classes such as `[a-z_]` and `[^0-9]`, `\d`, `\w`, `\s`
/// and their opposites, groups, `|`, `*`, `+`, `?`, `^`, and `$`. Each character, class, or `.` is one state of the
/// automaton. A literal character outside ASCII is one state for each of its UTF-8 bytes.
package struct TextPattern: Sendable, Hashable {
    package struct Problem: Error, Sendable, Hashable {
        package let reason: String
    }

    /// The maximum number of states, so that a set of states fits in one integer.
    fileprivate static let stateLimit = 64

    package let text: String
    private let automaton: Automaton

    package init(_ text: String) throws(Problem) {
        var parser = PatternParser(text)
        self.text = text
        automaton = try parser.parse()
    }

    package func occurs(in text: String) -> Bool {
        var lower = text.lowercased()
        return lower.withUTF8 { occurs(lowercased: $0) }
    }

    package func occurs(lowercased text: UnsafeBufferPointer<UInt8>) -> Bool { automaton.matches(text) }
}

/// The states of a pattern, as a set of bits for each byte.
///
/// Each state has consumed the bytes of one character, class, or `.`. A set of states is an integer with one bit for
/// each state.
private struct Automaton: Sendable, Hashable {
    /// The states that each byte can lead to.
    var entered = [UInt64](repeating: 0, count: 256)
    /// The states that can follow each state.
    var next: [UInt64] = []
    /// The states that consume a whole character, including the further bytes of a character outside ASCII.
    var whole: UInt64 = 0
    var first: UInt64 = 0
    var firstAtStart: UInt64 = 0
    var last: UInt64 = 0
    var lastAtEnd: UInt64 = 0
    var matchesEverything = false
    var matchesEmptyText = false

    func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        if matchesEverything || (text.isEmpty && matchesEmptyText) { return true }
        return next.withUnsafeBufferPointer { next in
            entered.withUnsafeBufferPointer { entered in
                var states: UInt64 = 0
                // The states after `^` are possible only before the first byte.
                var possible = first | firstAtStart
                for byte in text {
                    var rest = states
                    while rest != 0 {
                        possible |= next[rest.trailingZeroBitCount]
                        rest &= rest - 1
                    }
                    // A byte of this form continues a character.
                    states = possible & entered[Int(byte)] | (byte & 0xC0 == 0x80 ? states & whole : 0)
                    if states & last != 0 { return true }
                    possible = first
                }
                return states & lastAtEnd != 0
            }
        }
    }
}

/// Parses an expression and builds its automaton by Glushkov's construction.
private struct PatternParser {
    /// The states that can begin and end a part of the expression.
    private struct Part {
        var first: UInt64 = 0
        var last: UInt64 = 0
        var canBeEmpty = true
    }

    /// The set of characters that a class or `.` matches.
    ///
    /// `hasOthers` stands for all characters outside ASCII.
    private struct CharacterClass {
        var ascii: Set<UInt8> = []
        var hasOthers = false

        static let digits = CharacterClass(ascii: Set(UInt8(ascii: "0")...UInt8(ascii: "9")))
        static let word = CharacterClass(
            ascii: digits.ascii.union(UInt8(ascii: "a")...UInt8(ascii: "z")).union([UInt8(ascii: "_")]))
        static let space = CharacterClass(ascii: [0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x20])

        var inverse: CharacterClass {
            CharacterClass(ascii: Set(0..<0x80).subtracting(ascii), hasOthers: !hasOthers)
        }
    }

    private static let depthLimit = 16

    private let pattern: [Character]
    private var index = 0
    private var depth = 0
    private var result = Automaton()

    init(_ text: String) { pattern = Array(text) }

    private var character: Character? { pattern.indices.contains(index) ? pattern[index] : nil }

    private mutating func skip(_ expected: Character) -> Bool {
        guard character == expected else { return false }
        index += 1
        return true
    }

    mutating func parse() throws(TextPattern.Problem) -> Automaton {
        repeat {
            let isAtStart = skip("^")
            let part = try parseSequence()
            let isAtEnd = skip("$")
            if isAtStart { result.firstAtStart |= part.first } else { result.first |= part.first }
            if isAtEnd { result.lastAtEnd |= part.last } else { result.last |= part.last }
            // An empty alternative matches everywhere, unless both of its ends are anchored.
            if part.canBeEmpty {
                result.matchesEmptyText = true
                if !isAtStart || !isAtEnd { result.matchesEverything = true }
            }
        } while skip("|")
        if character != nil { throw TextPattern.Problem(reason: "a ) has no (") }
        return result
    }

    private mutating func parseAlternatives() throws(TextPattern.Problem) -> Part {
        var whole = try parseSequence()
        while skip("|") {
            let part = try parseSequence()
            whole.first |= part.first
            whole.last |= part.last
            whole.canBeEmpty = whole.canBeEmpty || part.canBeEmpty
        }
        return whole
    }

    private mutating func parseSequence() throws(TextPattern.Problem) -> Part {
        var whole = Part()
        while let character, character != "|", character != ")", !endsAlternative(character) {
            append(try parseRepetition(), to: &whole)
        }
        return whole
    }

    /// Returns whether a character is the `$` at the end of an alternative outside groups.
    private func endsAlternative(_ character: Character) -> Bool {
        character == "$" && depth == 0 && (index + 1 == pattern.count || pattern[index + 1] == "|")
    }

    private mutating func append(_ part: Part, to whole: inout Part) {
        connect(whole.last, to: part.first)
        if whole.canBeEmpty { whole.first |= part.first }
        whole.last = part.canBeEmpty ? whole.last | part.last : part.last
        whole.canBeEmpty = whole.canBeEmpty && part.canBeEmpty
    }

    private mutating func connect(_ states: UInt64, to others: UInt64) {
        for state in result.next.indices where states & 1 << UInt64(state) != 0 { result.next[state] |= others }
    }

    private mutating func parseRepetition() throws(TextPattern.Problem) -> Part {
        var part = try parseAtom()
        guard let sign = character, "*+?".contains(sign) else { return part }
        index += 1
        // A repetition leads back to its first states.
        if sign != "?" { connect(part.last, to: part.first) }
        if sign != "+" { part.canBeEmpty = true }
        // Whether a repetition is lazy does not affect which texts match.
        _ = skip("?")
        return part
    }

    private mutating func parseAtom() throws(TextPattern.Problem) -> Part {
        guard let character else { return Part() }
        index += 1
        switch character {
        case "(": return try parseGroup()
        case "[": return try addState(parseBracket())
        case ".": return try addState(CharacterClass().inverse)
        case "\\": return try parseEscape()
        case "*", "+", "?": throw TextPattern.Problem(reason: "there is nothing before \(character) to repeat")
        case "{": throw TextPattern.Problem(reason: "{ is not supported; write \\{ for the character")
        case "^": throw TextPattern.Problem(reason: "^ must be at the start; write \\^ for the character")
        case "$": throw TextPattern.Problem(reason: "$ must be at the end; write \\$ for the character")
        default: return try addLiteral(character)
        }
    }

    private mutating func parseGroup() throws(TextPattern.Problem) -> Part {
        depth += 1
        guard depth <= Self.depthLimit else { throw TextPattern.Problem(reason: "its groups are too deep") }
        if skip("?"), !skip(":") { throw TextPattern.Problem(reason: "of the groups with ?, only (?: is supported") }
        let part = try parseAlternatives()
        guard skip(")") else { throw TextPattern.Problem(reason: "a ( has no )") }
        depth -= 1
        return part
    }

    private mutating func addLiteral(_ character: Character) throws(TextPattern.Problem) -> Part {
        var whole = Part()
        for byte in character.lowercased().utf8 { append(try addState { $0 == byte }, to: &whole) }
        return whole
    }

    private mutating func addState(_ characters: CharacterClass) throws(TextPattern.Problem) -> Part {
        // A byte that continues a character does not enter the state. Because of `whole`, the state remains active.
        let part = try addState { $0 < 0x80 ? characters.ascii.contains($0) : characters.hasOthers && $0 >= 0xC0 }
        if characters.hasOthers { result.whole |= part.first }
        return part
    }

    private mutating func addState(where isEntered: (UInt8) -> Bool) throws(TextPattern.Problem) -> Part {
        guard result.next.count < TextPattern.stateLimit else { throw TextPattern.Problem(reason: "it is too long") }
        let bit: UInt64 = 1 << UInt64(result.next.count)
        result.next.append(0)
        for byte in UInt8.min...UInt8.max where isEntered(byte) { result.entered[Int(byte)] |= bit }
        return Part(first: bit, last: bit, canBeEmpty: false)
    }

    private mutating func parseEscape() throws(TextPattern.Problem) -> Part {
        guard let character else { throw TextPattern.Problem(reason: "nothing follows the \\") }
        index += 1
        if let characters = Self.escapedClass(character) { return try addState(characters) }
        guard !character.isLetter, !character.isNumber else {
            throw TextPattern.Problem(reason: "\\\(character) is not supported")
        }
        return try addLiteral(character)
    }

    private static func escapedClass(_ letter: Character) -> CharacterClass? {
        switch letter {
        case "d": .digits
        case "D": CharacterClass.digits.inverse
        case "w": .word
        case "W": CharacterClass.word.inverse
        case "s": .space
        case "S": CharacterClass.space.inverse
        default: nil
        }
    }

    private mutating func parseBracket() throws(TextPattern.Problem) -> CharacterClass {
        let isInverse = skip("^")
        var characters = CharacterClass()
        while let character, character != "]" {
            index += 1
            if character == "\\", let letter = self.character, let escaped = Self.escapedClass(letter) {
                index += 1
                characters.ascii.formUnion(escaped.ascii)
                characters.hasOthers = characters.hasOthers || escaped.hasOthers
                continue
            }
            let start = try parseMember(character)
            // A hyphen before the closing bracket is a member of the class.
            guard self.character == "-", index + 1 < pattern.count, pattern[index + 1] != "]" else {
                characters.ascii.insert(start.lowercase)
                continue
            }
            index += 1
            let end = pattern[index]
            index += 1
            let last = try parseMember(end)
            guard start <= last else {
                throw TextPattern.Problem(reason: "the range \(character)-\(end) is in the wrong order")
            }
            for byte in start...last { characters.ascii.insert(byte.lowercase) }
        }
        guard skip("]") else { throw TextPattern.Problem(reason: "a [ has no ]") }
        if characters.ascii.isEmpty, !characters.hasOthers { throw TextPattern.Problem(reason: "[] is empty") }
        return isInverse ? characters.inverse : characters
    }

    private mutating func parseMember(_ character: Character) throws(TextPattern.Problem) -> UInt8 {
        var byte = character.asciiValue
        if character == "\\" {
            byte = self.character?.asciiValue
            index += 1
        }
        guard let byte else { throw TextPattern.Problem(reason: "[] can contain only ASCII characters") }
        return byte
    }
}

extension UInt8 {
    fileprivate var lowercase: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }
}
