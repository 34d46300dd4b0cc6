/// An authorization flow as a value: what has happened goes in as events, what is to be done comes out as effects.
///
/// ```
/// idle ─begin→ ordering ─order→ deciding(p) ─request→ requesting(p) ─answer→ reviewing(p) ─next→ deciding(q) … ended
/// ```
///
/// Between any two of these states the flow is `reading`: it asks how every permission of the feature stands, so that
/// a permission that has become determined is not requested, and so that the end is judged by the statuses at the
/// end. Without a coordinator the flow continues from `idle` and from each answer with the next `requesting`. Every
/// event is allowed in every state. One that does not belong there changes nothing and is at most reported; there is
/// one end state, which nothing leaves.
struct AuthorizationFlow: Sendable, Hashable {
    /// What the flow waits for.
    enum State: Sendable, Hashable {
        /// To be begun.
        case idle
        /// For the statuses of the feature's permissions, in order to continue with a step.
        case reading(Step)
        /// For the coordinator to return the order in which to ask.
        case ordering
        /// For the coordinator to return whether to request a permission.
        case deciding(SystemPermissionConstraint)
        /// For the system's answer about a permission.
        case requesting(SystemPermissionConstraint)
        /// For the coordinator to return whether to continue after the answer about a permission.
        case reviewing(SystemPermissionConstraint)
        /// For nothing any more.
        case ended
    }

    /// What the flow continues with once it knows the statuses of the feature's permissions.
    enum Step: Sendable, Hashable {
        /// The first permission, after the coordinator has put them in order.
        case beginning
        /// The next permission that is still undetermined, or the end.
        case choosing
        /// The system's prompt for a permission the coordinator has agreed to.
        case requesting(SystemPermissionConstraint)
        /// The end of a flow that was cancelled, before or after it had begun.
        case cancelling(hasBegun: Bool)
    }

    /// What has happened.
    enum Event: Sendable, Hashable {
        /// The app began the flow.
        case begin
        /// The statuses were read; a permission that is missing is not determined.
        case read([SystemPermissionConstraint: SystemPermissionStatus])
        /// The coordinator returned the order in which to ask.
        case ordered([SystemPermissionConstraint])
        /// The coordinator returned whether to request a permission.
        case decided(SystemPermissionConstraint, SystemPermissionRequestAction)
        /// The system answered, and this is how the permission stands now.
        case answered(SystemPermissionConstraint, SystemPermissionStatus)
        /// The coordinator returned whether to continue after the answer about a permission.
        case reviewed(SystemPermissionConstraint, PermissionAuthorisationCoordinatorVeto)
        /// The app, or a broken promise, put an end to the flow.
        case cancel
    }

    /// What is to be done.
    enum Effect: Sendable, Hashable {
        /// Read the statuses of permissions as features see them.
        case readStatuses([SystemPermissionConstraint])
        /// Record that the flow began.
        case recordBegan([SystemPermissionConstraint])
        /// Ask the coordinator in which order to ask.
        case askOrder(Set<SystemPermissionConstraint>)
        /// Ask the coordinator whether to ask for a permission.
        case askDecision(SystemPermissionConstraint)
        /// Have the system ask for a permission.
        case request(SystemPermissionConstraint)
        /// Ask the coordinator whether to continue after the answer about a permission.
        case askReview(SystemPermissionConstraint, SystemPermissionStatus)
        /// Record that a flow which had begun ended.
        case recordEnded(cancelled: Bool, outstanding: [SystemPermissionConstraint])
        /// Tell the coordinator that the flow is over.
        case complete(cancelled: Bool, outstanding: [SystemPermissionConstraint])
        /// Have the app resume what it wanted to do.
        case retry
        /// Report a misuse.
        case advise(String)

        /// Whether the effect makes the flow wait for an answer, so that it is pointless once the flow has ended.
        var asks: Bool {
            switch self {
            case .askOrder, .askDecision, .request, .askReview: true
            case .readStatuses, .recordBegan, .recordEnded, .complete, .retry, .advise: false
            }
        }
    }

    /// What the flow waits for.
    private(set) var state = State.idle
    /// Every permission of the feature: first those that are requested, in that order, then the others.
    private(set) var order: [SystemPermissionConstraint]

