import Dispatch

/// Performs the actions of sessions and notifies observers of them.
public protocol ActionDispatcher: AnyObject, Sendable {
    /// Adds an observer; the observation ends when the token is cancelled, or with the dispatcher if it is dropped.
    @discardableResult
    func add(observer: any ActionDispatchObserver) -> ActionDispatchObservation

    /// Performs the action of a request on the action's queue.
    ///
    /// - Parameters:
    ///   - request: The action, its input and its presenter.
    ///   - completion: The promise to keep.
    /// - Returns: The proof that it is kept.
    func perform<FeatureType: FeatureDefinition, ActionType: Action>(
        request: ActionRequest<FeatureType, ActionType>, completion: ActionType.Completion
    ) -> ActionType.Completion.Status
}

/// Sees every action that a dispatcher performs.
///
/// Observers are called in the order in which they were added, with no lock held: at the beginning on the thread that
/// asks for the action, at the end on the one that answers. An observer that is added while an action is under way is
/// not notified of its end.
public protocol ActionDispatchObserver: AnyObject {
    /// An action is about to be performed.
    func actionWillBegin<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>)

    /// An action has answered.
    func actionDidComplete<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>, outcome: ActionPerformOutcome)
}

/// A handle with which an observer can be taken off its dispatcher again.
///
/// Unlike an ``ObservationToken`` it may be dropped: the observer then stays as long as the dispatcher does.
public final class ActionDispatchObservation: Sendable {
    private let onCancel: @Sendable () -> Void

    init(_ onCancel: @escaping @Sendable () -> Void) {
        self.onCancel = onCancel
    }

    /// Removes the observer from its dispatcher; harmless when called again.
    public func cancel() {
        onCancel()
    }
}

/// Performs actions on their queues: at once if the caller is already there, otherwise after a hop.
///
/// The hop is never a blocking one, so no combination of queues can deadlock.
public final class DefaultActionDispatcher: ActionDispatcher {
    private let observers = DispatchObservers()

    /// Creates a dispatcher without observers.
    public init() {}

    deinit {
        // A handle that is still held does not keep them.
        observers.removeAll()
    }

    /// Adds an observer, which the dispatcher keeps until it is cancelled.
    @discardableResult
    public func add(observer: any ActionDispatchObserver) -> ActionDispatchObservation {
        let id = observers.add(observer)
        return ActionDispatchObservation { [observers] in observers.remove(id) }
    }

    /// The observers of what is performed.
    var audience: DispatchObservers.Audience { observers.audience }

    /// Whether the observer that logs actions is among the observers.
    var includesLogs: Bool { observers.includesLogs }

    /// Removes every observer.
    func removeAllObservers() {
        observers.removeAll()
    }

    /// Notifies the observers that an action is about to be performed; they are notified of its end, too.
    func announce<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>
    ) {
        guard audience != .empty else { return }
        let latest = observers.latest
        request.audience = (observers, latest)
        observers.tell(upTo: latest) { $0.actionWillBegin(request) }
    }

    /// Performs the action of a request, notifying the observers of its beginning and its end.
    public func perform<FeatureType: FeatureDefinition, ActionType: Action>(
        request: ActionRequest<FeatureType, ActionType>, completion: ActionType.Completion
    ) -> ActionType.Completion.Status {
        announce(request)
        if request.isAlone {
            completion.addProxyCompletionHandler { outcome, _ in
                request.tellObservers(ofEnd: outcome)
                return outcome
            }
        }
        let mark = request.record.action.gate.queueMark {
            QueueIdentity.mark(of: QueueIdentity.queue(of: ActionType.self))
        }
        if request.session.isCurrent(mark) { return start(request, completion: completion) }
        let runtime = request.runtime
        let record = request.record
        let deferred = completion.willCompleteAsync()
        let hop = UncheckedSendable { [self] in
            _ = TaskScope.of(runtime, request.cause).run {
                // On that queue it may answer at once, while its caller has continued.
                let onQueue = ReportingCompletion<ActionPerformOutcome>(
                    in: runtime, completionHandler: { outcome, _ in deferred.completed(outcome) },
                    cancellation: request.cancellation,
                    onMisuse: { misuse in
                        // What was promised to the caller is released with this one, and reports it itself.
                        guard misuse != .abandoned else { return }
                        runtime.advise(misuse.description(of: record.completionTitle))
                    })
                return start(request, completion: onQueue)
            }
        }
        request.queue.async { hop.value() }
        return deferred
    }

    /// Starts the action here.
    private func start<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>, completion: ActionType.Completion
    ) -> ActionType.Completion.Status {
        let status = ActionType.perform(
            context: request.context, presenter: request.presenter, completion: completion)
        return completion.accept(status, of: request.record, in: request.runtime)
    }
}

extension CompletionRequirement<ActionPerformOutcome> {
    /// Sees to it that the promise of an action can be kept.
    ///
    /// - Parameters:
    ///   - status: What the action has returned.
    ///   - record: What is known of the action.
    ///   - runtime: Advised if the status is that of something else, so that it cannot be known when it answers.
    /// - Returns: The proof that the promise is kept.
    @usableFromInline
    func accept(_ status: CompletionStatus, of record: ActionRecord, in runtime: FlintRuntime) -> CompletionStatus {
        if verify(status) { return status }
        let error = ActionPerformError.foreignStatus(action: record.actionName)
        runtime.advise(error.description)
        return completedSync(.failure(error: error))
    }
}
