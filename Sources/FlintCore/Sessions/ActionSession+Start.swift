// SPDX-License-Identifier: MIT

import FlintFoundation

extension ActionSession {
    /// Performs an action of a static or conditional feature.
    ///
    /// The method is inlined into the app, where the types are known. Most actions take its fast path, because they can
    /// be performed immediately on the caller's queue. For the others, the method calls `performOnSlowPath`.
    @inlinable
    @discardableResult
    func perform<FeatureType: FeatureDefinition, ActionType: Action>(
        _ feature: FeatureType.Type, _ action: ActionType.Type, input: ActionType.InputType,
        presenter: ActionType.PresenterType, userInitiated: Bool, source: ActionSource, on instance: String?,
        observer: CompletionObserver?
    ) -> CompletionStatus {
        guard instance == nil, let metadata = fastPathMetadata(feature, action) else {
            return performOnSlowPath(
                feature, action, input: input, presenter: presenter, userInitiated: userInitiated, source: source,
                on: instance, observer: observer, promise: nil)
        }
        return enter(userInitiated: userInitiated) { cause in
            let completion = beginOnCallerQueue(
                metadata, input: metadata.takesInput ? action.inputDescription(of: input) : nil,
                isHidden: action.hideFromTimeline, userInitiated: userInitiated, source: source, cause: cause,
                observer: observer)
            switch audience {
            case .empty: break
            case .logs: completion.logBeginning()
            case .observers: announce(feature, action, input: input, presenter: presenter, to: completion)
            }
            let context = ActionContext(
                input: input, record: completion.execution.record, session: self,
                cancellation: completion.execution.cancellation)
            return completion.validated(
                action.perform(context: context, presenter: presenter, completion: completion))
        }
    }

    /// Performs an action that cannot take the fast path.
    ///
    /// The action may have to run on another queue or be refused, the dispatcher may have been replaced, or the caller
    /// may have supplied a completion.
    @usableFromInline
    func performOnSlowPath<FeatureType: FeatureDefinition, ActionType: Action>(
        _ feature: FeatureType.Type, _ action: ActionType.Type, input: ActionType.InputType,
        presenter: ActionType.PresenterType, userInitiated: Bool, source: ActionSource, on instance: String?,
        observer: CompletionObserver?, promise: ActionType.Completion?
    ) -> CompletionStatus {
        enter(userInitiated: userInitiated) { cause in
            let metadata: ActionMetadata
            do throws(ActionPerformError) {
                metadata = try runtime.metadataForPerforming(action, of: feature, in: self, on: instance)
            } catch {
                return refuse(error, observer: observer, promise: promise)
            }
            let execution = begin(
                metadata, input: metadata.takesInput ? action.inputDescription(of: input) : nil,
                isHidden: action.hideFromTimeline, userInitiated: userInitiated, source: source, cause: cause,
                cancellation: observer?.cancellation ?? promise?.cancellation)
            let runtime = self.runtime
            let request = ActionRequest<FeatureType, ActionType>(
                execution, in: runtime, input: input, presenter: presenter)
            let completion: ActionType.Completion
            if let promise {
                completion = promise
                // Handlers run in reverse order of addition: the action's handlers first, then this one, then the
                // caller's handlers.
                promise.addProxyCompletionHandler { outcome, _ in
                    execution.end(outcome, in: runtime)
                    request.notifyObservers(ofEnd: outcome)
                    return outcome
                }
            } else {
                let own = ActionCompletion(of: execution, in: runtime, observer: observer)
                own.reportCompletion(to: request)
                completion = own
            }
            let status = dispatcher.perform(request: request, completion: completion)
            return completion.accept(status, of: execution.record, in: runtime)
        }
    }

    @usableFromInline
    func fastPathMetadata(_ feature: Any.Type, _ action: Any.Type) -> ActionMetadata? {
        withRuntime { runtime in
            guard usesRuntimeDispatcher, !runtime.hasOtherDispatcher,
                let found = runtime.gates.metadataIfAllowed(feature: feature, action: action),
                isCurrent(found._withUnsafeGuaranteedRef { $0.gate.queueMark })
            else { return nil }
            return found.takeUnretainedValue()
        }
    }

    @usableFromInline var audience: DispatchObservers.Audience { withRuntime { $0.standardDispatcher.audience } }

    @usableFromInline
    func announce<FeatureType: FeatureDefinition, ActionType: Action>(
        _ feature: FeatureType.Type, _ action: ActionType.Type, input: ActionType.InputType,
        presenter: ActionType.PresenterType, to completion: ActionCompletion
    ) {
        let runtime = completion.runtime
        let request = ActionRequest<FeatureType, ActionType>(
            completion.execution, in: runtime, input: input, presenter: presenter)
        completion.reportCompletion(to: request)
        runtime.standardDispatcher.announce(request)
    }

    @usableFromInline
    func enter(userInitiated: Bool, _ body: (Cause) -> CompletionStatus) -> CompletionStatus {
        withRuntime { runtime in
            let scope = TaskScope.current
            // A scope with the same values is reused, which saves a task-local binding.
            if let scope, let cause = scope.cause, (scope.runtime ?? .process) === runtime { return body(cause) }
            let cause = scope?.cause ?? (userInitiated ? .user : .app)
            return TaskScope.of(runtime, cause).run { body(cause) }
        }
    }

    @usableFromInline
    func beginOnCallerQueue(
        _ action: ActionMetadata, input: ActionInputDescription?, isHidden: Bool, userInitiated: Bool,
        source: ActionSource, cause: Cause, observer: CompletionObserver?
    ) -> ActionCompletion {
        withRuntime { runtime in
            let execution = begin(
                action, input: input, isHidden: isHidden, userInitiated: userInitiated, source: source, cause: cause,
                cancellation: observer?.cancellation)
            return ActionCompletion(of: execution, in: runtime, observer: observer)
        }
    }

    private func begin(
        _ action: ActionMetadata, input: ActionInputDescription?, isHidden: Bool, userInitiated: Bool,
        source: ActionSource, cause: Cause, cancellation: ActionCancellation?
    ) -> ActionExecution {
        withRuntime { runtime in
            let date = Date()
            func record(_ stackID: UInt64?) -> ActionRecord {
                ActionRecord(
                    requestID: runtime.nextRequestID(), action: action, sessionName: name,
                    userInitiated: userInitiated, source: source, inputDescription: input?.text,
                    inputInfo: input?.parts, stackID: stackID)
            }
            let listed =
                runtime.isActive(.actionStacks)
                ? runtime.actionStacks.add(
                    to: action.feature, in: self, userInitiated: userInitiated, at: date, record)
                : record(nil)
            return ActionExecution(
                beginning: listed, session: self, in: runtime, cause: cause, at: date, isHidden: isHidden,
                cancellation: cancellation)
        }
    }

    private func refuse(
        _ error: ActionPerformError, observer: CompletionObserver?,
        promise: CompletionRequirement<ActionPerformOutcome>?
    ) -> CompletionStatus {
        let runtime = self.runtime
        let promise =
            promise
            ?? CompletionRequirement(in: runtime) { outcome, _ in
                observer?.deliver(outcome, in: runtime)
            }
        return promise.completedSync(.failure(error: error))
    }
}
