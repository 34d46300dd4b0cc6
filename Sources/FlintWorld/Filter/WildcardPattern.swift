// SPDX-License-Identifier: MIT

/// A pattern in which each `*` matches any number of characters.
///
/// The comparison is exact, including case, and covers the whole string.
///
/// ```swift
/// WildcardPattern("flag debug-*").matches("flag debug-menu")   // true
/// ```
package struct WildcardPattern: Sendable, Hashable, CustomStringConvertible {
    private static let wildcard = UInt8(ascii: "*")

    package let description: String
    /// The literals before, between, and after the wildcards.
    ///
    /// Each literal can be empty.
    private let literals: [[UInt8]]

    package init(_ text: String) {
        description = text
        literals = text.utf8.split(separator: Self.wildcard, omittingEmptySubsequences: false).map(Array.init)
    }

    /// Creates a pattern with wildcards between literals, which may contain asterisks.
    init(literals: [String]) {
        description = literals.joined(separator: "*")
        self.literals = literals.map { Array($0.utf8) }
    }

    package func matches(_ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        guard let first = literals.first, let last = literals.last, rest.starts(with: first) else { return false }
        guard literals.count > 1 else { return rest.count == first.count }
        rest = rest.dropFirst(first.count)
        guard rest.count >= last.count, rest.suffix(last.count).elementsEqual(last) else { return false }
        rest = rest.dropLast(last.count)
        // Taking the first occurrence of each literal leaves the most characters for the next ones.
        return literals.dropFirst().dropLast().allSatisfy { literal in
            guard let index = rest.indices.first(where: { rest[$0...].starts(with: literal) }) else {
                return literal.isEmpty
            }
            rest = rest[(index + literal.count)...]
            return true
        }
    }
}
