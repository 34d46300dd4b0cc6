/// A field by which a list can be filtered.
package struct FilterField: Sendable, Hashable {
    /// The name before the colon.
    package let name: String
    /// The values it can have in lower case, without blanks; `nil` if it is searched for any text.
    package let values: [String]?

    /// Creates a field with a fixed set of values.
    package init(_ name: String, values: [String]) {
        (self.name, self.values) = (name, values)
    }

    /// Creates a field that is searched for any text.
    package init(_ name: String) {
        (self.name, values) = (name, nil)
    }

    /// Returns the values that are meant by what was typed: that value, or else all that begin with it or one of whose
    /// parts does, as `denied` begins a part of `request-denied`.
    package func values(meantBy typed: String) -> [String] {
        let typed = typed.lowercased()
        guard let values, !values.contains(typed) else { return [typed] }
        let needle = TextNeedle(typed)
        return values.filter(needle.beginsPart)
    }
}

/// Something that a filter chooses from a list.
package protocol FilteredItem {
    /// Returns whether any text that it is found by satisfies a predicate.
    func hasText(where isMatch: (String) -> Bool) -> Bool
    /// Returns whether any of its values of a field satisfies a predicate.
    ///
    /// - Parameters:
    ///   - field: The name of the field. The values of `is` are also found by words that begin them or a part of them.
    ///   - isMatch: The predicate; values of a fixed set are passed as the set has them.
    /// - Returns: Whether there is such a value.
    func hasValue(of field: String, where isMatch: (String) -> Bool) -> Bool
}

/// The name of the field whose values are also found without it.
package let statusField = "is"

/// A query against the fields of a list, ready to be evaluated.
///
/// A term with an unknown field or value is reported in ``problems`` and restricts nothing.
package struct ItemFilter: Sendable, Hashable {
    /// What a term tests.
    package enum Test: Sendable, Hashable {
        /// That a text or a status has it.
        case text(TextNeedle)
        /// That a field has one of some values.
        case value(field: String, values: [String])
        /// That a value of a field contains a text.
        case part(field: String, text: TextNeedle)
    }

    /// A term that restricts the list.
    package struct Condition: Sendable, Hashable {
        /// Whether what passes the test is left out.
        package let isExcluded: Bool
        /// What is tested.
        package let test: Test
    }

    /// The conditions, all of which must hold.
    package private(set) var conditions: [Condition] = []
    /// What is wrong with the query, in a sentence each.
    package private(set) var problems: [String] = []

    /// Creates a filter.
    ///
    /// What is misspelt matches nothing, so that no list looks as if it were filtered.
    ///
    /// - Parameters:
    ///   - query: What was typed.
    ///   - fields: The fields that items of the list have.
    package init(_ query: FilterQuery, fields: [FilterField]) {
        for term in query.terms {
            guard let name = term.field else {
                add(.text(TextNeedle(term.text)), term)
                continue
            }
            guard let field = fields.first(where: { $0.name == name }) else {
                problems.append(Self.problem(unknownField: name, fields: fields))
                add(.value(field: name, values: []), term)
                continue
            }
            guard let known = field.values else {
                add(.part(field: name, text: TextNeedle(term.text)), term)
                continue
            }
            let values = field.values(meantBy: term.text).filter(known.contains)
            if values.isEmpty, !term.text.isEmpty {
                problems.append(Self.problem(unknownValue: term.text, of: name, values: known))
            }
            add(.value(field: name, values: values), term)
        }
    }

    /// A filter that everything matches.
    package static let everything = ItemFilter(FilterQuery(""), fields: [])

    /// Whether everything matches.
    package var isEmpty: Bool { conditions.isEmpty }

    /// Returns whether an item matches.
    package func matches(_ item: some FilteredItem) -> Bool {
        conditions.allSatisfy { Self.passes(item, $0.test) != $0.isExcluded }
    }

    private static func passes(_ item: some FilteredItem, _ test: Test) -> Bool {
        switch test {
        case .text(let needle):
            item.hasText(where: needle.isIn) || item.hasValue(of: statusField, where: needle.beginsPart)
        case .value(let field, let values): item.hasValue(of: field, where: values.contains)
        case .part(let field, let needle): item.hasValue(of: field, where: needle.isIn)
        }
    }

    private mutating func add(_ test: Test, _ term: FilterQuery.Term) {
        if !term.text.isEmpty { conditions.append(Condition(isExcluded: term.isExcluded, test: test)) }
    }

    private static func problem(unknownField name: String, fields: [FilterField]) -> String {
        let names = fields.map(\.name)
        let offer = EditDistance.nearest(to: name, among: names).map { " Did you mean \($0):?" } ?? ""
        return names.isEmpty
            ? "This list has no fields; put text with a colon in quotes."
            : "There is no field \(name.prefix(40)): here.\(offer) Fields are \(list(names))."
    }

    private static func problem(unknownValue text: String, of name: String, values: [String]) -> String {
        let offer = EditDistance.nearest(to: text, among: values).map { " Did you mean \(name):\($0)?" } ?? ""
        return "\(text.prefix(40)) is no value of \(name):.\(offer) Values are \(list(values))."
    }

    private static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }
}
