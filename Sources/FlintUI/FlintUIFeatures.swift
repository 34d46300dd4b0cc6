// SPDX-License-Identifier: MIT

public import FlintConsole
public import FlintCore

/// A group of debug features whose actions open the console's screens.
///
/// ```swift
/// Flint.quickSetup(AppFeatures.self)
/// Flint.register(group: FlintUIFeatures.self)
/// ```
public final class FlintUIFeatures: FeatureGroup {
    /// The group's name in the console.
    public static let name = "Flint UI"
    /// The description shown in the console.
    public static let description = "The framework's debug screens"
    /// Always `false`; the group is not meant for the app's users.
    public static let isVisible = false
    /// The debug features of the group.
    public static var subfeatures: [FeatureDefinition.Type] {
        [
            FeatureBrowserFeature.self, PurchaseBrowserFeature.self, PermissionBrowserFeature.self,
            FlagBrowserFeature.self, TimelineBrowserFeature.self, ActionStackBrowserFeature.self,
            LogBrowserFeature.self,
        ]
    }
}

/// A feature whose actions open and close a console screen.
///
/// A conforming type declares its ``screen``. The actions ``show`` and ``hide`` are declared by default.
public protocol BrowserFeature: ConditionalFeature {
    /// The console screen that the feature opens.
    static var screen: ConsoleScreen { get }
}

extension BrowserFeature {
    /// Always `false`; the feature is not meant for the app's users.
    public static var isVisible: Bool { false }

    /// The action that opens the screen.
    public static var show: ConditionalActionBinding<Self, ShowScreenAction<Self>> { action(ShowScreenAction.self) }

    /// The action that returns to the previous screen.
    public static var hide: ConditionalActionBinding<Self, HideScreenAction> { action(HideScreenAction.self) }

    /// Publishes the action ``show``, so that the app can offer it in a menu, and declares the action ``hide``.
    public static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(show)
        actions.declare(hide)
    }
}

/// An action that opens a browser feature's console screen, such as Facts or Timeline.
///
/// The action is hidden from the timeline, so that inspecting an app does not change its timeline.
public final class ShowScreenAction<Browser: BrowserFeature>: UIAction {
    /// The action takes no input, because the feature determines the screen.
    public typealias InputType = NoInput
    /// The console that opens the screen.
    public typealias PresenterType = any ScreenPresenter

    /// The name shown in the console's list of actions.
    public static var name: String { "Show" }

    /// A description that includes the screen's title, such as "Opens the Facts screen".
    public static var description: String { "Opens the \(Browser.screen.title) screen" }

    /// Always `true`; the action is hidden from the timeline.
    public static var hideFromTimeline: Bool { true }

    /// Opens the screen and ends the feature's action stack.
    public static func perform(
        context: ActionContext<NoInput>, presenter: any ScreenPresenter, completion: Completion
    ) -> Completion.Status {
        presenter.show(Browser.screen)
        return completion.completedSync(.successWithFeatureTermination)
    }
}

/// An action that closes the console screen and returns to the previous one.
public final class HideScreenAction: UIAction {
    /// The action takes no input, because it closes the most recently opened screen.
    public typealias InputType = NoInput
    /// The console that closes the screen.
    public typealias PresenterType = any ScreenPresenter

    /// The name shown in the console's list of actions.
    public static let name = "Hide"
    /// The description shown in the console.
    public static let description = "Returns to the previous screen"
    /// Always `true`; the action is hidden from the timeline.
    public static let hideFromTimeline = true

    /// Closes the screen and ends the feature's action stack.
    public static func perform(
        context: ActionContext<NoInput>, presenter: any ScreenPresenter, completion: Completion
    ) -> Completion.Status {
        presenter.hide()
        return completion.completedSync(.successWithFeatureTermination)
    }
}

extension ScreenPresenter {
    /// A presenter that the app's own dismiss actions can use to close the most recently opened screen.
    ///
    /// ```swift
    /// HelpFeature.close.perform(withInput: .animated(false), presenter: console.asDismissible)
    /// ```
    public var asDismissible: any DismissiblePresenter { DismissibleScreen(presenter: self) }
}

private struct DismissibleScreen: DismissiblePresenter {
    let presenter: any ScreenPresenter

    /// Closes the screen; a terminal ignores `animated`.
    func dismiss(animated: Bool) {
        presenter.hide()
    }
}
