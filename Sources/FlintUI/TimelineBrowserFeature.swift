public import FlintConsole
public import FlintCore

/// The console's screen of events, for apps that record them.
///
/// ```swift
/// TimelineBrowserFeature.show.request()?.perform(withPresenter: console)
/// ```
public final class TimelineBrowserFeature: ConditionalFeature {
    /// Opens the screen.
    public final class ShowAction: ShowScreenAction {
        /// The screen to open.
        public static let screen = ConsoleScreen.timeline
    }

    /// What the feature offers.
    public static let description = "Watches what happens in the app"
    /// Opens the screen.
    public static let show = action(ShowAction.self)
    /// Goes back to the screen before.
    public static let hide = action(HideScreenAction.self)

    /// Whether anything is recorded.
    public static var isEnabled: Bool? { TimelineFeature.isAvailable }

    /// Requires the recording of actions to be on.
    public static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.runtimeEnabled()
    }

    /// Declares the actions.
    public static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(show)
        actions.declare(hide)
    }
}
