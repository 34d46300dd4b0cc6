import FlintCore

/// A conditional feature without constraints.
final class UnconstrainedFeature: ConditionalFeature {
    static let description = "Declares no constraints"
    static func prepare(actions: FeatureActionsBuilder) {}
}
