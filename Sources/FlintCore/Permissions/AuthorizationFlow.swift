// SPDX-License-Identifier: MIT

/// A state machine for one authorization flow of a feature.
///
/// The state machine has no side effects. Send each event with ``send(_:)``, then perform the returned effects in
/// order. ``DefaultAuthorisationController`` does this for an app.
///
/// ```
/// idle ─begin→ ordering ─order→ deciding(p) ─request→ requesting(p) ─answer→ reviewing(p) ─next→ deciding(q) … ended
/// ```
///
/// Between two of these states, the flow is in `reading`: it reads the status of every permission that the feature
/// requires. A permission whose status has been determined by then is not requested. The final statuses decide the
/// outcome. Without a coordinator, the flow goes from `idle`, and after each answer, directly to the next `requesting`
/// state.
///
/// Every event is accepted in every state. An event that does not fit the current state leaves the state unchanged and
/// produces at most an `advise` effect. The final state is `ended`.
struct AuthorizationFlow: Sendable, Hashable {
    /// The state of the flow, which determines the event that the flow waits for.
    ///
    /// In `reading`, the flow waits for statuses and then takes a step. In `requesting`, it waits for the system. In
    /// the other waiting states, it waits for a decision by the coordinator.
    enum State: Sendable, Hashable {
        case idle
        case reading(Step)
        case ordering
        case deciding(SystemPermissionConstraint)
        case requesting(SystemPermissionConstraint)
        case reviewing(SystemPermissionConstraint)
        case ended
    }

    enum Step: Sendable, Hashable {
        case beginning
        case choosing
        case requesting(SystemPermissionConstraint)
        /// Ends a canceled flow. The end is recorded only if the flow had begun.
        case cancelling(hasBegun: Bool)
    }

    /// An input of the flow.
    ///
    /// Except for `begin` and `cancel`, every event responds to an earlier effect: the driver to `readStatuses`, the
    /// system to `request`, and the coordinator to `askOrder`, `askDecision` and `askReview`. Statuses are effective
    /// statuses.
    enum Event: Sendable, Hashable {
        case begin
        /// The statuses. A permission that is missing counts as not determined.
        case read([SystemPermissionConstraint: SystemPermissionStatus])
        case ordered([SystemPermissionConstraint])
        case decided(SystemPermissionConstraint, SystemPermissionRequestAction)
        case answered(SystemPermissionConstraint, SystemPermissionStatus)
        case reviewed(SystemPermissionConstraint, PermissionAuthorisationCoordinatorVeto)
        /// The app canceled the flow, or a coordinator returned the status of another completion.
        case cancel
    }

    /// An action for the flow's driver to perform.
    ///
    /// The driver responds to `readStatuses`, and to each effect that asks the coordinator or the system, with an
    /// event.
    enum Effect: Sendable, Hashable {
        case readStatuses([SystemPermissionConstraint])
        case recordBegan([SystemPermissionConstraint])
        case askOrder(Set<SystemPermissionConstraint>)
        case askDecision(SystemPermissionConstraint)
        case request(SystemPermissionConstraint)
        case askReview(SystemPermissionConstraint, SystemPermissionStatus)
        case recordEnded(cancelled: Bool, outstanding: [SystemPermissionConstraint])
        case complete(cancelled: Bool, outstanding: [SystemPermissionConstraint])
        case retry
        case advise(String)

        /// Whether the effect asks the coordinator or the system.
        ///
        /// When the flow is canceled, such effects are dropped if they have not been performed yet.
        var isQuestion: Bool {
            switch self {
            case .askOrder, .askDecision, .request, .askReview: true
            case .readStatuses, .recordBegan, .recordEnded, .complete, .retry, .advise: false
            }
        }
    }

    private(set) var state = State.idle
    /// Every permission that the feature requires: the requested ones in request order, then the others.
    private(set) var order: [SystemPermissionConstraint]

    private let hasCoordinator: Bool
    private var remaining: [SystemPermissionConstraint] = []

    /// Creates a flow that has not begun.
    ///
    /// The flow requests the undetermined permissions in the given order, unless the coordinator returns another order.
    init(permissions: [SystemPermissionConstraint], hasCoordinator: Bool) {
        order = permissions.withoutRepetition
        self.hasCoordinator = hasCoordinator
    }

    /// Whether the flow has ended, or has been canceled and is reading the final statuses.
    var isEnding: Bool {
        switch state {
        case .ended, .reading(.cancelling): true
        case .idle, .reading, .ordering, .deciding, .requesting, .reviewing: false
        }
    }

