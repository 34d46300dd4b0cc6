/// The identity of an action of a feature, by their types.
struct ActionKey: Hashable, Sendable {
    private let feature: ObjectIdentifier
    private let action: ObjectIdentifier

    init(_ feature: FeatureDefinition.Type, _ action: any Action.Type) {
        self.init(feature, ObjectIdentifier(action))
    }

    /// The identity of an action whose type's identity is known.
    init(_ feature: FeatureDefinition.Type, _ action: ObjectIdentifier) {
        self.feature = ObjectIdentifier(feature)
        self.action = action
    }
}
