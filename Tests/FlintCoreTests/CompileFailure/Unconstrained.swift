import FlintCore

/// A conditional feature that has forgotten its conditions.
final class ForgetfulFeature: ConditionalFeature {
    static let description = "Has forgotten its conditions"
    static func prepare(actions: FeatureActionsBuilder) {}
}
