public import FlintConsole
public import FlintCore

/// The console's screen of the app's log, as far as ``Flint/logHandler(label:runtime:metadataProvider:)`` gets to see it.
///
/// ```swift
/// LogBrowserFeature.show.request()?.perform(withPresenter: console)
/// ```
public final class LogBrowserFeature: ConditionalFeature {
    /// Opens the screen.
    public final class ShowAction: ShowScreenAction {
        /// The screen to open.
        public static let screen = ConsoleScreen.logs
    }

    /// What the feature offers.
    public static let description = "Reads the app's log line by line"
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
