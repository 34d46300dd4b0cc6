/// Takes everything out of the selection.
public final class ResetFocusAction: Action {
    /// What the action does.
    public static let description = "Show everything again"

    /// Takes everything out.
    public static func perform(
        context: ActionContext<NoInput>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        FlintRuntime.current.focus.reset()
        return completion.completedSync(.success)
    }
}
