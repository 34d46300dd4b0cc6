/// Says that the person is no longer doing what they did last.
public final class ResignCurrentActivityAction: UIAction {
    /// What the action does.
    public static let description = "Ends the current activity"

    /// Ends the activity, if there is one.
    public static func perform(
        context: ActionContext<NoInput>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        FlintRuntime.current.activities.resignCurrent()
        return completion.completedSync(.success)
    }
}
