// SPDX-License-Identifier: MIT

import FeatureGating

/// The wording that describes a condition and the facts behind it.
///
/// ``ExplanationBuilder`` creates it for each row of an explanation. The wording depends on the values of facts at one
/// moment.
package struct ConditionFormatter {
    package let kind: RequirementKind
    package let title: String
    /// The title and the value as a sentence, without a final period.
    package let statement: String
    package let value: String
    package let state: FactValue
    package let override: String?
    package let source: String
    /// The value that takes effect later, or `nil` if no value waits or the fact is overridden.
    package let waiting: WaitingValue?

    /// Creates the wording for a condition.
    ///
    /// - Parameters:
    ///   - condition: The condition to describe.
    ///   - truth: Whether the condition is met.
    ///   - productNames: The names of products, by product identifier.
    ///   - owner: The name of the ancestor that declares the condition, or `nil` if the explained feature declares it.
    ///   - fact: Returns the state of a fact.
    package init(
        _ condition: Condition, truth: Truth, productNames: [String: String], inheritedFrom owner: String?,
        fact: (FactKey) -> Fact?
    ) {
        let key = condition.mainKey
        let main = fact(key)
        kind = .fact(key.kind)
        override = main?.override.map { $0.value.displayText(for: key) }
        var source = main?.override == nil ? main?.source.rawValue ?? "" : "override"
        let state = Condition.effectiveValue(of: key, fact) ?? key.unreportedValue
        var value = state.displayText(for: key)
        let current = state.currentPlatform ?? .real
        let title =
            condition.platformRule?.title(on: current.platform)
            ?? condition.title(key.title(product: { productNames[$0] }, feature: { _ in nil }))
        var statement: String
        if let rule = condition.platformRule {
            statement =
                truth == .true
                ? rule.satisfiedStatement(on: current.platform, title: title) : rule.statement(on: current)
        } else if condition.isConsumable, truth == .true, state.truth != .true {
            value = "unlocked by past purchases"
            source = "store"
            statement = "\(title) is \(value)"
        } else if let left = state.balance {
            value = "needs \(condition.quantity ?? 1), has \(left)"
            statement = "\(title) required, balance \(left)"
        } else {
            let subject = key.kind.belongsToFeature ? owner.map { "\(title) of \($0)" } ?? title : title
            statement = "\(subject) is \(truth == .unknown && state.permissionStatus == nil ? "undetermined" : value)"
            // A wider permission decides.
            if let wider = condition.widerPermissionKey, main?.override == nil, main?.effective != state {
                source = fact(wider)?.override == nil ? FactSource.system.rawValue : "override"
            }
        }
        if main?.source == .pending, main?.override == nil, truth != .true {
            value = FactSource.pending.rawValue
            statement = "\(title) is \(value)"
        }
        waiting = main?.override == nil ? main?.waiting : nil
        if let waiting {
            value += ", \(waiting.displayText(for: key))"
            statement += ", \(waiting.displayText(for: key))"
        }
        self.title = title
        self.statement = statement
        self.value = value
        self.state = state
        self.source = source
    }
}

extension Condition {
    /// Returns the name of the condition's fact with the required number of units.
    package func title(_ name: String) -> String { quantity.map { "\($0) × \(name)" } ?? name }
}
