/// A feature at one moment: what it is, whether it is available, why, and what can be done about it.
public struct FeatureSnapshot: Codable, Sendable, Hashable, Identifiable {
    /// The feature's path, such as `PodcastFeatures/FavouritesFeature`, or the identifier it fixes for itself.
    public var id: String
    /// The qualified name of the Swift type.
    public var typeName: String
    /// The name for people.
    public var name: String
    /// What the feature offers.
    public var description: String
    /// The id of the group it sits under; `nil` at the roots.
    public var parent: String?
    /// How many groups it sits under; 0 at the roots.
    public var depth: Int
    /// Whether the feature declares constraints.
    public var conditional: Bool
    /// Whether the feature is a group with features under it.
    public var isGroup: Bool
    /// Whether the app shows the feature to its users.
    public var visible: Bool
    /// The identifier of an experiment's variation, if one is running.
    public var variation: String?
    /// Whether it is available: yes, no, or `nil` for not known yet.
    public var available: Bool?
    /// Everything that decides availability, inherited requirements last.
    public var requirements: [RequirementState]
    /// The index in ``requirements`` of the blocking requirement, which is the one to name and to deal with first; `nil`
    /// if the feature is available.
    public var firstBlocking: Int?
    /// The smallest sets of changes that would make it available, shortest first.
    ///
    /// It is empty if the feature is available already or if no change a person can make would help, and `nil` until
    /// the plans are requested with ``Inspector/plans(of:)``, because finding them can take long.
    public var unlockPlans: [[UnlockStep]]?
    /// What the feature can do, in order of declaration.
    public var actions: [ActionSnapshot]
    /// The feature's own switch, if it has one: on, off, or `nil` for not known.
    public var userToggle: Bool?
    /// The feature's programmatic switch, if it has one.
    public var runtimeSwitch: Bool?

    /// Creates a feature's snapshot from its parts.
    public init(
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
    }

    /// Encodes every key, with an explicit `null` for what is absent or not known.
    public func encode(to encoder: any Encoder) throws {
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
        try container.encode(actions, forKey: .actions)
        try container.encode(userToggle, forKey: .userToggle)
        try container.encode(runtimeSwitch, forKey: .runtimeSwitch)
    }
}
