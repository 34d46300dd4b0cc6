import FeatureGating

extension PurchaseRequirement {
    /// What the purchase amounts to for a feature.
    func conditions(for feature: FeaturePath) -> Requirement<Condition> {
        var known: [ObjectIdentifier: Requirement<Condition>] = [:]
        return requirement(for: feature, sharing: &known) { .fact($0) }
    }

    /// Returns what the purchase amounts to for a feature, with something else in place of each condition.
    ///
    /// - Parameters:
    ///   - feature: The path of the feature.
    ///   - known: What rules that the feature has mentioned before amount to.
    ///   - condition: What to put in place of a condition.
    /// - Returns: The requirement.
    func requirement<Key>(
        for feature: FeaturePath, sharing known: inout [ObjectIdentifier: Requirement<Key>],
        _ condition: (Condition) -> Requirement<Key>
    ) -> Requirement<Key> {
        combined(&known) { product, quantity in
            condition(
                .purchase(
                    PurchaseCondition(
                        productID: product.productID, isConsumable: product is ConsumableProduct, quantity: quantity,
                        feature: feature)))
        }
    }
}
