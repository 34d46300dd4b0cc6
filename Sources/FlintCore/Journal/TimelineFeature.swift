/// The framework's own recording of actions, which can be turned off and on at any time.
public final class TimelineFeature: ConditionalFeature {
    /// What the feature offers.
    public static let description = "Records the actions that are performed"

    /// Whether actions are recorded; takes effect at once, as does an override of the switch.
    ///
    /// Denials, facts and flows are recorded in any case.
    public static var isEnabled: Bool? {
        get { FlintRuntime.current.framework(.timeline) }
        set { FlintRuntime.current.setFramework(.timeline, newValue ?? false) }
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
