/// What the term at the cursor of a query can be completed to.
package struct FilterCompletion: Sendable, Hashable {
    /// A text that can be put in place of what was typed of it.
    package struct Candidate: Sendable, Hashable {
        /// The text as it has to be typed, such as `is:` or `"Premium subscription"`.
        package let text: String
        /// Whether a value follows, because it is the name of a field.
        package let isField: Bool
    }

    /// What is replaced, in characters of the query.
    package let range: Range<Int>
    /// The texts, in the order in which they are offered.
    package let candidates: [Candidate]

    /// The most values of a field that are offered.
    private static let limit = 100

    /// Finds what can be completed; fails if there is nothing to complete at the cursor.
    ///
    /// - Parameters:
    ///   - text: The query.
    ///   - cursor: How many characters stand before the cursor.
    ///   - fields: The fields of the list.
    ///   - values: The values to offer for a field that is searched for any text.
    package init?(
        _ text: String, cursor: Int, fields: [FilterField], values: (FilterField) -> [String]
    ) {
        let terms = FilterQuery(text).terms
        let term = terms.first { $0.range.lowerBound < cursor && cursor <= $0.range.upperBound }
        guard let term else {
            range = cursor..<cursor
            candidates = fields.map { Candidate(text: $0.name + ":", isField: true) }
            if candidates.isEmpty { return nil }
            return
        }
        guard cursor == term.range.upperBound else { return nil }
        range = term.textStart..<term.range.upperBound
        guard let name = term.field else {
            guard !term.isQuoted else { return nil }
            let typed = term.text.lowercased()
            candidates = fields.filter { $0.name.hasPrefix(typed) }
                .map { Candidate(text: $0.name + ":", isField: true) }
            if candidates.isEmpty { return nil }
            return
        }
        guard let field = fields.first(where: { $0.name == name }) else { return nil }
        let needle = TextNeedle(term.text)
        candidates = (field.values?.filter(needle.beginsPart) ?? Self.values(values(field), beginning: needle))
            .prefix(Self.limit)
            .compactMap { value in FilterQuery.quoted(value).map { Candidate(text: $0, isField: false) } }
        if candidates.isEmpty { return nil }
    }

    /// Returns the values that begin with a text, and after them those that contain it.
    private static func values(_ values: [String], beginning needle: TextNeedle) -> [String] {
        let found = values.filter { !$0.isEmpty && needle.isIn($0) }
        let isFirst: (String) -> Bool = { $0.lowercased().hasPrefix(needle.text) }
        return found.filter(isFirst) + found.filter { !isFirst($0) }
    }
}
