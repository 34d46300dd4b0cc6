/// A feature at one moment: what it is, whether it is available, why, and what can be done about it.
package struct FeatureSnapshot: Codable, Sendable, Hashable, Identifiable {
    /// The feature's path, such as `PodcastFeatures/FavouritesFeature`, or the identifier it fixes for itself.
    package var id: String
    /// The qualified name of the Swift type.
    package var typeName: String
    /// The name for people.
    package var name: String
    /// What the feature offers.
    package var description: String
    /// The id of the group it sits under; `nil` at the roots.
    package var parent: String?
    /// How many groups it sits under; 0 at the roots.
    package var depth: Int
    /// Whether the feature declares constraints.
    package var conditional: Bool
    /// Whether the feature is a group with features under it.
    package var isGroup: Bool
    /// Whether the app shows the feature to its users.
    package var visible: Bool
    /// The identifier of an experiment's variation, if one is running.
    package var variation: String?
    /// Whether it is available: yes, no, or `nil` for not known yet.
    package var available: Bool?
    /// Everything that decides availability, inherited requirements last.
    package var requirements: [RequirementState]
    /// The index in ``requirements`` of the blocking requirement, which is the one to name and to deal with first; `nil`
    /// if the feature is available.
    package var firstBlocking: Int?
    /// The smallest sets of changes that would make it available, cheapest first, of many the first few.
    ///
    /// It is empty if the feature is available already or if no change a person can make would help, and `nil` until
    /// the plans are requested with ``Inspector/plans(of:)``, because finding them can take long.
    package var unlockPlans: [[UnlockStep]]?
    /// Whether ``unlockPlans`` has every smallest set; `false` if there were more combinations than can be tried, and
    /// `nil` until the plans are requested.
    package var unlockPlansAreComplete: Bool?
    /// Where there are no plans, the smallest sets of changes with something among them that this device cannot give, for
    /// overrides; `nil` until the plans are requested.
    package var impossiblePlans: [[UnlockStep]]?
    /// What the feature can do, in order of declaration.
    package var actions: [ActionSnapshot]
    /// The feature's own switch, if it has one: on, off, or `nil` for not known.
    package var userToggle: Bool?
    /// The feature's programmatic switch, if it has one.
    package var runtimeSwitch: Bool?
    /// The platforms that the feature itself supports, such as "iOS 15.0 or later", whatever the app runs on; `nil` if
    /// it supports every version of every platform.
    package var platforms: String?

    /// Creates a feature's snapshot from its parts.
    package init(
        id: String, typeName: String, name: String, description: String, parent: String?, depth: Int,
        conditional: Bool, isGroup: Bool, visible: Bool, variation: String?, available: Bool?,
        requirements: [RequirementState], firstBlocking: Int?, unlockPlans: [[UnlockStep]]?,
        actions: [ActionSnapshot], userToggle: Bool?, runtimeSwitch: Bool?
    ) {
        self.id = id
        self.typeName = typeName
        self.name = name
        self.description = description
        self.parent = parent
        self.depth = depth
        self.conditional = conditional
        self.isGroup = isGroup
        self.visible = visible
        self.variation = variation
        self.available = available
        self.requirements = requirements
        self.firstBlocking = firstBlocking
        self.unlockPlans = unlockPlans
        self.actions = actions
        self.userToggle = userToggle
        self.runtimeSwitch = runtimeSwitch
        unlockPlansAreComplete = unlockPlans == nil ? nil : true
        impossiblePlans = unlockPlans == nil ? nil : []
    }

    /// Encodes every key, with an explicit `null` for what is absent or not known.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(typeName, forKey: .typeName)
        try container.encode(name, forKey: .name)
        try container.encode(description, forKey: .description)
        try container.encode(parent, forKey: .parent)
        try container.encode(depth, forKey: .depth)
        try container.encode(conditional, forKey: .conditional)
        try container.encode(isGroup, forKey: .isGroup)
        try container.encode(visible, forKey: .visible)
        try container.encode(variation, forKey: .variation)
        try container.encode(available, forKey: .available)
        try container.encode(requirements, forKey: .requirements)
        try container.encode(firstBlocking, forKey: .firstBlocking)
        try container.encode(unlockPlans, forKey: .unlockPlans)
        try container.encode(unlockPlansAreComplete, forKey: .unlockPlansAreComplete)
        try container.encode(impossiblePlans, forKey: .impossiblePlans)
        try container.encode(actions, forKey: .actions)
        try container.encode(userToggle, forKey: .userToggle)
        try container.encode(runtimeSwitch, forKey: .runtimeSwitch)
        try container.encode(platforms, forKey: .platforms)
    }
}

extension FeatureSnapshot {
    /// How many plans a feature is shown with; ``Inspector/plans(of:)`` has the rest.
    package static let planLimit = 8

    /// The requirement to name and to deal with first, or `nil` if the feature is available.
    package var blockingRequirement: RequirementState? {
        guard let firstBlocking, requirements.indices.contains(firstBlocking) else { return nil }
        return requirements[firstBlocking]
    }

    /// The requirements that keep the feature from being available, headings of alternatives among them.
    ///
    /// A requirement that is not met does not count if it is one of several alternatives of which another is met.
    package var openRequirements: [RequirementState] {
        var rows: [RequirementState] = []
        var satisfiedDepth: Int?
        for row in requirements {
            if let depth = satisfiedDepth, row.depth > depth { continue }
            satisfiedDepth = nil
            if row.status != .satisfied {
                rows.append(row)
            } else if row.kind.isHeading {
                satisfiedDepth = row.depth
            }
        }
        return rows
    }

    /// The facts that keep the feature from being available, the blocking requirement first.
    package var openFacts: [RequirementState] {
        let open = openRequirements.filter { !$0.kind.isHeading && $0.kind != .parent }
        guard let first = blockingRequirement, !first.kind.isHeading else { return open }
        return [first] + open.filter { $0 != first }
    }
}
