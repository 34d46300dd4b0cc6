/// What sort of feature a type is.
///
/// Casting a type to a protocol takes the longer the more conformances the program has: for the types of ten thousand
/// features it takes most of the time that they are registered in. So types say themselves what they are. But a class
/// says what its superclass does, even if it adds to it, and therefore one that has a superclass is cast in the end.
enum FeatureKinds {
    /// The feature as one that is available under conditions only; `nil` if it is none.
    static func conditional(_ feature: FeatureDefinition.Type) -> ConditionalFeatureDefinition.Type? {
        if let conditional = feature.asConditionalFeature { return conditional }
        return _getSuperclass(feature) == nil ? nil : feature as? ConditionalFeatureDefinition.Type
    }

    /// The feature as a group; `nil` if it is none.
    static func group(_ feature: FeatureDefinition.Type) -> FeatureGroup.Type? {
        if let group = feature.asFeatureGroup { return group }
        return _getSuperclass(feature) == nil ? nil : feature as? FeatureGroup.Type
    }
}
