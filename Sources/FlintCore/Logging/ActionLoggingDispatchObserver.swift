/// Writes a line when an action begins and when it has answered.
///
/// What goes well is written for debugging, what fails as an error. ``ActionSession/quickSetupMainSession()`` adds it.
public final class ActionLoggingDispatchObserver: ActionDispatchObserver, Sendable {
    /// The only one needed: it keeps nothing.
    public static let instance = ActionLoggingDispatchObserver()

    private init() {}

    /// Writes that an action begins.
    public func actionWillBegin<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>
    ) {
        request.runtime.logging.log(.debug, from: request) { "Began \(ActionType.name)" }
    }

    /// Writes how an action ended.
    public func actionDidComplete<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>, outcome: ActionPerformOutcome
    ) {
        request.runtime.logging.log(outcome.isSuccess ? .debug : .error, from: request) {
            "Completed \(ActionType.name), \(outcome)"
        }
    }
}
