public import FlintConsole
public import FlintCore

/// The console's screen of features.
///
/// ```swift
/// FeatureBrowserFeature.show.request()?.perform(withPresenter: console)
/// ```
public final class FeatureBrowserFeature: ConditionalFeature {
    /// Opens the screen.
    public final class ShowAction: ShowScreenAction {
        /// The screen to open.
        public static let screen = ConsoleScreen.features
    }

    /// What the feature offers.
    public static let description = "Browses the features and why they are available or not"
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
