public import FlintConsole
public import FlintCore

/// The debug features an app registers to have its screens opened by its own actions.
///
/// ```swift
/// Flint.quickSetup(AppFeatures.self)
/// Flint.register(group: FlintUIFeatures.self)
/// ```
public final class FlintUIFeatures: FeatureGroup {
    /// The name for people.
    public static let name = "Flint UI"
    /// What the group offers.
    public static let description = "The framework's debug screens"
    /// Whether the app shows the group to its users, for whom it is not meant.
    public static let isVisible = false
    /// The features under it.
    public static var subfeatures: [FeatureDefinition.Type] {
        [
            FeatureBrowserFeature.self, PurchaseBrowserFeature.self, PermissionBrowserFeature.self,
            FlagBrowserFeature.self, TimelineBrowserFeature.self, ActionStackBrowserFeature.self,
            LogBrowserFeature.self,
        ]
    }
}

/// A feature whose actions open and close a screen of the console.
public protocol BrowserFeature: ConditionalFeature {
    /// The screen to open.
    static var screen: ConsoleScreen { get }
}

extension BrowserFeature {
    /// Whether the app shows the feature to its users, for whom it is not meant.
    public static var isVisible: Bool { false }

    /// Opens the screen.
    public static var show: ConditionalActionBinding<Self, ShowScreenAction<Self>> { action(ShowScreenAction.self) }

    /// Goes back to the screen before.
    public static var hide: ConditionalActionBinding<Self, HideScreenAction> { action(HideScreenAction.self) }

    /// Declares the actions.
    public static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(show)
        actions.declare(hide)
    }
}

/// Opens the screen of a feature.
///
/// It leaves no trace on the timeline, so that looking at an app does not change what is seen.
public final class ShowScreenAction<Browser: BrowserFeature>: UIAction {
    /// The action takes no input.
    public typealias InputType = NoInput
    /// The console.
    public typealias PresenterType = any ScreenPresenter

    /// Show.
    public static var name: String { "Show" }

    /// What the action does.
    public static var description: String { "Opens the \(Browser.screen.title) screen" }

    /// Not recorded.
    public static var hideFromTimeline: Bool { true }

    /// Opens the screen.
    public static func perform(
        context: ActionContext<NoInput>, presenter: any ScreenPresenter, completion: Completion
    ) -> Completion.Status {
        presenter.show(Browser.screen)
        return completion.completedSync(.successWithFeatureTermination)
    }
}

/// Goes back to where the user was before a screen of the console was opened.
public final class HideScreenAction: UIAction {
    /// The action takes no input.
    public typealias InputType = NoInput
    /// The console.
    public typealias PresenterType = any ScreenPresenter

    /// Hide.
    public static let name = "Hide"
    /// What the action does.
    public static let description = "Goes back to the screen before"
    /// Not recorded.
    public static let hideFromTimeline = true

    /// Goes back.
    public static func perform(
        context: ActionContext<NoInput>, presenter: any ScreenPresenter, completion: Completion
    ) -> Completion.Status {
        presenter.hide()
        return completion.completedSync(.successWithFeatureTermination)
    }
}

extension ScreenPresenter {
    /// The screen that was opened last, as something an action of the app's own can close.
    ///
    /// ```swift
    /// HelpFeature.close.perform(withInput: .animated(false), presenter: console.asDismissible)
    /// ```
    public var asDismissible: any DismissiblePresenter { DismissibleScreen(presenter: self) }
}

/// Closes the screen a console has opened last.
private struct DismissibleScreen: DismissiblePresenter {
    let presenter: any ScreenPresenter

    /// Goes back; a terminal has nothing to animate.
    func dismiss(animated: Bool) {
        presenter.hide()
    }
}
