extension PurchaseRequirement: CustomStringConvertible {
    /// The requirement in words, such as "(Premium or Supporter) and 5 × Credits".
    public var description: String {
        let parts = descriptionsOfParts
        guard !parts.isEmpty else { return matchingCriteria == .any ? "no purchase is enough" : "no purchase needed" }
        return parts.joined(separator: matchingCriteria == .any ? " or " : " and ")
    }

    /// The products and then the further rules, those that consist of several parts in parentheses if they stand
    /// beside others.
    private var descriptionsOfParts: [String] {
        let products = orderedProducts.map { product in
            quantity.map { "\($0) × \(product.name)" } ?? product.name
        }
        let dependencies = dependencies ?? []
        let standsAlone = products.isEmpty && dependencies.count == 1
        return products
            + dependencies.map { dependency in
                dependency.hasSeveralParts && !standsAlone ? "(\(dependency))" : dependency.description
            }
    }

    /// Whether the description has an "and" or an "or" at its outermost level.
    private var hasSeveralParts: Bool {
        let dependencies = dependencies ?? []
        if orderedProducts.isEmpty && dependencies.count == 1 { return dependencies[0].hasSeveralParts }
        return orderedProducts.count + dependencies.count > 1
    }
}
