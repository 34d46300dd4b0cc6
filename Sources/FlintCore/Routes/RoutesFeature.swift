/// The framework's own opening of URLs, which can be turned off and on at any time.
public final class RoutesFeature: ConditionalFeature {
    /// What the feature offers.
    public static let description = "Performs the actions that URLs lead to"

    /// Performs the action a URL leads to.
    public static let performIncomingURL = action(PerformIncomingURLAction.self)

    /// Whether URLs are opened; takes effect at once, as does an override of the switch.
    public static var isEnabled: Bool? {
        get { FlintRuntime.current.framework(.routes) }
        set { FlintRuntime.current.setFramework(.routes, newValue ?? false) }
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

    /// Declares the action.
    public static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(performIncomingURL)
    }
}
