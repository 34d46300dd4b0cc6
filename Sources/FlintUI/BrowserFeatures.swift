public import FlintConsole
public import FlintCore

/// A debug feature that opens the console's screen of features.
///
/// ```swift
/// FeatureBrowserFeature.show.request()?.perform(withPresenter: console)
/// ```
public final class FeatureBrowserFeature: BrowserFeature {
    /// The description shown in feature browsers.
    public static let description = "Browses the features and why they are available or not"
    /// The console screen that the feature opens.
    public static let screen = ConsoleScreen.features

    /// Declares no requirements.
    public static func constraints(requirements: FeatureConstraintsBuilder) {}
}

/// A debug feature that opens the console's screen of purchases, available in apps with a purchase tracker.
///
/// ```swift
/// PurchaseBrowserFeature.show.request()?.perform(withPresenter: console)
/// ```
public final class PurchaseBrowserFeature: BrowserFeature {
    /// The description shown in feature browsers.
    public static let description = "Browses the products and overrides what has been purchased"
    /// The console screen that the feature opens.
    public static let screen = ConsoleScreen.purchases

    /// Whether the app has a purchase tracker.
    public static var isEnabled: Bool? { Flint.purchaseTracker != nil }

    /// Declares the requirement that ``isEnabled`` is `true`.
    public static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.runtimeEnabled()
    }
}

/// A debug feature that opens the console's screen of permissions.
///
/// ```swift
/// PermissionBrowserFeature.show.request()?.perform(withPresenter: console)
/// ```
public final class PermissionBrowserFeature: BrowserFeature {
    /// The description shown in feature browsers.
    public static let description = "Browses the system permissions and steps through asking for them"
    /// The console screen that the feature opens.
    public static let screen = ConsoleScreen.permissions

    /// Declares no requirements.
    public static func constraints(requirements: FeatureConstraintsBuilder) {}
}

/// A debug feature that opens the console's screen of feature flags.
///
/// ```swift
/// FlagBrowserFeature.show.request()?.perform(withPresenter: console)
/// ```
public final class FlagBrowserFeature: BrowserFeature {
    /// The description shown in feature browsers.
    public static let description = "Browses the feature flags and the answers of every provider"
    /// The console screen that the feature opens.
    public static let screen = ConsoleScreen.flags

    /// Declares no requirements.
    public static func constraints(requirements: FeatureConstraintsBuilder) {}
}

/// A debug feature that opens the console's screen of events, available in apps that record a timeline.
///
/// ```swift
/// TimelineBrowserFeature.show.request()?.perform(withPresenter: console)
/// ```
public final class TimelineBrowserFeature: BrowserFeature {
    /// The description shown in feature browsers.
    public static let description = "Watches what happens in the app"
    /// The console screen that the feature opens.
    public static let screen = ConsoleScreen.timeline

    /// Whether the timeline feature is available.
    public static var isEnabled: Bool? { TimelineFeature.isAvailable }

    /// Declares the requirement that ``isEnabled`` is `true`.
    public static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.runtimeEnabled()
    }
}

/// A debug feature that opens the console's screen of open action stacks, available in apps that keep them.
///
/// ```swift
/// ActionStackBrowserFeature.show.request()?.perform(withPresenter: console)
/// ```
public final class ActionStackBrowserFeature: BrowserFeature {
    /// The description shown in feature browsers.
    public static let description = "Watches the trails of what is done with each feature"
    /// The console screen that the feature opens.
    public static let screen = ConsoleScreen.stacks

    /// Whether the action stacks feature is available.
    public static var isEnabled: Bool? { ActionStacksFeature.isAvailable }

    /// Declares the requirement that ``isEnabled`` is `true`.
    public static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.runtimeEnabled()
    }
}

/// A debug feature that opens the console's screen of the app's log.
///
/// The screen shows the messages that reach `Flint.logHandler(label:)`.
///
/// ```swift
/// LogBrowserFeature.show.request()?.perform(withPresenter: console)
/// ```
public final class LogBrowserFeature: BrowserFeature {
    /// The description shown in feature browsers.
    public static let description = "Reads the app's log line by line"
    /// The console screen that the feature opens.
    public static let screen = ConsoleScreen.logs

    /// Declares no requirements.
    public static func constraints(requirements: FeatureConstraintsBuilder) {}
}
