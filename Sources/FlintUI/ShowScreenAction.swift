public import FlintConsole
public import FlintCore

/// An action that opens a screen of the console.
///
/// It leaves no trace on the timeline, so that looking at an app does not change what is seen.
public protocol ShowScreenAction: UIAction where InputType == NoInput, PresenterType == any ScreenPresenter {
    /// The screen to open.
    static var screen: ConsoleScreen { get }
}

extension ShowScreenAction {
    /// Show.
    public static var name: String { "Show" }

    /// What the action does.
    public static var description: String { "Opens the \(screen.title) screen" }

    /// Not recorded.
    public static var hideFromTimeline: Bool { true }

    /// Opens the screen.
    public static func perform(
        context: ActionContext<NoInput>, presenter: any ScreenPresenter, completion: Completion
    ) -> Completion.Status {
        presenter.show(screen)
        return completion.completedSync(.successWithFeatureTermination)
    }
}
