import FeatureGating

extension PurchaseRequirement {
    /// What the purchase amounts to for a feature.
    func conditions(for feature: FeaturePath) -> Requirement<Condition> {
        requirement(for: feature) { .fact($0) }
    }

    /// What the purchase amounts to for a feature, with something else in place of each condition.
    func requirement<Key>(
        for feature: FeaturePath, _ condition: (Condition) -> Requirement<Key>
    ) -> Requirement<Key> {
        combined { product, quantity in
            condition(
                .purchase(
                    PurchaseCondition(
                        productID: product.productID, isConsumable: product is ConsumableProduct, quantity: quantity,
                        feature: feature)))
        }
    }
}
