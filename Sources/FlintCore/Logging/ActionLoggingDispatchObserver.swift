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
        logBeginning(of: request.record, in: request.runtime)
    }

    /// Writes how an action ended.
    public func actionDidComplete<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>, outcome: ActionPerformOutcome
    ) {
        logEnd(of: request.record, outcome, in: request.runtime)
    }

    /// Writes that an action begins.
    func logBeginning(of record: ActionRecord, in runtime: FlintRuntime) {
        let logging = runtime.logging
        guard logging.mayLog(.debug, about: record.action) else { return }
        logging.log(.debug, from: ActionLogContext(record)) { "Began \(record.actionName)" }
    }

    /// Writes how an action ended.
    func logEnd(of record: ActionRecord, _ outcome: ActionPerformOutcome, in runtime: FlintRuntime) {
        let logging = runtime.logging
        let level = outcome.isSuccess ? LoggerLevel.debug : .error
        guard logging.mayLog(level, about: record.action) else { return }
        logging.log(level, from: ActionLogContext(record)) { "Completed \(record.actionName), \(outcome)" }
    }
}