    private let hasCoordinator: Bool
    /// The permissions still to be requested.
    private var remaining: [SystemPermissionConstraint] = []

    /// Creates a flow that has not begun.
    ///
    /// - Parameters:
    ///   - permissions: Every permission the feature requires, in order of declaration. Those that are undetermined
    ///     when the flow begins are requested, in this order unless the coordinator returns another.
    ///   - hasCoordinator: Whether there is a coordinator to be asked.
    init(permissions: [SystemPermissionConstraint], hasCoordinator: Bool) {
        order = permissions.withoutRepetition
        self.hasCoordinator = hasCoordinator
    }

    /// Whether nothing is asked any more: the flow has ended, or only reads the statuses it ends with.
    var isEnding: Bool {
        switch state {
        case .ended, .reading(.cancelling): true
        default: false
        }
    }

    /// Takes an event in and returns what is to be done about it, in order.
    mutating func send(_ event: Event) -> [Effect] {
        switch (event, state) {
        case (.begin, .idle):
            return read(for: .beginning)
        case (.read(let statuses), .reading(let step)):
            return take(step, statuses)
        case (.ordered(let answer), .ordering):
            return reorder(answer)
        case (.decided(let permission, let action), .deciding(let current)) where permission == current:
            return decide(permission, action)
        case (.answered(let permission, let status), .requesting(let current)) where permission == current:
            return review(permission, status)
        case (.reviewed(let permission, let veto), .reviewing(let current)) where permission == current:
            return veto == .requestNext ? read(for: .choosing) : cancel()
        case (.cancel, .ended), (.cancel, .reading(.cancelling)), (.read, .ended):
            return []
        case (.cancel, _):
            return cancel()
        default:
            return [.advise(Self.complaint(about: event, in: state))]
        }
    }

    /// Asks for the statuses of every permission of the feature, to continue with a step.
    private mutating func read(for step: Step) -> [Effect] {
        state = .reading(step)
        return [.readStatuses(order)]
    }

    /// Continues with a step, now that the statuses are known.
    private mutating func take(
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
            return status(permission) == .notDetermined ? request(permission) : next(status)
        case .cancelling(let hasBegun):
            return end(cancelled: true, hasBegun: hasBegun, status)
        }
    }

    /// Takes over the coordinator's order; what it leaves out is not requested.
    private mutating func reorder(_ answer: [SystemPermissionConstraint]) -> [Effect] {
        let answer = answer.withoutRepetition
        let foreign = answer.filter { !remaining.contains($0) }
        remaining = answer.filter { remaining.contains($0) }
        order = remaining + order.filter { !remaining.contains($0) }
        let advice = foreign.map {
            Effect.advise(
                "A coordinator put \($0.name) in the order of a flow that does not ask for it; it is ignored.")
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

    /// Has the coordinator look at the system's answer, if there is one.
    private mutating func review(
        _ permission: SystemPermissionConstraint, _ status: SystemPermissionStatus
    ) -> [Effect] {
        guard hasCoordinator else { return read(for: .choosing) }
        state = .reviewing(permission)
        return [.askReview(permission, status)]
    }

    /// Continues with the next permission that is undetermined, or ends the flow if there is none.
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

    /// What is wrong with an event that does not belong in a state.
    private static func complaint(about event: Event, in state: State) -> String {
        let what =
            switch event {
            case .begin: "An authorization flow was begun a second time"
            case .read: "The statuses of an authorization flow were given"
            case .ordered: "The order of an authorization flow was given"
            case .decided(let permission, _): "The decision whether to ask for \(permission.name) was given"
            case .answered(let permission, _): "The system's answer about \(permission.name) came"
            case .reviewed(let permission, _): "The decision how to continue after \(permission.name) was given"
            case .cancel: "An authorization flow was cancelled"
            }
        let when = state == .ended ? "after the flow had ended" : "when the flow did not wait for it"
        return "\(what) \(when); it is ignored."
    }
}

extension Array where Element: Hashable {
    /// The elements without those that occurred before.
    fileprivate var withoutRepetition: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
