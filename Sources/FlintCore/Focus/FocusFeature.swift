/// Narrows what is logged and what the timeline shows to a few features, for as long as somebody looks at them.
///
/// ```swift
/// FocusFeature.focus.request()?.perform(withInput: FocusArea(feature: DownloadsFeature.self))
/// ```
public final class FocusFeature: ConditionalFeature {
    /// How many lines ``FocusLogging`` keeps unless told otherwise.
    public static let defaultMaxLogEvents = 1000

    /// What the feature offers.
    public static let description = "Narrows logs and the timeline to features in focus"

    /// Selects a topic.
    public static let focus = action(FocusAction.self)
    /// Takes a topic out of the selection.
    public static let defocus = action(DefocusAction.self)
    /// Takes everything out of the selection.
    public static let resetFocus = action(ResetFocusAction.self)

    /// What the feature works with in one runtime.
    public struct Dependencies: Sendable {
        /// What is selected.
        public let focusSelection: (any FocusSelection)?
        /// What was logged meanwhile.
        public let focusLoggingHistory: FocusLogging?
    }

    /// What the feature works with in the current runtime.
    public static var dependencies: Dependencies {
        let runtime = FlintRuntime.current
        return Dependencies(focusSelection: runtime.focus, focusLoggingHistory: runtime.focusLogging)
    }

    /// Whether selections count; takes effect at once, as does an override of the switch.
    ///
    /// What is selected stays selected.
    public static var isEnabled: Bool? {
        get { FlintRuntime.current.framework(.focus) }
        set { FlintRuntime.current.setFramework(.focus, newValue ?? false) }
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

    /// Offers its actions.
    public static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(focus)
        actions.publish(defocus)
        actions.publish(resetFocus)
    }
}
