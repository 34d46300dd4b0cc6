// SPDX-License-Identifier: MIT

public import FlintConsole
public import FlintCore

/// A debug feature that opens the console's Features screen.
///
/// ```swift
/// FeatureBrowserFeature.show.request()?.perform(withPresenter: console)
/// ```
public final class FeatureBrowserFeature: BrowserFeature {
    /// The description shown in the console.
    public static let description = "Browses the features and explains their availability"
    /// The console screen that the feature opens.
    public static let screen = ConsoleScreen.features

    /// Declares no requirements.
    public static func constraints(requirements: FeatureConstraintsBuilder) {}
}

/// A debug feature that opens the console's Purchases screen, available in apps with a purchase tracker.
///
/// ```swift
/// PurchaseBrowserFeature.show.request()?.perform(withPresenter: console)
/// ```
public final class PurchaseBrowserFeature: BrowserFeature {
    /// The description shown in the console.
    public static let description = "Browses the products and overrides purchases"
    /// The console screen that the feature opens.
    public static let screen = ConsoleScreen.purchases

    /// Whether the app has a purchase tracker.
    public static var isEnabled: Bool? { Flint.purchaseTracker != nil }

    /// Declares the requirement that ``isEnabled`` is `true`.
    public static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.runtimeEnabled()
    }
}

/// A debug feature that opens the console's Permissions screen.
///
/// ```swift
/// PermissionBrowserFeature.show.request()?.perform(withPresenter: console)
/// ```
public final class PermissionBrowserFeature: BrowserFeature {
    /// The description shown in the console.
    public static let description = "Browses the system permissions and requests them step by step"
    /// The console screen that the feature opens.
    public static let screen = ConsoleScreen.permissions

    /// Declares no requirements.
    public static func constraints(requirements: FeatureConstraintsBuilder) {}
}

/// A debug feature that opens the console's Facts screen.
///
/// ```swift
/// FlagBrowserFeature.show.request()?.perform(withPresenter: console)
/// ```
public final class FlagBrowserFeature: BrowserFeature {
    /// The description shown in the console.
    public static let description = "Browses the feature flags with each provider's answer, and the other facts"
    /// The console screen that the feature opens.
    public static let screen = ConsoleScreen.flags

    /// Declares no requirements.
    public static func constraints(requirements: FeatureConstraintsBuilder) {}
}

/// A debug feature that opens the console's Timeline screen, available in apps that record a timeline.
///
/// ```swift
/// TimelineBrowserFeature.show.request()?.perform(withPresenter: console)
/// ```
public final class TimelineBrowserFeature: BrowserFeature {
    /// The description shown in the console.
    public static let description = "Shows the app's events as they happen"
    /// The console screen that the feature opens.
    public static let screen = ConsoleScreen.timeline

    /// Whether the timeline feature is available, or `nil` if this is undetermined.
    public static var isEnabled: Bool? { TimelineFeature.isAvailable }

    /// Declares the requirement that ``isEnabled`` is `true`.
    public static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.runtimeEnabled()
    }
}

/// A debug feature that opens the console's Activity screen, available in apps that record action stacks.
///
/// ```swift
/// ActionStackBrowserFeature.show.request()?.perform(withPresenter: console)
/// ```
public final class ActionStackBrowserFeature: BrowserFeature {
    /// The description shown in the console.
    public static let description = "Shows the open action stacks of the features"
    /// The console screen that the feature opens.
    public static let screen = ConsoleScreen.stacks

    /// Whether the action stacks feature is available, or `nil` if this is undetermined.
    public static var isEnabled: Bool? { ActionStacksFeature.isAvailable }

    /// Declares the requirement that ``isEnabled`` is `true`.
    public static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.runtimeEnabled()
    }
}

/// A debug feature that opens the console's Logs screen.
///
/// The screen shows the messages that are logged through `Flint.logHandler(label:)`.
///
/// ```swift
/// LogBrowserFeature.show.request()?.perform(withPresenter: console)
/// ```
public final class LogBrowserFeature: BrowserFeature {
    /// The description shown in the console.
    public static let description = "Shows the app's log"
    /// The console screen that the feature opens.
    public static let screen = ConsoleScreen.logs

    /// Declares no requirements.
    public static func constraints(requirements: FeatureConstraintsBuilder) {}
}
