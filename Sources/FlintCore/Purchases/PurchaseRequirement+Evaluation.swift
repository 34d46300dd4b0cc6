public import FeatureGating

extension PurchaseRequirement {
    /// The requirement as an expression over keys that stand for its products.
    ///
    /// Products come before dependencies, each in the order in which they are shown, so that the same requirement
    /// always gives the same expression.
    ///
    /// - Parameter leaf: The key of a product, given the product and how many units of it are needed.
    /// - Returns: An expression that is true when the requirement is met.
    public func expression<Key>(_ leaf: (Product, UInt?) -> Key) -> Requirement<Key> {
        combined { .fact(leaf($0, $1)) }
    }

    /// The requirement with an expression in place of each product.
    func combined<Key>(_ part: (Product, UInt?) -> Requirement<Key>) -> Requirement<Key> {
        if dependencies == nil, orderedProducts.count == 1 { return part(orderedProducts[0], quantity) }
        let parts = orderedProducts.map { part($0, quantity) } + (dependencies ?? []).map { $0.combined(part) }
        if parts.count == 1 { return parts[0] }
        return matchingCriteria == .any ? .any(parts) : .all(parts)
    }

    /// Whether the requirement is met, given what a tracker knows.
    ///
    /// - Parameters:
    ///   - purchaseTracker: The tracker to ask.
    ///   - feature: The feature the purchases are for, which earlier ones may have unlocked.
    /// - Returns: Yes, no, or `nil` for not known yet.
    public func isFulfilled(purchaseTracker: any PurchaseTracker, feature: FeatureDefinition.Type) -> Bool? {
        let isEnabled = purchaseTracker.isFeatureEnabledByPastPurchases(feature)
        let debugTracker = purchaseTracker as? DebugPurchaseTracker
        return expression { product, _ in product }.evaluate { product in
            PurchaseEvaluation.truth(
                of: product, status: purchaseTracker.status(of: product),
                override: debugTracker?.overridenStatus(for: product), enabledByPastPurchases: isEnabled)
        }.boolValue
    }
}
