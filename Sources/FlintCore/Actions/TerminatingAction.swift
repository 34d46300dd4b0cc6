/// An action that does nothing but end the use of its feature, such as "done" or "cancel".
public protocol TerminatingAction: Action {}

extension TerminatingAction {
    /// Ends the use of the feature.
    public static func perform(
        context: ActionContext<InputType>, presenter: PresenterType, completion: Completion
    ) -> Completion.Status {
        completion.completedSync(.successWithFeatureTermination)
    }
}
