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

    /// Whether anybody is told of what is performed.
    var isObserved: Bool { count.load(ordering: .acquiring) > 0 }

    /// Drops every observer.
    func removeAllObservers() {
        observers.withLock { observers in
            observers.entries = []
            count.store(0, ordering: .releasing)
        }
    }

    /// Performs the action of a request, telling the observers of its beginning and its end.
    public func perform<FeatureType: FeatureDefinition, ActionType: Action>(
        request: ActionRequest<FeatureType, ActionType>, completion: ActionType.Completion
    ) -> ActionType.Completion.Status {
        request.dispatcher = self
        tellObservers { $0.actionWillBegin(request) }
        let run = request.run
        let mark = run.record.action.gate.queueMark { QueueIdentity.mark(of: ActionType.queue) }
        guard !QueueIdentity.isCurrent(mark) else {
            return start(request, completion: completion)
        }
        let runtime = run.runtime
        let deferred = completion.willCompleteAsync()
        let hop = UncheckedSendable { [self] in
            _ = TaskScope(runtime: runtime, cause: run.cause).run {
                // Over there it may answer at once, while its caller has gone on.
                let onQueue = ReportingCompletion<ActionPerformOutcome>(
                    completionHandler: { outcome, _ in deferred.completed(outcome) },
                    onMisuse: { misuse in
                        // What was promised to the caller is released with this one, and says so itself.
                        if misuse != .abandoned { runtime.advise(misuse.description) }
                    })
                return start(request, completion: onQueue)
            }
        }
        ActionType.queue.async { hop.value() }
        return deferred
    }

    /// Runs the action here.
    private func start<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>, completion: ActionType.Completion
    ) -> ActionType.Completion.Status {
        request.run.accept(
            ActionType.perform(context: request.context, presenter: request.presenter, completion: completion),
            of: completion)
    }

    /// Calls something with each observer.
    func tellObservers(_ tell: (any ActionDispatchObserver) -> Void) {
        guard isObserved else { return }
        for entry in observers.withLock({ $0.entries }) { tell(entry.observer) }
    }
}
