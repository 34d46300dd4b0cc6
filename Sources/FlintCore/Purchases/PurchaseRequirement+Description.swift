extension PurchaseRequirement: CustomStringConvertible {
    /// The requirement in words, such as "(Premium or Supporter) and 5 × Credits".
    ///
    /// An inner rule of more than a thousand bytes is left out: it stands as "…".
    public var description: String { phrase.text }

    /// A text and whether it has an "and" or an "or" at its outermost level.
    private struct Phrase {
        let text: String
        let hasSeveralParts: Bool

        /// The text as one of several parts.
        var asPart: String {
            if text.utf8.count > 1_000 { return "…" }
            return hasSeveralParts ? "(\(text))" : text
        }

        /// Joins parts, each in parentheses if it has several itself; a single part stays as it is.
        init(_ parts: [Phrase], joinedBy conjunction: String) {
            if parts.count == 1 {
                self = parts[0]
            } else {
                text = parts.map(\.asPart).joined(separator: " \(conjunction) ")
                hasSeveralParts = true
            }
        }

        /// A text without parts.
        init(_ text: String) {
            self.text = text
            hasSeveralParts = false
        }
    }

    /// The products joined by the criteria, and then the dependencies, which must all be met besides.
    private var phrase: Phrase {
        var known: [ObjectIdentifier: Phrase] = [:]
        return fold(&known) { $0.phrase(with: $1) }
    }

    /// Returns the text of the requirement, given those of its dependencies.
    private func phrase(with further: [Phrase]) -> Phrase {
        let conjunction = matchingCriteria == .any ? "or" : "and"
        let products = orderedProducts.map { product in
            Phrase(quantity.map { "\($0) × \(product.name)" } ?? product.name)
        }
        switch (products.isEmpty, further.isEmpty) {
        case (true, true): return Phrase(matchingCriteria == .any ? "no purchase is enough" : "no purchase needed")
        case (true, false): return Phrase(further, joinedBy: conjunction)
        case (false, true): return Phrase(products, joinedBy: conjunction)
        case (false, false):
            let own = matchingCriteria == .all ? products : [Phrase(products, joinedBy: conjunction)]
            return Phrase(own + further, joinedBy: "and")
        }
    }
}
