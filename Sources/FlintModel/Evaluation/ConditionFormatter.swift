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
    package private(set) var statement: String
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
        override = main?.override.map { $0.value.displayText(for: key) }
        var source = main?.override == nil ? main?.source.rawValue ?? "" : "override"
        var state = main?.effective ?? key.unreportedValue
        var value = state.displayText(for: key)
        switch condition {
        case .platform(let rule):
            kind = .platform
            let current = main?.effective.currentPlatform ?? .real
            title = rule.title(on: current.platform)
            statement =
                truth == .true
                ? rule.satisfiedStatement(on: current.platform, title: title) : rule.statement(on: current)
        case .permission(let permission):
            kind = .permission
            title = permission.description
            state = .permission(Condition.effectiveStatus(of: permission, fact))
            value = state.displayText(for: key)
            statement = "\(title) is \(value)"
            if let wider = PermissionRules.wider(than: permission), main?.override == nil,
                value != main?.effective.displayText(for: key)
            {
                source = fact(.permission(wider))?.override == nil ? FactSource.system.rawValue : "override"
            }
        case .purchase(let purchase):
            kind = .purchase
            let name = productNames[purchase.productID] ?? purchase.productID
            title = purchase.quantity.map { "\($0) × \(name)" } ?? name
            if truth == .true, main?.effective.truth != .true {
                value = "unlocked by past purchases"
                source = "store"
                statement = Self.statement(about: title, truth, value)
            } else if let left = main?.effective.balance {
                value = "needs \(purchase.quantity ?? 1), has \(left)"
                statement = "\(title) required, balance \(left)"
            } else {
                statement = Self.statement(about: title, truth, value)
            }
        case .userSetting:
            kind = .userSetting
            title = "User setting"
            statement = Self.statement(about: owner.map { "User setting of \($0)" } ?? title, truth, value)
        case .runtimeSwitch:
            kind = .runtimeSwitch
            title = "Runtime switch"
            statement = Self.statement(about: owner.map { "Runtime switch of \($0)" } ?? title, truth, value)
        case .featureFlag(let key):
            kind = .flag
            title = "Flag \(key)"
            statement = Self.statement(about: title, truth, value)
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
        self.value = value
        self.state = state
        self.source = source
    }

    private static func statement(about title: String, _ truth: Truth, _ value: String) -> String {
        truth == .unknown ? "\(title) is undetermined" : "\(title) is \(value)"
    }
}
