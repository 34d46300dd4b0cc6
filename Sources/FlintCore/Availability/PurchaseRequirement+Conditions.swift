import FeatureGating

extension PurchaseRequirement {
    /// What the purchase amounts to for a feature.
    func conditions(for feature: FeaturePath) -> Requirement<Condition> {
        expression { product, quantity in
            .purchase(
                PurchaseCondition(
                    productID: product.productID, isConsumable: product is ConsumableProduct, quantity: quantity,
                    feature: feature))
        }
    }
}
