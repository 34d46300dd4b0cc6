@testable import FlintWorld

/// The invariants of the filter language for arbitrary text, checked by the fuzzer and the tests.
enum FilterProperty {
    private static let fields = [
        FilterField("is", values: ["available", "not-purchased", "unavailable", "undetermined"]), FilterField("needs"),
        FilterField("last-change"),
    ]
    private static let texts = ["Smart playlists", "premium/plus", "a\"b", "ÄRGER", "!x", "is:no", "/slash", ""]

    /// Checks the invariants for a query.
    ///
    /// - Parameter input: The query, followed by a line break and a value that is offered for completion.
    /// - Returns: A description of the violated invariant, or `nil`.
    static func problem(with input: [UInt8]) -> String? {
        let parts = input.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        let values = texts + parts.dropFirst()
        let query = FilterQuery(parts[0])
        let filter = ItemFilter(query, fields: fields)
        if filter.conditions.count > query.terms.count || filter.problems.count > query.terms.count {
            return "there is more in the filter than in the query"
        }
        if filter.problems.contains(where: { $0.count > 600 }) { return "a problem is long" }
        return problem(withTermsOf: query, count: parts[0].count) ?? problem(withPrinted: query)
            ?? problem(withMatchesOf: query, filter, texts: values)
            ?? problem(withCompletionOf: String(parts[0].prefix(60)), values: values)
    }

    /// Checks that terms are at their reported positions, in order.
    private static func problem(withTermsOf query: FilterQuery, count: Int) -> String? {
        var end = 0
        for term in query.terms {
            guard term.range.lowerBound >= end, term.range.upperBound <= count, !term.range.isEmpty,
                (term.range.lowerBound...term.range.upperBound).contains(term.textStart)
            else { return "a term is out of place" }
            if term.isOpen, term.range.upperBound != count { return "a quotation is open before the end" }
            end = term.range.upperBound
        }
        return nil
    }

    /// Checks that a printed query parses as the same query.
    private static func problem(withPrinted query: FilterQuery) -> String? {
        // A combining character after a quotation mark, such as a separate accent, cannot be printed.
        guard query.terms.allSatisfy({ "\"\($0.text)\"".count == $0.text.count + 2 }) else { return nil }
        let text = query.terms.map { term in
            (term.isExcluded ? "!" : "") + (term.field.map { $0 + ":" } ?? "") + (term.isPattern ? "~" : "")
                + "\"\(term.text)\""
        }.joined(separator: " ")
        let again = FilterQuery(text)
        let isEqual =
            again.terms.count == query.terms.count
            && zip(again.terms, query.terms).allSatisfy {
                ($0.isExcluded, $0.field, $0.isPattern, $0.text) == ($1.isExcluded, $1.field, $1.isPattern, $1.text)
            }
        return isEqual ? nil : "a printed query is another one"
    }

    /// Checks that the matches of a query are the intersection of the matches of its terms, and that a term and its
    /// negation have no common matches.
    private static func problem(withMatchesOf query: FilterQuery, _ filter: ItemFilter, texts: [String]) -> String? {
        for text in texts {
            let item = Item(text: text)
            let parts = query.terms.prefix(20).map { term -> Bool in
                let sign = term.isExcluded ? "!" : ""
                let field = (term.field.map { $0 + ":" } ?? "") + (term.isPattern ? "~" : "")
                let alone = ItemFilter(FilterQuery("\(sign)\(field)\"\(term.text)\""), fields: fields)
                let opposite = ItemFilter(
                    FilterQuery("\(term.isExcluded ? "" : "!")\(field)\"\(term.text)\""), fields: fields)
                if !alone.isEmpty, alone.matches(item) == opposite.matches(item) { return !filter.matches(item) }
                return alone.matches(item)
            }
            if query.terms.count <= 20, filter.matches(item) != parts.allSatisfy(\.self) {
                return "\(text) does not match as its terms do"
            }
        }
        return nil
    }

    /// Checks that a completion that replaces the typed text is a term with the offered text.
    private static func problem(withCompletionOf text: String, values: [String]) -> String? {
        let characters = Array(text)
        for cursor in 0...characters.count {
            guard let completion = FilterCompletion(text, cursor: cursor, fields: fields, values: { _ in values })
            else {
                continue
            }
            guard (0...characters.count).contains(completion.range.lowerBound), completion.range.upperBound == cursor
            else { return "what is replaced is out of place" }
            for candidate in completion.candidates {
                let before = String(characters[..<completion.range.lowerBound])
                let changed = FilterQuery(before + candidate.text + " " + String(characters[cursor...]))
                let term = changed.terms.first { $0.textStart == completion.range.lowerBound || candidate.isField }
                guard let term else { return "\(candidate.text) is no term" }
                if candidate.isField { continue }
                if !values.contains(term.text), !fields.contains(where: { $0.values?.contains(term.text) == true }) {
                    return "\(candidate.text) becomes \(term.text)"
                }
            }
        }
        return nil
    }

    private struct Item: FilteredItem {
        let text: String

        func hasText(where isMatch: (String) -> Bool) -> Bool { isMatch(text) }

        func hasValue(of field: String, where isMatch: (String) -> Bool) -> Bool {
            isMatch(field == "is" ? "not-purchased" : text)
        }
    }
}
