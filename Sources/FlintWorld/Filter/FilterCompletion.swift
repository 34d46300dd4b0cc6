// SPDX-License-Identifier: MIT

/// The completions for the term at the cursor in a filter query.
///
/// After a field's colon, the completions are the field's values. Otherwise, they are field names. The text of the
/// chosen candidate replaces ``range`` in the query.
package struct FilterCompletion: Sendable, Hashable {
    package struct Candidate: Sendable, Hashable {
        /// The replacement, in quotation marks if necessary, such as `is:` or `"Premium subscription"`.
        package let text: String
        package let isField: Bool
    }

    package let range: Range<Int>
    package let candidates: [Candidate]

    private static let limit = 100

    /// Creates the completions at the cursor, or returns `nil` if no candidate matches.
    ///
    /// `cursor` is the number of characters before the cursor. `values` returns suggestions for a field without a
    /// fixed set of values.
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
        // A completion in the middle of a term would leave the rest of the term behind.
        guard cursor == term.range.upperBound, !term.isPattern else { return nil }
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
        candidates = (field.values?.filter(needle.isPrefix) ?? Self.values(values(field), beginning: needle))
            .prefix(Self.limit)
            .compactMap { value in FilterQuery.quoted(value).map { Candidate(text: $0, isField: false) } }
        if candidates.isEmpty { return nil }
    }

    private static func values(_ values: [String], beginning needle: TextNeedle) -> [String] {
        let found = values.filter { !$0.isEmpty && needle.occurs(in: $0) }
        let isFirst: (String) -> Bool = { $0.lowercased().hasPrefix(needle.text) }
        return found.filter(isFirst) + found.filter { !isFirst($0) }
    }
}
