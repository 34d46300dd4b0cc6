// SPDX-License-Identifier: MIT

/// The framework feature that reports actions to an analytics provider.
///
/// Every action with an ``Action/analyticsID`` is reported. Set ``provider`` to choose the recipient. Set ``isEnabled``
/// at any time to turn the reporting off or on.
public final class AnalyticsFeature: ConditionalFeature {
    /// The description of the feature in the debug console.
    public static let description = "Reports actions to an analytics provider"
    /// Always `false`, because the feature is not intended for the app's users.
    public static let isVisible = false

    /// Whether actions are reported.
    ///
    /// A change takes effect immediately, and so does an override of the runtime switch. Setting `nil` turns the
    /// feature off.
    public static var isEnabled: Bool? {
        get { FlintRuntime.current.isEnabled(.analytics) }
        set { FlintRuntime.current.setEnabled(.analytics, newValue ?? false) }
    }

    /// The analytics provider of the current runtime.
    ///
    /// While the property is `nil`, actions are reported to ``ConsoleAnalyticsProvider``. The property can be set at
    /// any time, even before setup. A new provider receives the actions that begin afterward.
    public static var provider: (any AnalyticsProvider)? {
        get { FlintRuntime.current.analytics.provider }
        set { FlintRuntime.current.analytics.provider = newValue }
    }

    // MARK: Old spelling

    /// Whether the feature is available, or `nil` if that is undetermined.
    ///
    /// Setting this property sets ``isEnabled``.
    public static var isAvailable: Bool? {
        get { isAvailableToEngine }
        @available(*, deprecated, renamed: "isEnabled")
        set { isEnabled = newValue }
    }

    /// Requires the feature's runtime switch to be on.
    public static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.runtimeEnabled()
    }

    /// Declares no actions.
    public static func prepare(actions: FeatureActionsBuilder) {}
}
