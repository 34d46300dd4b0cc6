import Dispatch

/// Performs actions on their queues: at once if the caller is already there, otherwise after a hop.
///
/// The hop is never a blocking one, so no combination of queues can deadlock.
public final class DefaultActionDispatcher: ActionDispatcher {
    private struct Observers {
        var nextID = 0
        var entries: [(id: Int, observer: any ActionDispatchObserver)] = []
    }

    private let observers = Protected(Observers())

    /// Creates a dispatcher without observers.
    public init() {}

    /// Adds an observer, which the dispatcher keeps until it is cancelled.
    @discardableResult
    public func add(observer: any ActionDispatchObserver) -> ActionDispatchObservation {
        let id = observers.withLock { observers in
            observers.nextID += 1
            observers.entries.append((observers.nextID, observer))
            return observers.nextID
        }
        return ActionDispatchObservation { [weak self] in
            self?.observers.withLock { observers in observers.entries.removeAll { $0.id == id } }
        }
    }

    /// Performs the action of a request, recording its beginning and its end.
    public func perform<FeatureType: FeatureDefinition, ActionType: Action>(
        request: ActionRequest<FeatureType, ActionType>, completion: ActionType.Completion
    ) -> ActionType.Completion.Status {
        let runtime = request.runtime
        let queue = ActionType.queue
        begin(request)
        let start = ContinuousClock.now
        completion.addProxyCompletionHandler { [self] outcome, _ in
            runtime.bind { end(request, outcome: outcome, duration: ContinuousClock.now - start) }
            return outcome
        }
        if QueueIdentity.isCurrent(queue) {
            return run(request, completion: completion)
        }
        let deferred = completion.willCompleteAsync()
        let hop = UncheckedSendable { [self] in
            runtime.bind {
                let onQueue = ActionType.Completion(
                    completionHandler: { outcome, _ in runtime.bind { deferred.completed(outcome) } },
                    onMisuse: { misuse in
                        // An abandoned completion releases the deferred status, which says so itself.
                        if misuse != .abandoned { runtime.advise(misuse.description) }
                    })
                _ = run(request, completion: onQueue)
            }
        }
        queue.async { hop.value() }
        return deferred
    }

    /// Runs the action here and sees to it that its promise can be kept.
    private func run<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>, completion: ActionType.Completion
    ) -> ActionType.Completion.Status {
        let status = Cause.$current.withValue(request.cause) {
            ActionType.perform(context: request.context, presenter: request.presenter, completion: completion)
        }
        if completion.verify(status) { return status }
        let error = ActionPerformError.foreignStatus(action: ActionType.name)
        request.runtime.advise(error.description)
        return completion.completedSync(.failure(error: error))
    }

    private func begin<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>
    ) {
        request.runtime.recordBegin(of: request)
        for entry in observers.withLock({ $0.entries }) { entry.observer.actionWillBegin(request) }
    }

    private func end<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>, outcome: ActionPerformOutcome, duration: Duration
    ) {
        request.runtime.recordEnd(of: request, outcome: outcome, duration: duration)
        for entry in observers.withLock({ $0.entries }) {
            entry.observer.actionDidComplete(request, outcome: outcome)
        }
    }
}
