/// An authorisation flow as a value: what has happened goes in as events, what is to be done comes out as effects.
///
/// ```
/// idle ─begin→ ordering ─order→ deciding(p) ─request→ requesting(p) ─answer→ reviewing(p) ─next→ deciding(q) … ended
/// ```
///
/// Without a coordinator the flow goes from `idle` and from each answer straight on to the next `requesting`. Every
/// event is allowed in every state. One that does not belong there changes nothing and is at most reported; there is
/// one end state, which nothing leaves.
struct AuthorisationFlow: Sendable, Hashable {
    /// What the flow waits for.
    enum State: Sendable, Hashable {
        /// To be begun.
        case idle
        /// For the coordinator to say in which order to ask.
        case ordering
        /// For the coordinator to say whether to ask for a permission.
        case deciding(SystemPermissionConstraint)
        /// For the system's answer about a permission.
        case requesting(SystemPermissionConstraint)
        /// For the coordinator to say whether to go on after the answer about a permission.
        case reviewing(SystemPermissionConstraint)
        /// For nothing any more.
        case ended
    }

    /// What has happened.
    enum Event: Sendable, Hashable {
        /// The app began the flow.
        case begin
        /// The coordinator said in which order to ask.
        case ordered([SystemPermissionConstraint])
        /// The coordinator said whether to ask for a permission.
        case decided(SystemPermissionConstraint, SystemPermissionRequestAction)
        /// The system answered, and this is how the permission stands now.
        case answered(SystemPermissionConstraint, SystemPermissionStatus)
        /// The coordinator said whether to go on after the answer about a permission.
        case reviewed(SystemPermissionConstraint, PermissionAuthorisationCoordinatorVeto)
        /// The app, or a broken promise, put an end to the flow.
        case cancel
    }

    /// What is to be done.
    enum Effect: Sendable, Hashable {
        /// Record that the flow began.
        case recordBegan([SystemPermissionConstraint])
        /// Ask the coordinator in which order to ask.
        case askOrder(Set<SystemPermissionConstraint>)
        /// Ask the coordinator whether to ask for a permission.
        case askDecision(SystemPermissionConstraint)
        /// Have the system ask for a permission.
        case request(SystemPermissionConstraint)
        /// Ask the coordinator whether to go on after the answer about a permission.
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
            case .recordBegan, .recordEnded, .complete, .retry, .advise: false
            }
        }
    }

    /// What the flow waits for.
    private(set) var state = State.idle
    /// The permissions the flow is about, in the order in which it asks for them.
    private(set) var order: [SystemPermissionConstraint]
    /// The permissions that were found authorised.
    private(set) var authorised: Set<SystemPermissionConstraint> = []

    private let hasCoordinator: Bool
    private var remaining: [SystemPermissionConstraint] = []

    /// Creates a flow that has not begun.
    ///
    /// - Parameters:
    ///   - permissions: What to ask for, in the order that counts unless the coordinator says otherwise.
    ///   - hasCoordinator: Whether there is a coordinator to be asked.
    init(permissions: [SystemPermissionConstraint], hasCoordinator: Bool) {
        order = permissions.withoutRepetition
        self.hasCoordinator = hasCoordinator
    }

    /// The permissions that are not authorised, in the flow's order.
    var outstanding: [SystemPermissionConstraint] { order.filter { !authorised.contains($0) } }

    /// Takes an event in and returns what is to be done about it, in order.
    mutating func send(_ event: Event) -> [Effect] {
        switch (event, state) {
        case (.begin, .idle):
            return begin()
        case (.ordered(let answer), .ordering):
            return reorder(answer)
        case (.decided(let permission, let action), .deciding(let current)) where permission == current:
            return decide(permission, action)
        case (.answered(let permission, let status), .requesting(let current)) where permission == current:
            return record(permission, status)
        case (.reviewed(let permission, let veto), .reviewing(let current)) where permission == current:
            return veto == .requestNext ? next() : end(cancelled: true)
        case (.cancel, .ended):
            return []
        case (.cancel, _):
            return end(cancelled: true)
        default:
            return [.advise(Self.complaint(about: event, in: state))]
        }
    }

    private mutating func begin() -> [Effect] {
        let began = Effect.recordBegan(order)
        guard hasCoordinator, !order.isEmpty else {
            remaining = order
            return [began] + next()
        }
        state = .ordering
        return [began, .askOrder(Set(order))]
    }

    /// Takes over the coordinator's order; what it leaves out comes last, so that it is found outstanding.
    private mutating func reorder(_ answer: [SystemPermissionConstraint]) -> [Effect] {
        let answer = answer.withoutRepetition
        let foreign = answer.filter { !order.contains($0) }
        remaining = answer.filter { order.contains($0) }
        order = remaining + order.filter { !remaining.contains($0) }
        let advice = foreign.map {
            Effect.advise(
                "A coordinator put \($0.name) in the order of a flow that does not ask for it; it is ignored.")
        }
        return advice + next()
    }

    private mutating func decide(
        _ permission: SystemPermissionConstraint, _ action: SystemPermissionRequestAction
    ) -> [Effect] {
        switch action {
        case .request:
            state = .requesting(permission)
            return [.request(permission)]
        case .skip:
            return next()
        case .cancelAll:
            return end(cancelled: true)
        }
    }

    private mutating func record(
        _ permission: SystemPermissionConstraint, _ status: SystemPermissionStatus
    ) -> [Effect] {
        if status == .authorized { authorised.insert(permission) }
        guard hasCoordinator else { return next() }
        state = .reviewing(permission)
        return [.askReview(permission, status)]
    }

    /// Goes on with the next permission, or ends the flow if there is none.
    private mutating func next() -> [Effect] {
        guard !remaining.isEmpty else { return end(cancelled: false) }
        let permission = remaining.removeFirst()
        if hasCoordinator {
            state = .deciding(permission)
            return [.askDecision(permission)]
        }
        state = .requesting(permission)
        return [.request(permission)]
    }

    private mutating func end(cancelled: Bool) -> [Effect] {
        var effects: [Effect] = []
        if state != .idle || !cancelled {
            effects.append(.recordEnded(cancelled: cancelled, outstanding: outstanding))
        }
        state = .ended
        remaining = []
        effects.append(.complete(cancelled: cancelled, outstanding: outstanding))
        if !cancelled && outstanding.isEmpty { effects.append(.retry) }
        return effects
    }

    /// What is wrong with an event that does not belong in a state.
    private static func complaint(about event: Event, in state: State) -> String {
        let what =
            switch event {
            case .begin: "An authorisation flow was begun a second time"
            case .ordered: "The order of an authorisation flow was given"
            case .decided(let permission, _): "The decision whether to ask for \(permission.name) was given"
            case .answered(let permission, _): "The system's answer about \(permission.name) came"
            case .reviewed(let permission, _): "The decision how to go on after \(permission.name) was given"
            case .cancel: "An authorisation flow was cancelled"
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
