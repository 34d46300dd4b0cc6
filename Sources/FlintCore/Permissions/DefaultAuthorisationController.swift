// SPDX-License-Identifier: MIT

import FlintLocks

/// The driver of one authorization flow.
///
/// The controller sends events to an ``AuthorizationFlow`` and performs the resulting effects one at a time. Events can
/// arrive on any thread. If the flow begins on the main queue, its effects are performed there.
///
/// Pending answers retain the controller. A flow therefore lives as long as it can continue, even if the app does not
/// retain the controller.
final class DefaultAuthorisationController: AuthorisationController, @unchecked Sendable {
    private struct State {
        var flow: AuthorizationFlow
        var effects: [AuthorizationFlow.Effect] = []
        var isPerforming = false
        var isBoundToMainQueue = false
        var coordinator: (any PermissionAuthorisationCoordinator)?
        var retryHandler: (() -> Void)?
    }

    private let feature: FeatureDefinition.Type
    private let host: any AuthorizationHost
    private let state: Protected<State>

    /// Creates the controller for a flow that has not begun.
    ///
    /// The coordinator is released when the flow ends.
    init(
        feature: FeatureDefinition.Type, permissions: [SystemPermissionConstraint],
        coordinator: (any PermissionAuthorisationCoordinator)?, host: any AuthorizationHost
    ) {
        self.feature = feature
        self.host = host
        let flow = AuthorizationFlow(permissions: permissions, hasCoordinator: coordinator != nil)
        state = Protected(State(flow: flow, coordinator: coordinator))
    }

    func begin(retryHandler: (() -> Void)?) {
        let isOnMainQueue = host.isOnMainQueue
        send(.begin) { state in
            guard state.flow.state == .idle else { return }
            state.isBoundToMainQueue = isOnMainQueue
            state.retryHandler = retryHandler
        }
    }

    func cancel() {
        send(.cancel)
    }

    /// Sends an event to the flow, and performs the resulting effects unless another caller is performing effects.
    ///
    /// At most one caller performs effects at a time, which preserves their order. `prepare` changes the state under
    /// the same lock, before the flow receives the event.
    private func send(_ event: AuthorizationFlow.Event, prepare: (inout State) -> Void = { _ in }) {
        let hasToHop: Bool? = state.withLock { state in
            prepare(&state)
            let effects = state.flow.send(event)
            // A prompt that is queued but not yet shown must not appear after a cancellation.
            if state.flow.isEnding { state.effects.removeAll(where: \.isQuestion) }
            state.effects += effects
            guard !state.isPerforming, !state.effects.isEmpty else { return nil }
            state.isPerforming = true
            return state.isBoundToMainQueue
        }
        guard let hasToHop else { return }
        if hasToHop && !host.isOnMainQueue {
            host.performOnMainQueue { [self] in performEffects() }
        } else {
            performEffects()
        }
    }

    private func performEffects() {
        while true {
            let effect: AuthorizationFlow.Effect? = state.withLock { state in
                // The flag is cleared under the lock that protects the list, so that an effect added by another thread
                // is never missed.
                guard state.effects.isEmpty else { return state.effects.removeFirst() }
                state.isPerforming = false
                return nil
            }
            guard let effect else { return }
            perform(effect)
        }
    }

    private func perform(_ effect: AuthorizationFlow.Effect) {
        switch effect {
        case .readStatuses(let permissions):
            send(.read(host.statuses(of: permissions)))
        case .recordBegan(let permissions):
            host.record(.began(permissions), for: feature)
        case .askOrder(let permissions):
            ask({ .ordered($0) }) {
                $0.willBeginPermissionAuthorisation(for: permissions, completionRequirement: $1)
            }
        case .askDecision(let permission):
            ask({ .decided(permission, $0) }) {
                $0.willRequestPermission(for: permission, completionRequirement: $1)
            }
        case .request(let permission):
            request(permission)
        case .askReview(let permission, let status):
            ask({ .reviewed(permission, $0) }) {
                $0.didRequestPermission(for: permission, status: status, completionRequirement: $1)
            }
        case .recordEnded(let cancelled, let outstanding):
            host.record(.ended(cancelled: cancelled, outstanding: outstanding), for: feature)
        case .complete(let cancelled, let outstanding):
            complete(cancelled: cancelled, outstanding: outstanding)
        case .retry:
            retry()
        case .advise(let text):
            host.advise(text)
        }
    }

