public import FlintConsole
public import FlintCore

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
