public import FlintConsole
public import FlintCore

/// The console's screen of features.
///
/// ```swift
/// FeatureBrowserFeature.show.request()?.perform(withPresenter: console)
/// ```
public final class FeatureBrowserFeature: BrowserFeature {
    /// What the feature offers.
    public static let description = "Browses the features and why they are available or not"
    /// The screen to open.
    public static let screen = ConsoleScreen.features

    /// Requires nothing.
    public static func constraints(requirements: FeatureConstraintsBuilder) {}
}

/// The console's screen of purchases, for apps that track any.
///
/// ```swift
/// PurchaseBrowserFeature.show.request()?.perform(withPresenter: console)
/// ```
public final class PurchaseBrowserFeature: BrowserFeature {
    /// What the feature offers.
    public static let description = "Browses the products and overrides what has been purchased"
    /// The screen to open.
    public static let screen = ConsoleScreen.purchases

    /// Whether there is anything to browse.
    public static var isEnabled: Bool? { Flint.purchaseTracker != nil }

    /// Requires a purchase tracker.
    public static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.runtimeEnabled()
    }
}

/// The console's screen of permissions.
///
/// ```swift
/// PermissionBrowserFeature.show.request()?.perform(withPresenter: console)
/// ```
public final class PermissionBrowserFeature: BrowserFeature {
    /// What the feature offers.
    public static let description = "Browses the system permissions and steps through asking for them"
    /// The screen to open.
    public static let screen = ConsoleScreen.permissions

    /// Requires nothing.
    public static func constraints(requirements: FeatureConstraintsBuilder) {}
}

/// The console's screen of feature flags.
///
/// ```swift
/// FlagBrowserFeature.show.request()?.perform(withPresenter: console)
/// ```
public final class FlagBrowserFeature: BrowserFeature {
    /// What the feature offers.
    public static let description = "Browses the feature flags and the answers of every provider"
    /// The screen to open.
    public static let screen = ConsoleScreen.flags

    /// Requires nothing.
    public static func constraints(requirements: FeatureConstraintsBuilder) {}
}

/// The console's screen of events, for apps that record them.
///
/// ```swift
/// TimelineBrowserFeature.show.request()?.perform(withPresenter: console)
/// ```
public final class TimelineBrowserFeature: BrowserFeature {
    /// What the feature offers.
    public static let description = "Watches what happens in the app"
    /// The screen to open.
    public static let screen = ConsoleScreen.timeline

    /// Whether anything is recorded.
    public static var isEnabled: Bool? { TimelineFeature.isAvailable }

    /// Requires the recording of actions to be on.
    public static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.runtimeEnabled()
    }
}

/// The console's screen of open action stacks, for apps that keep them.
///
/// ```swift
/// ActionStackBrowserFeature.show.request()?.perform(withPresenter: console)
/// ```
public final class ActionStackBrowserFeature: BrowserFeature {
    /// What the feature offers.
    public static let description = "Watches the trails of what is done with each feature"
    /// The screen to open.
    public static let screen = ConsoleScreen.stacks

    /// Whether stacks are kept.
    public static var isEnabled: Bool? { ActionStacksFeature.isAvailable }

    /// Requires the keeping of stacks to be on.
    public static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.runtimeEnabled()
    }
}

/// The console's screen of the app's log, as far as `Flint.logHandler(label:)` gets to see it.
///
/// ```swift
/// LogBrowserFeature.show.request()?.perform(withPresenter: console)
/// ```
public final class LogBrowserFeature: BrowserFeature {
    /// What the feature offers.
    public static let description = "Reads the app's log line by line"
    /// The screen to open.
    public static let screen = ConsoleScreen.logs

    /// Requires nothing.
    public static func constraints(requirements: FeatureConstraintsBuilder) {}
}
