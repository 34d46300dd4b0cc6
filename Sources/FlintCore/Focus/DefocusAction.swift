/// Takes a topic out of the selection.
public final class DefocusAction: Action {
    /// A topic.
    public typealias InputType = FocusArea

    /// What the action does.
    public static let description = "Stop focusing on a topic; after the last one everything is shown"

    /// Takes the topic out.
    public static func perform(
        context: ActionContext<FocusArea>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        FlintRuntime.current.focus.defocus(context.input.topicPath)
        return completion.completedSync(.success)
    }
}
