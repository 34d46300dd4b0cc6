// SPDX-License-Identifier: MIT

import Dispatch
import FlintLocks

/// A dispatcher that performs the actions of sessions and notifies observers.
///
/// A session uses its runtime's dispatcher, unless the session is created with another one. ``DefaultActionDispatcher``
/// is the framework's implementation.
public protocol ActionDispatcher: AnyObject, Sendable {
    /// Adds an observer, which remains until the returned observation is canceled or the dispatcher is released.
    @discardableResult
    func add(observer: any ActionDispatchObserver) -> ActionDispatchObservation

    /// Performs the action of a request on the action's queue.
    ///
    /// - Parameters:
    ///   - request: The request, with the action's input and presenter.
    ///   - completion: The completion that receives the outcome.
    /// - Returns: The status obtained from `completion`.
    func perform<FeatureType: FeatureDefinition, ActionType: Action>(
        request: ActionRequest<FeatureType, ActionType>, completion: ActionType.Completion
    ) -> ActionType.Completion.Status
}

/// An observer of every action that a dispatcher performs.
///
/// Observers are called in the order in which they were added, with no lock held. The beginning of an action is
/// reported on the thread that requests it, and its completion on the thread on which it completes. An observer that is
/// added during an action is not notified of the action's completion. An observer cannot be isolated to an actor.
public protocol ActionDispatchObserver: AnyObject, SendableMetatype {
    /// Notifies the observer that an action is about to be performed.
    func actionWillBegin<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>)

    /// Notifies the observer that an action has completed.
    func actionDidComplete<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>, outcome: ActionPerformOutcome)
}

/// A handle that removes an observer from its dispatcher.
///
/// Unlike an `ObservationToken`, the handle can be discarded. The observer then remains for as long as the dispatcher
/// exists.
public final class ActionDispatchObservation: Sendable {
    private let onCancel: @Sendable () -> Void

    init(_ onCancel: @escaping @Sendable () -> Void) {
        self.onCancel = onCancel
    }

    /// Removes the observer from its dispatcher.
    ///
    /// Further calls have no effect.
    public func cancel() {
        onCancel()
    }
}

/// The default dispatcher, which performs each action on the action's queue.
///
/// If the caller is already on that queue, the action is performed synchronously. Otherwise, the dispatcher schedules
/// the action without blocking, so that no combination of queues can cause a deadlock.
public final class DefaultActionDispatcher: ActionDispatcher {
    private let observers = DispatchObservers()

    /// Creates a dispatcher without observers.
    public init() {}

    deinit {
        // Observations can outlive the dispatcher, and must not retain its observers.
        observers.removeAll()
    }

    /// Adds an observer, which the dispatcher retains until the observation is canceled.
    @discardableResult
    public func add(observer: any ActionDispatchObserver) -> ActionDispatchObservation {
        let id = observers.add(observer)
        return ActionDispatchObservation { [observers] in observers.remove(id) }
    }

    var audience: DispatchObservers.Audience { observers.audience }

    var includesLogs: Bool { observers.includesLogs }

    func removeAllObservers() {
        observers.removeAll()
    }

    func announce<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>
    ) {
        guard audience != .empty else { return }
        // An observer that is added later is not notified of the completion, because it has not seen the beginning.
        let latest = observers.latest
        request.notifiedObservers = (observers, latest)
        observers.notify(upTo: latest) { $0.actionWillBegin(request) }
    }

    /// Performs the action of a request, and notifies the observers of its beginning and its completion.
    public func perform<FeatureType: FeatureDefinition, ActionType: Action>(
        request: ActionRequest<FeatureType, ActionType>, completion: ActionType.Completion
    ) -> ActionType.Completion.Status {
        announce(request)
        if request.isDetached {
            completion.addProxyCompletionHandler { outcome, _ in
                request.notifyObservers(ofEnd: outcome)
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
                // The action may complete synchronously on its queue, after the original call has returned.
                let onQueue = ReportingCompletion<ActionPerformOutcome>(
                    in: runtime, completionHandler: { outcome, _ in deferred.completed(outcome) },
                    cancellation: request.cancellation,
                    onMisuse: { misuse in
                        // The caller's promise is released together with this one and reports the misuse itself.
                        guard misuse != .abandoned else { return }
                        runtime.advise(misuse.description(of: record.completionTitle))
                    })
                return start(request, completion: onQueue)
            }
        }
        request.queue.async { hop.value() }
        return deferred
    }

    private func start<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>, completion: ActionType.Completion
    ) -> ActionType.Completion.Status {
        let status = ActionType.perform(
            context: request.context, presenter: request.presenter, completion: completion)
        return completion.accept(status, of: request.record, in: request.runtime)
    }
}

extension CompletionRequirement<ActionPerformOutcome> {
    /// Returns the action's status if it belongs to this completion.
    ///
    /// Otherwise, the method completes with a failure and reports an advisory, so that the caller always receives an
    /// outcome.
    @usableFromInline
    func accept(_ status: CompletionStatus, of record: ActionRecord, in runtime: FlintRuntime) -> CompletionStatus {
        if verify(status) { return status }
        let error = ActionPerformError.foreignStatus(action: record.actionName)
        runtime.advise(error.description)
        return completedSync(.failure(error: error))
    }
}
