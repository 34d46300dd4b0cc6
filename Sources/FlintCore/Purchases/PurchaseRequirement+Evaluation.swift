// SPDX-License-Identifier: MIT

import FeatureGating

extension PurchaseRequirement {
    /// Returns the requirement with each product replaced by an expression.
    ///
    /// The criteria determine how the products are combined, and all dependencies must also be met. In a requirement
    /// without products, the criteria apply to the dependencies.
    func combined<Key>(_ part: (Product, UInt?) -> Requirement<Key>) -> Requirement<Key> {
        var known: [ObjectIdentifier: Requirement<Key>] = [:]
        return combined(&known, part)
    }

    func combined<Key>(
        _ known: inout [ObjectIdentifier: Requirement<Key>], _ part: (Product, UInt?) -> Requirement<Key>
    ) -> Requirement<Key> {
        fold(&known) { rule, further in
            if further.isEmpty, rule.orderedProducts.count == 1 { return part(rule.orderedProducts[0], rule.quantity) }
            let products = rule.orderedProducts.map { part($0, rule.quantity) }
            if further.isEmpty { return rule.joined(products) }
            if products.isEmpty { return rule.joined(further) }
            // Products that are all required become siblings of the dependencies, so that no separate heading is shown
            // for them.
            return .all((rule.matchingCriteria == .all ? products : [rule.joined(products)]) + further)
        }
    }

    private func joined<Key>(_ parts: [Requirement<Key>]) -> Requirement<Key> {
        if parts.count == 1 { return parts[0] }
        return matchingCriteria == .any ? .any(parts) : .all(parts)
    }

    /// Returns whether the requirement is met according to a purchase tracker.
    ///
    /// - Parameters:
    ///   - purchaseTracker: The tracker to query. If it is a ``DebugPurchaseTracker``, its overrides apply.
    ///   - feature: The feature that requires the purchases. Past purchases of consumable products can unlock it.
    /// - Returns: Whether the requirement is met, or `nil` if that is unknown.
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
    /// An inner requirement whose description is longer than 1,000 bytes is replaced with "…".
    public var description: String { phrase.text }

    private struct Phrase {
        let text: String
        let hasSeveralParts: Bool

        /// The description as part of a longer one: in parentheses if it has several parts, or "…" if it is too long.
        var asPart: String {
            if text.utf8.count > 1_000 { return "…" }
            return hasSeveralParts ? "(\(text))" : text
        }

        init(_ parts: [Phrase], joinedBy conjunction: String) {
            if parts.count == 1 {
                self = parts[0]
            } else {
                text = parts.map(\.asPart).joined(separator: " \(conjunction) ")
                hasSeveralParts = true
            }
        }

        init(_ text: String) {
            self.text = text
            hasSeveralParts = false
        }
    }

    private var phrase: Phrase {
        var known: [ObjectIdentifier: Phrase] = [:]
        return fold(&known) { $0.phrase(with: $1) }
    }

    private func phrase(with further: [Phrase]) -> Phrase {
        let conjunction = matchingCriteria == .any ? "or" : "and"
        let products = orderedProducts.map { product in
            Phrase(quantity.map { "\($0) × \(product.name)" } ?? product.name)
        }
        switch (products.isEmpty, further.isEmpty) {
        case (true, true): return Phrase(matchingCriteria == .any ? "impossible" : "no purchase needed")
        case (true, false): return Phrase(further, joinedBy: conjunction)
        case (false, true): return Phrase(products, joinedBy: conjunction)
        case (false, false):
            let own = matchingCriteria == .all ? products : [Phrase(products, joinedBy: conjunction)]
            return Phrase(own + further, joinedBy: "and")
        }
    }
}

/// A product or a purchase requirement, for use in a feature's list of requirements.
///
/// ```swift
/// requirements.purchases(Products.premium, Products.monthly, PurchaseRequirement(Products.credits, quantity: 5))
/// ```
///
/// ``Product`` and ``PurchaseRequirement`` conform to this protocol. An app's types do not need to.
public protocol PurchaseRequirementConvertible {
    /// The purchase requirement that the value represents.
    var purchaseRequirement: PurchaseRequirement { get }
}

extension PurchaseRequirement: PurchaseRequirementConvertible {
    /// The requirement itself.
    public var purchaseRequirement: PurchaseRequirement { self }
}

extension Product: PurchaseRequirementConvertible {
    /// The requirement that the user owns the product.
    ///
    /// For a consumable product, one unit is required.
    public var purchaseRequirement: PurchaseRequirement { PurchaseRequirement(self) }
}

extension PurchaseRequirement {
    func conditions(for feature: FeaturePath) -> Requirement<Condition> {
        var known: [ObjectIdentifier: Requirement<Condition>] = [:]
        return requirement(for: feature, sharing: &known) { .fact($0) }
    }

    func requirement<Key>(
        for feature: FeaturePath, sharing known: inout [ObjectIdentifier: Requirement<Key>],
        _ condition: (Condition) -> Requirement<Key>
    ) -> Requirement<Key> {
        combined(&known) { product, quantity in
            condition(
                product is ConsumableProduct
                    ? .consumable(product.productID, quantity: quantity, for: feature) : .purchase(product.productID))
        }
    }
}
