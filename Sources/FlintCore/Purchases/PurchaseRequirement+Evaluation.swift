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

    /// Returns the requirement with an expression in place of each product.
    ///
    /// The criteria combine the products, and every dependency must be met besides; without products the criteria
    /// combine the dependencies.
    func combined<Key>(_ part: (Product, UInt?) -> Requirement<Key>) -> Requirement<Key> {
        var known: [ObjectIdentifier: Requirement<Key>] = [:]
        return combined(&known, part)
    }

    /// Returns the requirement with an expression in place of each product.
    ///
    /// - Parameters:
    ///   - known: The expressions of rules that have been met before, which are shared.
    ///   - part: Makes an expression of a product.
    /// - Returns: The expression.
    func combined<Key>(
        _ known: inout [ObjectIdentifier: Requirement<Key>], _ part: (Product, UInt?) -> Requirement<Key>
    ) -> Requirement<Key> {
        fold(&known) { rule, further in
            if further.isEmpty, rule.orderedProducts.count == 1 { return part(rule.orderedProducts[0], rule.quantity) }
            let products = rule.orderedProducts.map { part($0, rule.quantity) }
            if further.isEmpty { return rule.joined(products) }
            if products.isEmpty { return rule.joined(further) }
            // Products that are all required stand beside the dependencies, so that no heading is shown over them.
            return .all((rule.matchingCriteria == .all ? products : [rule.joined(products)]) + further)
        }
    }

    /// Returns parts combined by the criteria, or the only one as it is.
    private func joined<Key>(_ parts: [Requirement<Key>]) -> Requirement<Key> {
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
