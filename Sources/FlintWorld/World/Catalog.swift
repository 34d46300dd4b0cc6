// SPDX-License-Identifier: MIT

package import FeatureGating

/// The declarations of an app's features.
///
/// A catalog changes only when features are registered. Together with the states of facts, it determines the
/// availability of every feature; see ``World``. Features are in order of registration.
package struct Catalog: Codable, Sendable, Hashable {
    package var features: [DeclaredFeature]
    package var mistakes: [LintFinding] = []
    /// The identifiers of the products that the simulated store sells, or `nil` without a simulated store.
    package var soldProducts: [String]?
    /// The app's activity types and URL schemes, or `nil` in data from an earlier version of the framework.
    package var entryPoints: AppEntryPoints?

    package init(features: [DeclaredFeature] = [], mistakes: [LintFinding] = [], soldProducts: [String]? = nil) {
        (self.features, self.mistakes, self.soldProducts) = (features, mistakes, soldProducts)
    }
}

/// The declaration of a feature.
///
/// It contains everything about a feature that does not depend on facts, such as its names, its actions, and its own
/// requirement. Only ``summary`` also contains the feature's state at the time it was listed.
package struct DeclaredFeature: Codable, Sendable, Hashable {
    package var summary: FeatureSummary
    package var typeName: String
    package var description: String
    package var conditional: Bool
    package var isGroup: Bool
    package var variation: String?
    package var actions: [ActionSnapshot]
    package var declaration: Declaration?
    /// The time at which changes to the feature's flags and user setting take effect; `nil` means immediately.
    package var takesEffect: EffectTime?
    /// The user setting's default, or `nil` if the feature has no user setting.
    package var userSettingDefault: Bool?
    package var entryPoints: FeatureEntryPoints?
    @CodedRequirement package var requirement: Requirement<Condition>

    package init(
        summary: FeatureSummary, typeName: String, description: String, conditional: Bool, isGroup: Bool,
        variation: String?, actions: [ActionSnapshot], userSettingDefault: Bool?, requirement: Requirement<Condition>
    ) {
        (self.summary, self.typeName, self.description) = (summary, typeName, description)
        (self.conditional, self.isGroup, self.variation) = (conditional, isGroup, variation)
        (self.actions, self.userSettingDefault) = (actions, userSettingDefault)
        self.requirement = requirement
    }

    package var id: String { summary.id }

    package var path: FeaturePath { TopicPath(stringLiteral: summary.id) }

    /// The approximate number of JSON values in the encoded declaration.
    package var weight: Int { 40 + 30 * actions.count + 4 * requirement.facts.count }
}

extension Requirement where Key == Condition {
    package func searchableTexts(wording: (FactKey) -> FactWording?) -> [FeatureTexts.Requirement] {
        var seen: Set<FeatureTexts.Requirement> = []
        return facts.compactMap { condition -> FeatureTexts.Requirement? in
            let key = condition.mainKey
            if let rule = condition.platformRule { return rule.title.map { .init(kind: .platform, title: $0) } }
            let words = wording(key)
            // Without wording, a title that names the kind already contains the key.
            return .init(
                kind: .fact(key.kind), title: key.title(words, feature: { _ in nil }),
                key: key.kind.titlesNameKind && words?.title == nil ? nil : key.identifier)
        }
        .filter { seen.insert($0).inserted }
    }
}

extension FeatureSnapshot {
    /// Creates a feature's snapshot with its explanation, but without plans.
    ///
    /// The requirement of the declaration is not used. `balance` returns the required and remaining units, or `nil` if
    /// units are not counted.
    package init(
        _ feature: DeclaredFeature, conditions: ArraySlice<Condition>,
        _ explanation: AvailabilityExplanation, fact: (FactKey) -> Fact?,
        balance: (RequirementState) -> (needed: Int, left: Int)?,
        attributes: (SystemPermissionConstraint) -> [PermissionAttribute]
    ) {
        let summary = feature.summary
        id = summary.id
        typeName = feature.typeName
        name = summary.name
        description = feature.description
        depth = Int(summary.depth)
        conditional = feature.conditional
        isGroup = feature.isGroup
        visible = summary.isVisible
        requirements = explanation.requirements
        actions = feature.actions
        parent = summary.parent
        variation = feature.variation
        available = explanation.verdict.boolValue
        firstBlocking = explanation.firstBlocking
        declaration = feature.declaration
        // The value of an unmet requirement already states the balance.
        for (index, state) in requirements.enumerated() where state.truth == .true || state.override != nil {
            if let left = balance(state)?.left { requirements[index].value += ", balance \(left)" }
        }
        for (index, state) in requirements.enumerated() where state.kind == .permission && state.override == nil {
            guard state.truth == .true, let permission = state.key.flatMap(SystemPermissionConstraint.init(name:))
            else {
                continue
            }
            let attributes = attributes(permission)
            guard !attributes.isEmpty else { continue }
            requirements[index].attributes = attributes
            requirements[index].value = PermissionStatus.authorized.displayText(with: attributes)
        }
        var hasRule = false
        for condition in conditions {
            let key = condition.mainKey
            if key.kind == .userSetting { userSetting = fact(key)?.effective.truth.boolValue }
            if key.kind == .runtimeSwitch { runtimeSwitch = fact(key)?.effective.truth.boolValue }
            // The feature's own rule precedes the rules of alternatives.
            if let rule = condition.platformRule, !hasRule { (platforms, hasRule) = (rule.title, true) }
        }
    }
}