    private func ask<Answer>(
        _ event: @escaping (Answer) -> AuthorizationFlow.Event,
        _ question: (
            any PermissionAuthorisationCoordinator, CompletionRequirement<Answer>
        ) -> CompletionRequirement<Answer>.Status
    ) {
        guard let coordinator = state.withLock({ $0.coordinator }) else { return }
        let owner = "A completion given to \(type(of: coordinator))"
        host.runAppCode {
            let requirement = ReportingCompletion<Answer>(
                in: .current, completionHandler: { [self] answer, _ in send(event(answer)) },
                onMisuse: { [host] in host.advise($0.description(of: owner)) })
            let status = question(coordinator, requirement)
            guard !requirement.verify(status) else { return }
            host.advise(
                "\(type(of: coordinator)) returned the status of another completion, so the time of its answer is "
                    + "unknown; the authorization flow is canceled.")
            send(.cancel)
        }
    }

    private func request(_ permission: SystemPermissionConstraint) {
        host.record(.promptShown(permission), for: feature)
        host.requestAuthorisation(for: permission) { [self] status in
            host.record(.promptAnswered(permission, status), for: feature)
            send(.answered(permission, status))
        }
    }

    private func complete(cancelled: Bool, outstanding: [SystemPermissionConstraint]) {
        let coordinator = state.withLock { state in
            defer { state.coordinator = nil }
            if cancelled || !outstanding.isEmpty { state.retryHandler = nil }
            return state.coordinator
        }
        guard let coordinator else { return }
        host.runAppCode {
            coordinator.didCompletePermissionAuthorisation(cancelled: cancelled, outstandingPermissions: outstanding)
        }
    }

    private func retry() {
        let handler = state.withLock { state in
            defer { state.retryHandler = nil }
            return state.retryHandler
        }
        if let handler { host.retry(handler) }
    }
}

/// A controller that requests the permissions that a feature requires, one after another.
///
/// To obtain a controller, call `permissionAuthorisationController(using:)` on a conditional feature. A controller runs
/// one flow. The flow keeps itself alive until it ends, so the app does not need to retain the controller.
public protocol AuthorisationController {
    /// Starts the flow.
    ///
    /// Only the first call has an effect.
    ///
    /// - Parameter retryHandler: A closure that resumes the user's task. It is called on the main queue after the flow,
    ///   but only if every permission that the feature requires is authorized.
    func begin(retryHandler: (() -> Void)?)

    /// Cancels the flow.
    ///
    /// The method can be called at any time and more than once. The coordinator is notified of the cancellation, and
    /// later answers are ignored.
    func cancel()
}

/// The interface between an authorization flow and the engine that runs it.
///
/// All members can be called from any thread, and are never called while a lock is held.
protocol AuthorizationHost: AnyObject, Sendable {
    func statuses(
        of permissions: [SystemPermissionConstraint]
    ) -> [SystemPermissionConstraint: SystemPermissionStatus]

    /// Requests a permission from the system.
    ///
    /// The completion is called once with the permission's effective status. The engine's facts are updated first, so
    /// that a retried action sees the new status.
    func requestAuthorisation(
        for permission: SystemPermissionConstraint, completion: @escaping @Sendable (SystemPermissionStatus) -> Void)

    func record(_ event: AuthorizationEvent, for feature: FeatureDefinition.Type)

    func advise(_ text: String)

    func runAppCode(_ body: () -> Void)

    var isOnMainQueue: Bool { get }

    func performOnMainQueue(_ body: @escaping @Sendable () -> Void)

    func retry(_ handler: @escaping () -> Void)
}

/// An event in an authorization flow that the journal records.
///
/// The permissions of `began` are about to be requested. The outstanding permissions of `ended` are the permissions
/// that the feature requires and that are not authorized.
enum AuthorizationEvent: Sendable, Hashable {
    case began([SystemPermissionConstraint])
    case promptShown(SystemPermissionConstraint)
    case promptAnswered(SystemPermissionConstraint, SystemPermissionStatus)
    case ended(cancelled: Bool, outstanding: [SystemPermissionConstraint])
}