    mutating func send(_ event: Event) -> [Effect] {
        switch (event, state) {
        case (.begin, .idle):
            return read(for: .beginning)
        case (.read(let statuses), .reading(let step)):
            return perform(step, statuses)
        case (.ordered(let answer), .ordering):
            return reorder(answer)
        case (.decided(let permission, let action), .deciding(let current)) where permission == current:
            return decide(permission, action)
        case (.answered(let permission, let status), .requesting(let current)) where permission == current:
            return review(permission, status)
        case (.reviewed(let permission, let veto), .reviewing(let current)) where permission == current:
            return veto == .requestNext ? read(for: .choosing) : cancel()
        // A flow that is canceled while it reads statuses reads them twice, so statuses may arrive after its end.
        case (.cancel, .ended), (.cancel, .reading(.cancelling)), (.read, .ended):
            return []
        case (.cancel, _):
            return cancel()
        default:
            return [.advise(Self.advisory(for: event, in: state))]
        }
    }

    private mutating func read(for step: Step) -> [Effect] {
        state = .reading(step)
        return [.readStatuses(order)]
    }

    private mutating func perform(
        _ step: Step, _ statuses: [SystemPermissionConstraint: SystemPermissionStatus]
    ) -> [Effect] {
        let status = { statuses[$0] ?? SystemPermissionStatus.notDetermined }
        switch step {
        case .beginning:
            remaining = order.filter { status($0) == .notDetermined }
            guard hasCoordinator, !remaining.isEmpty else { return [.recordBegan(remaining)] + next(status) }
            state = .ordering
            return [.recordBegan(remaining), .askOrder(Set(remaining))]
        case .choosing:
            return next(status)
        case .requesting(let permission):
            // The status may have changed while the coordinator decided.
            return status(permission) == .notDetermined ? request(permission) : next(status)
        case .cancelling(let hasBegun):
            return end(cancelled: true, hasBegun: hasBegun, status)
        }
    }

    private mutating func reorder(_ answer: [SystemPermissionConstraint]) -> [Effect] {
        let answer = answer.withoutRepetition
        let foreign = answer.filter { !remaining.contains($0) }
        // Permissions that are missing from the order are not requested.
        remaining = answer.filter { remaining.contains($0) }
        order = remaining + order.filter { !remaining.contains($0) }
        let advice = foreign.map {
            Effect.advise(
                "A coordinator returned \($0.name), which this flow does not request; \($0.name) is ignored.")
        }
        return advice + read(for: .choosing)
    }

    private mutating func decide(
        _ permission: SystemPermissionConstraint, _ action: SystemPermissionRequestAction
    ) -> [Effect] {
        switch action {
        case .request: read(for: .requesting(permission))
        case .skip: read(for: .choosing)
        case .cancelAll: cancel()
        }
    }

    private mutating func review(
        _ permission: SystemPermissionConstraint, _ status: SystemPermissionStatus
    ) -> [Effect] {
        guard hasCoordinator else { return read(for: .choosing) }
        state = .reviewing(permission)
        return [.askReview(permission, status)]
    }

    private mutating func next(_ status: (SystemPermissionConstraint) -> SystemPermissionStatus) -> [Effect] {
        remaining.removeAll { status($0) != .notDetermined }
        guard !remaining.isEmpty else { return end(cancelled: false, hasBegun: true, status) }
        let permission = remaining.removeFirst()
        guard hasCoordinator else { return request(permission) }
        state = .deciding(permission)
        return [.askDecision(permission)]
    }

    private mutating func request(_ permission: SystemPermissionConstraint) -> [Effect] {
        state = .requesting(permission)
        return [.request(permission)]
    }

    private mutating func cancel() -> [Effect] {
        // The end of a flow that has not begun is not recorded.
        let hasBegun = state != .idle && state != .reading(.beginning)
        return read(for: .cancelling(hasBegun: hasBegun))
    }

    private mutating func end(
        cancelled: Bool, hasBegun: Bool, _ status: (SystemPermissionConstraint) -> SystemPermissionStatus
    ) -> [Effect] {
        state = .ended
        remaining = []
        let outstanding = order.filter { status($0) != .authorized }
        var effects: [Effect] = hasBegun ? [.recordEnded(cancelled: cancelled, outstanding: outstanding)] : []
        effects.append(.complete(cancelled: cancelled, outstanding: outstanding))
        if !cancelled && outstanding.isEmpty { effects.append(.retry) }
        return effects
    }

    private static func advisory(for event: Event, in state: State) -> String {
        let what =
            switch event {
            case .begin: "An authorization flow was started a second time"
            case .read: "The statuses for an authorization flow arrived"
            case .ordered: "The order for an authorization flow arrived"
            case .decided(let permission, _): "The decision on whether to request \(permission.name) arrived"
            case .answered(let permission, _): "The system's answer about \(permission.name) arrived"
            case .reviewed(let permission, _): "The decision on how to continue after \(permission.name) arrived"
            case .cancel: "An authorization flow was canceled"
            }
        let when = state == .ended ? "after the flow had ended" : "when the flow was not waiting for it"
        return "\(what) \(when); it is ignored."
    }
}

extension Array where Element: Hashable {
    fileprivate var withoutRepetition: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
