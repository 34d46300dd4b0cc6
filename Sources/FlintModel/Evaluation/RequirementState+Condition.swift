// SPDX-License-Identifier: MIT

import FeatureGating

extension RequirementState {
    /// Creates the row of a condition, except for its place among the rows and its remedy.
    init(
        _ condition: Condition, truth: Truth, words: FactWording?, inheritedFrom owner: String?,
        fact: (FactKey) -> Fact?
    ) {
        let key = condition.mainKey
        let main = fact(key)
        var source = main?.override == nil ? main?.source.rawValue ?? "" : "override"
        let state = Condition.effectiveValue(of: key, fact) ?? key.unreportedValue
        var value = state.displayText(for: key)
        let name = key.title(words, feature: { _ in nil })
        let platform = condition.platformRule.map { (rule: $0, current: state.currentPlatform ?? .real) }
        let title = platform.map { $0.rule.title(on: $0.current.platform) } ?? condition.title(name)
        var statement: String
        if let (rule, current) = platform {
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
            let subject = condition.quantity == nil ? name : title
            let owned = key.kind.belongsToFeature ? owner.map { "\(subject) of \($0)" } ?? subject : subject
            switch state {
            case .absent(.failed): statement = "\(owned) could not be read"
            case .absent, .permission: statement = "\(owned) is \(value)"
            case .truth, .balance, .platform, .choice, .number, .version, .date:
                statement = "\(owned) is \(truth == .unknown ? "undetermined" : value)"
            }
            // A value with its own remedy already states the reason, so the requirement is omitted.
            if truth != .true, let words = condition.requirementWords, key.domain.choice(state)?.remedy == nil {
                statement += ", and \(words) is required"
            }
            // If the wider permission decides the state, it is also the source.
            if let wider = condition.widerPermissionKey, main?.override == nil, main?.effective != state {
                source = fact(wider)?.override == nil ? FactSource.system.rawValue : "override"
            }
        }
        let waiting = main?.override == nil ? main?.waiting : nil
        if let waiting {
            value += ", \(waiting.displayText(for: key))"
            statement += ", \(waiting.displayText(for: key))"
        }
        self.init(
            kind: .fact(key.kind), key: key.identifier, title: title, statement: statement,
            status: RequirementStatus(truth), value: value, source: source)
        quantity = condition.quantity.map(Int.init(clamping:))
        self.override = main?.override.map { $0.value.displayText(for: key) }
        (self.state, self.waiting) = (state, waiting)
    }
}

extension Condition {
    /// Returns the declared remedy for the condition, or `nil` if the usual remedy for its kind applies.
    func remedy(from value: FactValue, _ declared: FactWording?) -> Remedy? {
        guard case .own(let description) = mainKey else { return declared?.remedy }
        if let remedy = description.domain.choice(value)?.remedy { return remedy }
        let words = requirementWords ?? "yes"
        guard let remedy = description.remedy else { return .developer("Change \(description.title) to \(words)") }
        return remedy.leading(to: description.domain == .yesNo ? nil : words)
    }

    package func title(_ name: String) -> String {
        if let quantity { return "\(quantity) × \(name)" }
        return requirementWords.map { "\(name) \($0)" } ?? name
    }

    /// The required values of an app's own fact, such as `9.6 or later`, or `nil` for other facts.
    package var requirementWords: String? {
        switch test {
        case .granted, .platform, .consumable, .balance, .unlocked: return nil
        case .atLeast(let least):
            let words = least.displayText(for: mainKey)
            switch least {
            case .version, .date: return "\(words) or later"
            case .truth, .permission, .balance, .platform, .choice, .number, .absent: return "at least \(words)"
            }
        case .oneOf(let values):
            if case .ordered(let choices) = mainKey.domain, let lowest = values.first, values.count > 1,
                values == choices.suffix(values.count).map(\.value)
            {
                return "\(lowest.displayText(for: mainKey)) or higher"
            }
            if values.isEmpty { return "an impossible value" }
            return values.map { $0.displayText(for: mainKey) }.joined(separator: " or ")
        }
    }
}
