/// Tells an analytics provider of every action that has an ``Action/analyticsID``.
public final class AnalyticsFeature: ConditionalFeature {
    /// What the feature offers.
    public static let description = "Reports actions to an analytics provider"

    /// Whether anything is reported; takes effect at once, as does an override of the switch.
    public static var isEnabled: Bool? {
        get { FlintRuntime.current.analytics.isEnabled }
        set {
            FlintRuntime.current.analytics.isEnabled = newValue ?? false
            FlintRuntime.current.runtimeSwitchChanged(AnalyticsFeature.self)
        }
    }

    /// Who is told of actions in the current runtime; ``ConsoleAnalyticsProvider`` while it is `nil`.
    ///
    /// It may be set at any time, also before set-up, and counts for actions that begin from then on.
    public static var provider: (any AnalyticsProvider)? {
        get { FlintRuntime.current.analytics.provider }
        set { FlintRuntime.current.analytics.provider = newValue }
    }

    /// Requires the switch to be on.
    public static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.runtimeEnabled()
    }

    /// Declares no actions, and starts to look at those of others.
    public static func prepare(actions: FeatureActionsBuilder) {
        Flint.dispatcher.add(observer: AnalyticsReporting())
    }
}
