/// Drives one authorization flow: sends it what happens and performs the effects it returns, one at a time.
///
/// Nothing keeps the controller alive but the answers it waits for, each of which holds on to it. So a flow lives as
/// long as it can continue, whether or not the app keeps the controller.
final class DefaultAuthorisationController: AuthorisationController, @unchecked Sendable {
    private struct State {
        var flow: AuthorizationFlow
        var effects: [AuthorizationFlow.Effect] = []
        var isPerforming = false
        /// Whether the flow was begun on the main queue, so that it has to continue there.
        var isBoundToMainQueue = false
        var coordinator: (any PermissionAuthorisationCoordinator)?
        var retryHandler: (() -> Void)?
    }

    private let feature: FeatureDefinition.Type
    private let host: any AuthorizationHost
    private let state: Protected<State>

    /// Creates the controller of a flow that has not begun.
    ///
    /// - Parameters:
    ///   - feature: The feature the permissions are for.
    ///   - permissions: Every permission the feature requires, in order of declaration. Those that are undetermined
    ///     are requested; all must be authorized in the end for the retry handler to be called.
    ///   - coordinator: The coordinator, if there is one; released when the flow has ended.
    ///   - host: The engine.
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

    /// Takes an event in; a caller that finds no other at work performs the effects, so that their order is kept.
    ///
    /// - Parameters:
    ///   - event: What has happened.
    ///   - prepare: Changes the state in the same step, before the event counts.
    private func send(_ event: AuthorizationFlow.Event, prepare: (inout State) -> Void = { _ in }) {
        let hasToHop: Bool? = state.withLock { state in
            prepare(&state)
            let effects = state.flow.send(event)
            // After a cancellation, a prompt that was just about to be shown must not be.
            if state.flow.isEnding { state.effects.removeAll(where: \.asks) }
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

    /// Does everything that is to be done, also what that leads to.
    private func performEffects() {
        while true {
            let effect: AuthorizationFlow.Effect? = state.withLock { state in
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

    /// Puts a question to the coordinator and sends its answer to the flow.
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
                "\(type(of: coordinator)) returned a status that is not of the completion it was given, so it cannot "
                    + "be known when it answers; the authorization flow is cancelled.")
            send(.cancel)
        }
    }

    /// Has the system ask, and records the prompt and its answer.
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

/// Has the system ask for the permissions a feature needs, one after the other.
///
/// Obtain one with `permissionAuthorisationController(using:)` of a conditional feature. It serves for one flow and
/// stays alive by itself until that has ended.
public protocol AuthorisationController {
    /// Starts the flow. Only the first call has an effect.
    ///
    /// - Parameter retryHandler: Called on the main queue after the flow if every permission the feature requires is
    ///   authorized, so that the app can resume what the user wanted to do.
    func begin(retryHandler: (() -> Void)?)

    /// Ends the flow; harmless at any time and any number of times.
    ///
    /// The coordinator is notified that the flow was cancelled, and answers that are still to come are ignored.
    func cancel()
}

/// What an authorization flow needs of the engine it runs in.
///
/// All members may be called from any thread, and are never called while a lock is held.
protocol AuthorizationHost: AnyObject, Sendable {
    /// Reads how permissions stand at this moment as features see them, overrides included.
    func statuses(
        of permissions: [SystemPermissionConstraint]
    ) -> [SystemPermissionConstraint: SystemPermissionStatus]

    /// Has the system ask for a permission.
    ///
    /// The completion is called once with the status as features see it, after the engine's facts have been brought
    /// up to date, so that an action that is tried again finds them so.
    func requestAuthorisation(
        for permission: SystemPermissionConstraint, completion: @escaping @Sendable (SystemPermissionStatus) -> Void)

    /// Records what happened in a flow.
    func record(_ event: AuthorizationEvent, for feature: FeatureDefinition.Type)

    /// Reports a misuse.
    func advise(_ text: String)

    /// Runs code of the app with the engine as the current one.
    func runAppCode(_ body: () -> Void)

    /// Whether the caller is on the main queue.
    var isOnMainQueue: Bool { get }

    /// Runs code of the engine on the main queue, later.
    func performOnMainQueue(_ body: @escaping @Sendable () -> Void)

    /// Runs the app's retry handler on the main queue, later, with the engine as the current one.
    func retry(_ handler: @escaping () -> Void)
}

/// Something worth recording that happened in an authorization flow.
enum AuthorizationEvent: Sendable, Hashable {
    /// It began, and is about to ask for these.
    case began([SystemPermissionConstraint])
    /// The system asks for a permission.
    case promptShown(SystemPermissionConstraint)
    /// The user answered, and this is how the permission stands now.
    case promptAnswered(SystemPermissionConstraint, SystemPermissionStatus)
    /// It ended; of the feature's permissions, those outstanding are not authorized.
    case ended(cancelled: Bool, outstanding: [SystemPermissionConstraint])
}
