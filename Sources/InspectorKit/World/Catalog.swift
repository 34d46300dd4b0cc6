package import FeatureGating

/// What an app declares: it changes only when features are registered.
package struct Catalog: Codable, Sendable, Hashable {
    /// The features, in the order of registration.
    package var features: [DeclaredFeature]
    /// What is wrong with declarations.
    package var mistakes: [LintFinding] = []
    /// The ids of the products that the simulated store sells; `nil` if there is none.
    package var soldProducts: [String]?

    /// Creates a catalog.
    package init(features: [DeclaredFeature] = [], mistakes: [LintFinding] = [], soldProducts: [String]? = nil) {
        (self.features, self.mistakes, self.soldProducts) = (features, mistakes, soldProducts)
    }
}

/// What a feature declares.
package struct DeclaredFeature: Codable, Sendable, Hashable {
    /// Its position in the hierarchy, and its state when it was listed.
    package var summary: FeatureSummary
    /// The qualified name of the Swift type.
    package var typeName: String
    /// What it offers.
    package var description: String
    /// Whether it declares constraints.
    package var conditional: Bool
    /// Whether it is a group.
    package var isGroup: Bool
    /// The identifier of an experiment's variation, if one is running.
    package var variation: String?
    /// What it can do.
    package var actions: [ActionSnapshot]
    /// What counts until the user has made a choice; `nil` if the user is not asked.
    package var toggleDefault: Bool?
    /// What it requires itself.
    @CodedRequirement package var requirement: Requirement<Condition>

    /// Creates a feature's declaration.
    package init(
        summary: FeatureSummary, typeName: String, description: String, conditional: Bool, isGroup: Bool,
        variation: String?, actions: [ActionSnapshot], toggleDefault: Bool?, requirement: Requirement<Condition>
    ) {
        (self.summary, self.typeName, self.description) = (summary, typeName, description)
        (self.conditional, self.isGroup, self.variation) = (conditional, isGroup, variation)
        (self.actions, self.toggleDefault) = (actions, toggleDefault)
        self.requirement = requirement
    }

    /// The feature's id.
    package var id: String { summary.id }

    /// The feature's path.
    package var path: FeaturePath { TopicPath(stringLiteral: summary.id) }

    /// About how many values of JSON it takes.
    package var weight: Int { 30 + 25 * actions.count + 4 * requirement.facts.count }
}

extension Requirement where Key == Condition {
    /// What is required, whatever the values of facts are, for finding features by it.
    ///
    /// - Parameter productName: The name of the product with an identifier.
    /// - Returns: What is required, in order of declaration, each thing once.
    package func texts(productName: (String) -> String?) -> [FeatureTexts.Requirement] {
        var seen: Set<FactKey> = []
        return facts.compactMap { condition in
            guard seen.insert(condition.mainKey).inserted else { return nil }
            switch condition {
            case .platform(let rule):
                return rule.title.map { .init(kind: .platform, title: $0) }
            case .runtimeSwitch:
                return .init(kind: .runtimeSwitch, title: "Enabled in code")
            case .userToggle:
                return .init(kind: .toggle, title: "User setting")
            case .featureFlag(let key):
                return .init(kind: .flag, title: "Flag \(key)")
            case .purchase(let purchase):
                let id = purchase.productID
                return .init(kind: .purchase, title: productName(id) ?? id, key: id)
            case .permission(let permission):
                return .init(kind: .permission, title: permission.description, key: permission.name)
            }
        }
    }
}

extension FeatureSnapshot {
    /// Describes a feature with what explains it, without plans to unlock it.
    ///
    /// - Parameters:
    ///   - feature: Its declaration, of which the requirement is not read.
    ///   - conditions: Its own conditions.
    ///   - explanation: Why it is available or not.
    ///   - fact: What is known of each fact.
    ///   - balance: The units that a requirement needs and those that are left, where units are counted.
    package init(
        _ feature: DeclaredFeature, conditions: ArraySlice<Condition>,
        _ explanation: AvailabilityExplanation, fact: (FactKey) -> Fact?,
        balance: (RequirementState) -> (needed: Int, left: Int)?
    ) {
        let summary = feature.summary
        self.init(
            id: summary.id, typeName: feature.typeName, name: summary.name, description: feature.description,
            parent: summary.parent, depth: Int(summary.depth), conditional: feature.conditional,
            isGroup: feature.isGroup, visible: summary.isVisible, variation: feature.variation,
            available: explanation.verdict.boolValue,
            requirements: explanation.requirements, firstBlocking: explanation.firstBlocking, unlockPlans: nil,
            actions: feature.actions, userToggle: nil,
            runtimeSwitch: nil)
        // One that is not met shows the balance as its value.
        for (index, state) in requirements.enumerated() where state.truth == .true || state.override != nil {
            if let left = balance(state)?.left { requirements[index].value += ", balance \(left)" }
        }
        for condition in conditions {
            switch condition {
            case .userToggle: userToggle = fact(condition.mainKey)?.effective.truth.boolValue
            case .runtimeSwitch: runtimeSwitch = fact(condition.mainKey)?.effective.truth.boolValue
            case .platform(let rule): platforms = rule.title
            case .featureFlag, .purchase, .permission: break
            }
        }
    }
}
