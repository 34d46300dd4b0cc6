/// User toggles that can be changed, by a settings screen or by a console.
public protocol MutableUserFeatureToggles: UserFeatureToggles {
    /// Records the user's choice for a feature.
    ///
    /// - Parameters:
    ///   - feature: The feature.
    ///   - enabled: The choice, or `nil` to forget it.
    func setEnabled(_ feature: ConditionalFeatureDefinition.Type, enabled: Bool?)
}
