import FlintCore

/// A conditional feature that misspells the label of its constraints.
final class MisspeltFeature: ConditionalFeature {
    static let description = "Misspells a label"
    static func constraints(requirement: FeatureConstraintsBuilder) { requirement.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) {}
}
