// SPDX-License-Identifier: MIT

/// A promise in a product's store description that the product should keep.
package struct LintClaim: Sendable, Hashable {
    /// The identifier of the product.
    package var product: String
    /// The words of the promise in the product's description, regardless of case.
    package var text: String
    /// The id or the name of the promised feature.
    package var feature: String

    package init(product: String, text: String, feature: String) {
        (self.product, self.text, self.feature) = (product, text, feature)
    }
}

extension World {
    /// Returns findings about claims that the store no longer makes or that the product does not keep.
    ///
    /// A product keeps a claim if it unlocks the feature alone, or together with steps of the user that are not
    /// purchases.
    package func findings(about claims: [LintClaim]) -> [LintFinding] {
        var effects: [String: [String: ProductEffect]] = [:]
        return claims.compactMap { claim in
            let named = model.features.filter { $0.id == claim.feature || $0.name == claim.feature }
            func finding(_ message: String) -> LintFinding {
                LintFinding(
                    kind: .unkeptClaim, featureID: named.first?.id,
                    fact: FactReference(kind: .purchase, key: claim.product), requirement: claim.text, message: message)
            }
            guard let product = model.products[claim.product] else {
                return finding("A claim is about \(claim.product), which is no product of the app.")
            }
            guard let feature = named.first else {
                return finding("A claim about \(product.name) names \(claim.feature), which is no feature of the app.")
            }
            guard product.description?.lowercased().contains(claim.text.lowercased()) == true else {
                return finding("The text of \(product.name) does not contain \"\(claim.text)\".")
            }
            let known =
                effects[claim.product]
                ?? Dictionary(
                    self.effects(ofProduct: claim.product).map { ($0.feature, $0.effect) }, uniquingKeysWith: { $1 })
            effects[claim.product] = known
            let head = "The text of \(product.name) promises \"\(claim.text)\", but the product"
            switch known[feature.id] {
            case .alone?: return nil
            case .together(let plans)?:
                if plans.contains(where: { $0.purchases.count == 1 }) { return nil }
                let others = plans[0].purchases.map(\.name).filter { $0 != product.name }
                return finding("\(head) opens \(feature.name) only together with \(others.listed()).")
            case .never?, nil: return finding("\(head) does not open \(feature.name).")
            }
        }
    }
}
