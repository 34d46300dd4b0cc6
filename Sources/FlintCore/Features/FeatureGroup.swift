/// A group of features; a group can also be a feature with actions of its own.
public protocol FeatureGroup: FeatureDefinition {
    /// The features under this one, in the order in which they are shown.
    static var subfeatures: [FeatureDefinition.Type] { get }
}

extension FeatureGroup {
    /// The group itself.
    public static var asFeatureGroup: FeatureGroup.Type? { self }

    /// A group needs no description of its own.
    public static var description: String { "A feature group" }

    /// A group need not have actions.
    public static func prepare(actions: FeatureActionsBuilder) {}
}
