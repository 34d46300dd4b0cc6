public import FlintConsole
public import FlintCore

/// The console's screen of open action stacks, for apps that keep them.
///
/// ```swift
/// ActionStackBrowserFeature.show.request()?.perform(withPresenter: console)
/// ```
public final class ActionStackBrowserFeature: ConditionalFeature {
    /// Opens the screen.
    public final class ShowAction: ShowScreenAction {
        /// The screen to open.
        public static let screen = ConsoleScreen.stacks
    }

    /// What the feature offers.
    public static let description = "Watches the trails of what is done with each feature"
    /// Opens the screen.
    public static let show = action(ShowAction.self)
    /// Goes back to the screen before.
    public static let hide = action(HideScreenAction.self)

    /// Whether stacks are kept.
    public static var isEnabled: Bool? { ActionStacksFeature.isAvailable }

    /// Requires the keeping of stacks to be on.
    public static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.runtimeEnabled()
    }

    /// Declares the actions.
    public static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(show)
        actions.declare(hide)
    }
}
