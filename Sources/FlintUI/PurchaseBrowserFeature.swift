public import FlintConsole
public import FlintCore

/// The console's screen of purchases, for apps that track any.
///
/// ```swift
/// PurchaseBrowserFeature.show.request()?.perform(withPresenter: console)
/// ```
public final class PurchaseBrowserFeature: ConditionalFeature {
    /// Opens the screen.
    public final class ShowAction: ShowScreenAction {
        /// The screen to open.
        public static let screen = ConsoleScreen.purchases
    }

    /// What the feature offers.
    public static let description = "Browses the products and overrides what has been purchased"
    /// Opens the screen.
    public static let show = action(ShowAction.self)
    /// Goes back to the screen before.
    public static let hide = action(HideScreenAction.self)

    /// Whether there is anything to browse.
    public static var isEnabled: Bool? { Flint.purchaseTracker != nil }

    /// Requires a purchase tracker.
    public static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.runtimeEnabled()
    }

    /// Declares the actions.
    public static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(show)
        actions.declare(hide)
    }
}
