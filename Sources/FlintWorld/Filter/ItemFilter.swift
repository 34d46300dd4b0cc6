// SPDX-License-Identifier: MIT

/// A field by which a list can be filtered, such as `is` or `needs`.
///
/// A field either has a fixed set of values or accepts any search text.
package struct FilterField: Sendable, Hashable {
    package let name: String
    /// The possible values in lowercase and without blanks, or `nil` if the field accepts any search text.
    package let values: [String]?

    package init(_ name: String, values: [String]) {
        (self.name, self.values) = (name, values)
    }

    package init(_ name: String) {
        (self.name, values) = (name, nil)
    }

    /// Returns the values that typed text matches.
    ///
    /// An exact match returns only that value. Otherwise, the result contains every value that starts with the text or
    /// has a hyphen-separated part that starts with it. For example, `denied` matches `request-denied`. A field without
    /// fixed values returns the text in lowercase.
    package func values(matching typed: String) -> [String] {
        let typed = typed.lowercased()
        guard let values, !values.contains(typed) else { return [typed] }
        let needle = TextNeedle(typed)
        return values.filter(needle.isPrefix)
    }
}

/// An item in a list that can be filtered.
///
/// A filter requests the item's searchable text and field values only when its terms need them.
package protocol FilteredItem {
    func hasText(where isMatch: (String) -> Bool) -> Bool
    /// Returns whether any of the item's values for a field satisfies a predicate.
    ///
    /// For `is`, the predicate may also match the start of a value or of a hyphen-separated part. For a field with
    /// fixed values, the predicate expects the spelling in ``FilterField/values``.
    func hasValue(of field: String, where isMatch: (String) -> Bool) -> Bool
}

/// The field whose values also match words without a field name.
package let statusField = "is"

/// A query that is resolved against a list's fields and ready to be evaluated.
///
/// ``problems`` reports unknown fields and values, and their terms match no item. Terms without text have no effect.
///
/// ```swift
/// let fields = [FilterField("is", values: ["available", "unavailable"]), FilterField("needs")]
/// let filter = ItemFilter(FilterQuery("player is:available"), fields: fields)
/// let matching = items.filter { filter.matches($0) }
/// ```
package struct ItemFilter: Sendable, Hashable {
    package enum Test: Sendable, Hashable {
        /// A searchable string contains the text, or a status starts with it.
        case text(TextNeedle)
        case value(field: String, values: [String])
        case part(field: String, text: TextNeedle)
        /// The expression matches a searchable string or a status.
        case pattern(TextPattern)
        case patternPart(field: String, TextPattern)
    }

    package struct Condition: Sendable, Hashable {
        package let isExcluded: Bool
        package let test: Test
    }

    package private(set) var conditions: [Condition] = []
    package private(set) var problems: [String] = []

    /// Creates a filter from a query.
    ///
    /// A term with an unknown field or value matches no item. If it were ignored, the unfiltered list would look like
    /// the result.
    package init(_ query: FilterQuery, fields: [FilterField]) {
        for term in query.terms {
            if term.isPattern {
                add(pattern: term, fields: fields)
                continue
            }
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
            let values = field.values(matching: term.text).filter(known.contains)
            if values.isEmpty, !term.text.isEmpty {
                problems.append(Self.problem(unknownValue: term.text, of: name, values: known))
            }
            add(.value(field: name, values: values), term)
        }
    }

    package static let everything = ItemFilter(FilterQuery(""), fields: [])

    package var isEmpty: Bool { conditions.isEmpty }

    package func matches(_ item: some FilteredItem) -> Bool {
        conditions.allSatisfy { Self.passes(item, $0.test) != $0.isExcluded }
    }

    private static func passes(_ item: some FilteredItem, _ test: Test) -> Bool {
        switch test {
        case .text(let needle):
            item.hasText(where: needle.occurs) || item.hasValue(of: statusField, where: needle.isPrefix)
        case .value(let field, let values): item.hasValue(of: field, where: values.contains)
        case .part(let field, let needle): item.hasValue(of: field, where: needle.occurs)
        case .pattern(let pattern):
            item.hasText(where: pattern.occurs) || item.hasValue(of: statusField, where: pattern.occurs)
        case .patternPart(let field, let pattern): item.hasValue(of: field, where: pattern.occurs)
        }
    }

    private mutating func add(_ test: Test, _ term: FilterQuery.Term) {
        if !term.text.isEmpty { conditions.append(Condition(isExcluded: term.isExcluded, test: test)) }
    }

    private mutating func add(pattern term: FilterQuery.Term, fields: [FilterField]) {
        let nothing = Test.value(field: term.field ?? statusField, values: [])
        let field = fields.first { $0.name == term.field }
        if let name = term.field, field == nil {
            problems.append(Self.problem(unknownField: name, fields: fields))
            add(nothing, term)
            return
        }
        do throws(TextPattern.Problem) {
            let pattern = try TextPattern(term.text)
            guard let field else {
                add(.pattern(pattern), term)
                return
            }
            // Fixed values are matched once rather than for each item.
            let values = field.values?.filter(pattern.occurs)
            add(
                values.map { Test.value(field: field.name, values: $0) } ?? .patternPart(field: field.name, pattern),
                term)
        } catch {
            problems.append("\(term.text.prefix(40)) is not a regular expression: \(error.reason).")
            add(nothing, term)
        }
    }

    private static func problem(unknownField name: String, fields: [FilterField]) -> String {
        let names = fields.map(\.name)
        let offer = EditDistance.nearest(to: name, among: names).map { " Did you mean \($0):?" } ?? ""
        return names.isEmpty
            ? "This list has no fields; put text with a colon in quotes."
            : "There is no field \(name.prefix(40)): here.\(offer) Fields are \(names.listed())."
    }

    private static func problem(unknownValue text: String, of name: String, values: [String]) -> String {
        let offer = EditDistance.nearest(to: text, among: values).map { " Did you mean \(name):\($0)?" } ?? ""
        return "\(text.prefix(40)) is not a value of \(name):.\(offer) Values are \(values.listed())."
    }
}
