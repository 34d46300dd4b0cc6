// SPDX-License-Identifier: MIT

/// A statement in an expectations file about features that must hold in every state of an app.
///
/// | Statement | Meaning |
/// |---|---|
/// | `never Clip sharing when permission camera denied` | no such state has the feature |
/// | `Turbo downloads implies Downloads` | no state has the first feature without the second |
/// | `always one of Feeds, Import` | every state has at least one of the features |
///
/// `always FEATURE` means that every state has the feature. A statement with `never` or `always` can end with `when
/// FACT and FACT`, which limits it to the states with these facts. A fact is a kind, a name, and a value, as for `set`.
/// Names that contain `and`, `implies`, `or`, `when`, or a comma are written in quotes.
package struct GatingProperty: Sendable, Hashable {
    package struct Assumption: Sendable, Hashable {
        package let kind: FactKind
        package let name: String
        package let value: String

        package var text: String { ([kind.rawValue] + (name.isEmpty ? [] : [name]) + [value]).joined(separator: " ") }
    }

    package struct Malformed: Error {
        package static let advice =
            "write \"never FEATURE when FACT\", \"FEATURE implies FEATURE\", or \"always one of FEATURE, FEATURE\""
    }

    package let text: String
    /// The names of the features that are all available in a state that breaks the property.
    package let available: [String]
    /// The names of the features that are all unavailable in a state that breaks the property.
    package let unavailable: [String]
    package let assumptions: [Assumption]

    package init(_ text: String) throws(Malformed) {
        let parts = Word.words(in: text).split(at: "when")
        let statement = parts[0]
        switch statement.first?.keyword {
        case "never":
            (available, unavailable) = ([try Self.name(statement.dropFirst())], [])
        case "always" where statement.dropFirst().prefix(2).map(\.keyword) == ["one", "of"]:
            let lists = statement.dropFirst(3).split(at: ",").flatMap { $0.split(at: "or") }
            var names: [String] = []
            for list in lists { names.append(try Self.name(list)) }
            (available, unavailable) = ([], names)
        case "always":
            (available, unavailable) = ([], [try Self.name(statement.dropFirst())])
        default:
            let sides = statement.split(at: "implies")
            guard sides.count == 2, parts.count == 1 else { throw Malformed() }
            (available, unavailable) = ([try Self.name(sides[0])], [try Self.name(sides[1])])
        }
        guard parts.count <= 2 else { throw Malformed() }
        var assumptions: [Assumption] = []
        for fact in parts.dropFirst().first?.split(at: "and") ?? [] { assumptions.append(try Self.assumption(fact)) }
        // Facts that contradict each other would make every property hold.
        guard Set(assumptions.map { [$0.kind.rawValue, $0.name] }).count == assumptions.count else { throw Malformed() }
        self.text = text
        self.assumptions = assumptions
    }

    private static func name(_ words: ArraySlice<Word>) throws(Malformed) -> String {
        guard !words.isEmpty else { throw Malformed() }
        return words.map(\.text).joined(separator: " ")
    }

    private static func assumption(_ words: ArraySlice<Word>) throws(Malformed) -> Assumption {
        guard words.count > 1, let first = words.first, FactKind.isSpelling(first.text) else { throw Malformed() }
        let kind = FactKind(rawValue: KindSpelling.current(first.text))
        if kind.isSingle { return Assumption(kind: kind, name: "", value: try name(words.dropFirst())) }
        return Assumption(kind: kind, name: try name(words.dropFirst().dropLast()), value: words.last?.text ?? "")
    }

    /// A word of a property, or several words in quotes.
    fileprivate struct Word: Hashable {
        let text: String
        let isQuoted: Bool

        var keyword: String? { isQuoted ? nil : text }

        static func words(in text: String) -> ArraySlice<Word> {
            var words: [Word] = []
            var rest = text[...]
            while let first = rest.first {
                if first.isWhitespace {
                    rest.removeFirst()
                } else if first == "," {
                    words.append(Word(text: ",", isQuoted: false))
                    rest.removeFirst()
                } else if first == "\"" || first == "'", let end = rest.dropFirst().firstIndex(of: first) {
                    words.append(Word(text: String(rest[rest.index(after: rest.startIndex)..<end]), isQuoted: true))
                    rest = rest[rest.index(after: end)...]
                } else {
                    // A quotation mark without a second one is a part of the word.
                    let word = rest.prefix { !$0.isWhitespace && $0 != "," }
                    words.append(Word(text: String(word), isQuoted: false))
                    rest = rest.dropFirst(word.count)
                }
            }
            return words[...]
        }
    }
}

extension ArraySlice<GatingProperty.Word> {
    fileprivate func split(at keyword: String) -> [ArraySlice] {
        split(omittingEmptySubsequences: false) { $0.keyword == keyword }
    }
}
