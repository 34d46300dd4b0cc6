import FeatureGating

extension PurchaseRequirement {
    /// The requirement as an expression over keys that stand for its products.
    ///
    /// Products come before dependencies, each in the order in which they are shown, so that the same requirement
    /// always gives the same expression.
    ///
    /// - Parameter leaf: The key of a product, given the product and how many units of it are needed.
    /// - Returns: An expression that is true when the requirement is met.
    func expression<Key>(_ leaf: (Product, UInt?) -> Key) -> Requirement<Key> {
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
    ///   - feature: The feature the purchases are for, which consumable products may have unlocked.
    /// - Returns: Yes, no, or `nil` for not known yet.
    public func isFulfilled(purchaseTracker: any PurchaseTracker, feature: FeatureDefinition.Type) -> Bool? {
        let isEnabled = purchaseTracker.isFeatureEnabledByPastPurchases(feature)
        let debugTracker = purchaseTracker as? DebugPurchaseTracker
        let truths = combined { product, quantity in
            let truth = PurchaseEvaluation.truth(
                of: product, quantity: quantity, tracker: purchaseTracker,
                override: debugTracker?.overridenStatus(for: product), enabledByPastPurchases: isEnabled)
            return .fact(truth)
        }
        return truths.evaluate { $0 }.boolValue
    }
}

extension PurchaseRequirement: CustomStringConvertible {
    /// A textual description of the requirement, such as "(Premium or Supporter) and 5 × Credits".
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

/// A product or a rule about products, as a feature can require several of them in one list.
///
/// ```swift
/// requirements.purchases(Products.premium, Products.monthly, PurchaseRequirement(Products.credits, quantity: 5))
/// ```
///
/// ``Product`` and ``PurchaseRequirement`` conform; an app's own types need not.
public protocol PurchaseRequirementConvertible {
    /// The rule that is required.
    var purchaseRequirement: PurchaseRequirement { get }
}

extension PurchaseRequirement: PurchaseRequirementConvertible {
    /// The rule itself.
    public var purchaseRequirement: PurchaseRequirement { self }
}

extension Product: PurchaseRequirementConvertible {
    /// The rule that the product is owned; of a product that is used up, one unit.
    public var purchaseRequirement: PurchaseRequirement { PurchaseRequirement(self) }
}

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
