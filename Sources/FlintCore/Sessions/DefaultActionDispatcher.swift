import Dispatch
import Synchronization

/// Performs actions on their queues: at once if the caller is already there, otherwise after a hop.
///
/// The hop is never a blocking one, so no combination of queues can deadlock.
public final class DefaultActionDispatcher: ActionDispatcher {
    private struct Observers {
        var nextID = 0
        var entries: [(id: Int, observer: any ActionDispatchObserver)] = []
    }

    private let observers = Protected(Observers())
    /// How many observers there are, for finding out without the lock that there are none.
    private let count = Atomic(0)

    /// Creates a dispatcher without observers.
    public init() {}

    /// Adds an observer, which the dispatcher keeps until it is cancelled.
    @discardableResult
    public func add(observer: any ActionDispatchObserver) -> ActionDispatchObservation {
        let id = observers.withLock { observers in
            observers.nextID += 1
            observers.entries.append((observers.nextID, observer))
            count.store(observers.entries.count, ordering: .releasing)
            return observers.nextID
        }
        return ActionDispatchObservation { [weak self] in
            guard let self else { return }
            self.observers.withLock { observers in
                observers.entries.removeAll { $0.id == id }
                self.count.store(observers.entries.count, ordering: .releasing)
            }
        }
    }

    /// Performs the action of a request, telling the observers of its beginning and its end.
    public func perform<FeatureType: FeatureDefinition, ActionType: Action>(
        request: ActionRequest<FeatureType, ActionType>, completion: ActionType.Completion
    ) -> ActionType.Completion.Status {
        request.dispatcher = self
        tellObservers { $0.actionWillBegin(request) }
        let mark = request.record.action.gate.queueMark { QueueIdentity.mark(of: ActionType.queue) }
        if QueueIdentity.isCurrent(mark) { return run(request, completion: completion) }
        let runtime = request.runtime
        let deferred = completion.willCompleteAsync()
        let hop = UncheckedSendable { [self] in
            _ = TaskScope(runtime: runtime, cause: request.cause).run {
                let onQueue = ActionType.Completion(
                    completionHandler: { outcome, _ in runtime.bind { deferred.completed(outcome) } },
                    onMisuse: { misuse in
                        // An abandoned completion releases the deferred status, which says so itself.
                        if misuse != .abandoned { runtime.advise(misuse.description) }
                    })
                return run(request, completion: onQueue)
            }
        }
        ActionType.queue.async { hop.value() }
        return deferred
    }

    /// Tells the observers that an action has answered.
    func tellObservers<FeatureType: FeatureDefinition, ActionType: Action>(
        ofEnd request: ActionRequest<FeatureType, ActionType>, outcome: ActionPerformOutcome
    ) {
        tellObservers { $0.actionDidComplete(request, outcome: outcome) }
    }

    private func tellObservers(_ tell: (any ActionDispatchObserver) -> Void) {
        guard count.load(ordering: .acquiring) > 0 else { return }
        for entry in observers.withLock({ $0.entries }) { tell(entry.observer) }
    }

    /// Runs the action here and sees to it that its promise can be kept.
    private func run<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>, completion: ActionType.Completion
    ) -> ActionType.Completion.Status {
        let status = ActionType.perform(
            context: request.context, presenter: request.presenter, completion: completion)
        if completion.verify(status) { return status }
        let error = ActionPerformError.foreignStatus(action: ActionType.name)
        request.runtime.advise(error.description)
        return completion.completedSync(.failure(error: error))
    }
}
