/// The framework's own keeping of action stacks, which can be turned off and on at any time.
public final class ActionStacksFeature: ConditionalFeature {
    /// What the feature offers.
    public static let description = "Keeps the trail of what is done with each feature"

    /// Whether actions are added to stacks; takes effect at once, as does an override of the switch.
    public static var isEnabled: Bool? {
        get { FlintRuntime.current.framework(.actionStacks) }
        set { FlintRuntime.current.setFramework(.actionStacks, newValue ?? false) }
    }

    // MARK: Old spelling

    /// Whether the feature is available; setting it sets ``isEnabled``.
    public static var isAvailable: Bool? {
        get { isAvailableToEngine }
        @available(*, deprecated, renamed: "isEnabled")
        set { isEnabled = newValue }
    }

    /// Requires the switch to be on.
    public static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.runtimeEnabled()
    }

    /// Declares no actions.
    public static func prepare(actions: FeatureActionsBuilder) {}
}
