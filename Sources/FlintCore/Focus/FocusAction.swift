/// Selects a topic, so that everything else is left out.
public final class FocusAction: Action {
    /// A topic.
    public typealias InputType = FocusArea

    /// What the action does.
    public static let description = "Log everything about a topic, and nothing but errors about others"

    /// Selects the topic.
    public static func perform(
        context: ActionContext<FocusArea>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        FlintRuntime.current.focus.focus(context.input.topicPath)
        return completion.completedSync(.success)
    }
}
