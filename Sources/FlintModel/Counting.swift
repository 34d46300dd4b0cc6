// SPDX-License-Identifier: MIT

extension Int {
    /// Returns the number with its noun, such as "1 feature" or "2 features".
    package func counted(_ noun: String, plural: String? = nil) -> String {
        self == 1 ? "1 \(noun)" : "\(self) \(plural ?? noun + "s")"
    }
}

extension BidirectionalCollection<String> {
    /// Returns the elements as a list within a sentence, such as "a, b and c".
    package func listed(with conjunction: String = "and") -> String {
        guard count > 1, let last else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " \(conjunction) " + last
    }

    /// Returns a list of the first elements that ends with the number of the rest, such as "a, b and 3 more".
    package func listed(atMost limit: Int) -> String {
        let rest = count - limit
        return rest > 0 ? (prefix(limit) + ["\(rest) more"]).listed() : listed()
    }
}
