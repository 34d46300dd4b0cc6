import Dispatch
import Synchronization

/// Performs actions on their queues: at once if the caller is already there, otherwise after a hop.
///
/// The hop is never a blocking one, so no combination of queues can deadlock.
public final class DefaultActionDispatcher: ActionDispatcher {
    /// Who is told; apart from the dispatcher, because whatever is referred to weakly is dearer to use from then on.
    private final class Observers: Sendable {
        private struct State {
            var nextID = 0
            var entries: [(id: Int, observer: any ActionDispatchObserver)] = []
        }

        private let state = Protected(State())
        /// How many there are, for finding out without the lock that there are none.
        private let count = Atomic(0)

        var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

        var all: [(id: Int, observer: any ActionDispatchObserver)] { state.withLock { $0.entries } }

        func add(_ observer: any ActionDispatchObserver) -> Int {
            change { state in
                state.nextID += 1
                state.entries.append((state.nextID, observer))
                return state.nextID
            }
        }

        func remove(_ id: Int) {
            change { $0.entries.removeAll { $0.id == id } }
        }

        func removeAll() {
            change { $0.entries = [] }
        }

        private func change<Result>(_ body: (inout State) -> Result) -> Result {
            state.withLock { state in
                defer { count.store(state.entries.count, ordering: .releasing) }
                return body(&state)
            }
        }
    }

    private let observers = Observers()

    /// Creates a dispatcher without observers.
    public init() {}

    deinit {
        // Whoever still has a handle does not keep them.
        observers.removeAll()
    }

    /// Adds an observer, which the dispatcher keeps until it is cancelled.
    @discardableResult
    public func add(observer: any ActionDispatchObserver) -> ActionDispatchObservation {
        let id = observers.add(observer)
        return ActionDispatchObservation { [observers] in observers.remove(id) }
    }

    /// Whether anybody is told of what is performed.
    var isObserved: Bool { !observers.isEmpty }

    /// Drops every observer.
    func removeAllObservers() {
        observers.removeAll()
    }

    /// Tells the observers that an action is about to be performed.
    func announce<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>
    ) {
        request.dispatcher = self
        tellObservers { $0.actionWillBegin(request) }
    }

    /// Performs the action of a request, telling the observers of its beginning and its end.
    public func perform<FeatureType: FeatureDefinition, ActionType: Action>(
        request: ActionRequest<FeatureType, ActionType>, completion: ActionType.Completion
    ) -> ActionType.Completion.Status {
        announce(request)
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
        let status = ActionType.perform(
            context: request.context, presenter: request.presenter, completion: completion)
        return completion.verify(status) ? status : request.run.refuseStatus(of: completion)
    }

    /// Calls something with each observer.
    func tellObservers(_ tell: (any ActionDispatchObserver) -> Void) {
        guard isObserved else { return }
        for entry in observers.all { tell(entry.observer) }
    }
}
