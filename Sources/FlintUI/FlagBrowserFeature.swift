public import FlintConsole
public import FlintCore

/// The console's screen of feature flags.
///
/// ```swift
/// FlagBrowserFeature.show.request()?.perform(withPresenter: console)
/// ```
public final class FlagBrowserFeature: ConditionalFeature {
    /// Opens the screen.
    public final class ShowAction: ShowScreenAction {
        /// The screen to open.
        public static let screen = ConsoleScreen.flags
    }

    /// What the feature offers.
    public static let description = "Browses the feature flags and the answers of every provider"
    /// Opens the screen.
    public static let show = action(ShowAction.self)
    /// Goes back to the screen before.
    public static let hide = action(HideScreenAction.self)

    /// Requires nothing.
    public static func constraints(requirements: FeatureConstraintsBuilder) {}

    /// Declares the actions.
    public static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(show)
        actions.declare(hide)
    }
}
