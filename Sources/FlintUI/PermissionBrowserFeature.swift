public import FlintConsole
public import FlintCore

/// The console's screen of permissions.
///
/// ```swift
/// PermissionBrowserFeature.show.request()?.perform(withPresenter: console)
/// ```
public final class PermissionBrowserFeature: ConditionalFeature {
    /// Opens the screen.
    public final class ShowAction: ShowScreenAction {
        /// The screen to open.
        public static let screen = ConsoleScreen.permissions
    }

    /// What the feature offers.
    public static let description = "Browses the system permissions and steps through asking for them"
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
