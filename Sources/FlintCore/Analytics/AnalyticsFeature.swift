/// Reports every action that has an ``Action/analyticsID`` to an analytics provider.
public final class AnalyticsFeature: ConditionalFeature {
    /// What the feature offers.
    public static let description = "Reports actions to an analytics provider"
    /// Whether the app shows the feature to its users, for whom it is not meant.
    public static let isVisible = false

    /// Whether anything is reported; takes effect at once, as does an override of the switch.
    public static var isEnabled: Bool? {
        get { FlintRuntime.current.framework(.analytics) }
        set { FlintRuntime.current.setFramework(.analytics, newValue ?? false) }
    }

    /// The provider that actions of the current runtime are reported to; ``ConsoleAnalyticsProvider`` while it is
    /// `nil`.
    ///
    /// It may be set at any time, also before setup, and counts for actions that begin from then on.
    public static var provider: (any AnalyticsProvider)? {
        get { FlintRuntime.current.analytics.provider }
        set { FlintRuntime.current.analytics.provider = newValue }
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
