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
        let logging = request.runtime.logging
        guard logging.mayLog(.debug, about: request.record.action) else { return }
        logging.log(.debug, from: request) { "Began \(request.record.actionName)" }
    }

    /// Writes how an action ended.
    public func actionDidComplete<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>, outcome: ActionPerformOutcome
    ) {
        let logging = request.runtime.logging
        let level = outcome.isSuccess ? LoggerLevel.debug : .error
        guard logging.mayLog(level, about: request.record.action) else { return }
        logging.log(level, from: request) { "Completed \(request.record.actionName), \(outcome)" }
    }
}
