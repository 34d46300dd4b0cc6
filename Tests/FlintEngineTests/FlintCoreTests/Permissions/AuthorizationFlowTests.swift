import FlintTestSupport
import Testing

@testable import FlintCore

private typealias Permission = SystemPermissionConstraint
private typealias Flow = AuthorizationFlow

private let a = SystemPermissionConstraint.camera
private let b = SystemPermissionConstraint.photos
private let c = SystemPermissionConstraint.location(usage: .whenInUse)
private let foreign = SystemPermissionConstraint.health

/// A flow with statuses that a test or an answer sets.
private struct FlowDriver {
    private(set) var flow: AuthorizationFlow
    var statuses: [SystemPermissionConstraint: SystemPermissionStatus] = [:]

    init(permissions: [SystemPermissionConstraint], hasCoordinator: Bool) {
        flow = AuthorizationFlow(permissions: permissions, hasCoordinator: hasCoordinator)
    }

    var state: AuthorizationFlow.State { flow.state }
    var order: [SystemPermissionConstraint] { flow.order }

    /// Sends an event, and then the statuses that the flow requests, and returns the other effects.
    mutating func send(_ event: AuthorizationFlow.Event) -> [AuthorizationFlow.Effect] {
        if case .answered(let permission, let status) = event, flow.state == .requesting(permission) {
            statuses[permission] = status
        }
        var effects = flow.send(event)
        while case .readStatuses(let permissions)? = effects.last {
            #expect(Set(permissions) == Set(flow.order), "Every permission of the feature is read each time.")
            effects.removeLast()
            effects += flow.send(.read(statuses.filter { permissions.contains($0.key) }))
        }
        return effects
    }
}

struct AuthorizationFlowTests {
    // MARK: With a coordinator

    @Test func `a flow requests permissions in the coordinator's order and retries`() {
        var flow = FlowDriver(permissions: [a, b], hasCoordinator: true)
        #expect(flow.send(.begin) == [.recordBegan([a, b]), .askOrder([a, b])])
        #expect(flow.send(.ordered([b, a])) == [.askDecision(b)])
        #expect(flow.send(.decided(b, .request)) == [.request(b)])
        #expect(flow.send(.answered(b, .authorized)) == [.askReview(b, .authorized)])
        #expect(flow.send(.reviewed(b, .requestNext)) == [.askDecision(a)])
        #expect(flow.send(.decided(a, .request)) == [.request(a)])
        #expect(flow.send(.answered(a, .authorized)) == [.askReview(a, .authorized)])
        #expect(
            flow.send(.reviewed(a, .requestNext)) == [
                .recordEnded(cancelled: false, outstanding: []), .complete(cancelled: false, outstanding: []), .retry,
            ])
        #expect(flow.state == .ended)
    }

    @Test func `an unexpected event causes an advisory`() {
        var flow = AuthorizationFlow(permissions: [a], hasCoordinator: true)
        let order = "The order for an authorization flow arrived"
        #expect(flow.send(.ordered([a])) == [.advise("\(order) when the flow was not waiting for it; it is ignored.")])
        _ = flow.send(.cancel)
        _ = flow.send(.read([:]))
        #expect(
            flow.send(.begin) == [
                .advise("An authorization flow was started a second time after the flow had ended; it is ignored.")
            ])
    }

    @Test(arguments: [SystemPermissionStatus.denied, .restricted, .unsupported, .notDetermined])
    func `a flow does not retry unless every permission is authorized`(status: SystemPermissionStatus) {
        var flow = FlowDriver(permissions: [a, b], hasCoordinator: false)
        _ = flow.send(.begin)
        _ = flow.send(.answered(a, status))
        #expect(
            flow.send(.answered(b, .authorized)) == [
                .recordEnded(cancelled: false, outstanding: [a]), .complete(cancelled: false, outstanding: [a]),
            ])
    }

    @Test func `skipped permissions stay outstanding`() {
        var flow = FlowDriver(permissions: [a, b], hasCoordinator: true)
        _ = flow.send(.begin)
        _ = flow.send(.ordered([a, b]))
        #expect(flow.send(.decided(a, .skip)) == [.askDecision(b)])
        #expect(
            flow.send(.decided(b, .skip)) == [
                .recordEnded(cancelled: false, outstanding: [a, b]), .complete(cancelled: false, outstanding: [a, b]),
            ])
    }

    @Test func `canceling all leaves the current and later permissions outstanding`() {
        var flow = FlowDriver(permissions: [a, b, c], hasCoordinator: true)
        _ = flow.send(.begin)
        _ = flow.send(.ordered([c, b, a]))
        _ = flow.send(.decided(c, .request))
        _ = flow.send(.answered(c, .authorized))
        _ = flow.send(.reviewed(c, .requestNext))
        #expect(
            flow.send(.decided(b, .cancelAll)) == [
                .recordEnded(cancelled: true, outstanding: [b, a]), .complete(cancelled: true, outstanding: [b, a]),
            ])
    }

    @Test func `canceling after an answer leaves the other permissions outstanding`() {
        var flow = FlowDriver(permissions: [a, b, c], hasCoordinator: true)
        _ = flow.send(.begin)
        _ = flow.send(.ordered([a, b, c]))
        _ = flow.send(.decided(a, .request))
        _ = flow.send(.answered(a, .denied))
        #expect(
            flow.send(.reviewed(a, .cancel)) == [
                .recordEnded(cancelled: true, outstanding: [a, b, c]),
                .complete(cancelled: true, outstanding: [a, b, c]),
            ])
    }

    @Test func `unrequired permissions in the order are removed with an advisory`() {
        var flow = FlowDriver(permissions: [a, b], hasCoordinator: true)
        _ = flow.send(.begin)
        let effects = flow.send(.ordered([foreign, b, b, a]))
        #expect(effects.count == 2)
        #expect(effects.first.map(isAdvice) == true)
        #expect(effects.last == .askDecision(b))
        #expect(flow.order == [b, a])
    }

    @Test func `permissions that the coordinator omits are outstanding after the others`() {
        var flow = FlowDriver(permissions: [a, b, c], hasCoordinator: true)
        _ = flow.send(.begin)
        #expect(flow.send(.ordered([b])) == [.askDecision(b)])
        #expect(
            flow.send(.decided(b, .skip)) == [
                .recordEnded(cancelled: false, outstanding: [b, a, c]),
                .complete(cancelled: false, outstanding: [b, a, c]),
            ])
    }

    @Test func `an empty order requests no permission`() {
        var flow = FlowDriver(permissions: [a], hasCoordinator: true)
        _ = flow.send(.begin)
        #expect(
            flow.send(.ordered([])) == [
                .recordEnded(cancelled: false, outstanding: [a]), .complete(cancelled: false, outstanding: [a]),
            ])
    }

    // MARK: Without a coordinator

    @Test func `a flow without a coordinator uses the order of declaration`() {
        for _ in 0..<20 {
            let permissions = SystemPermissionConstraint.allCases.shuffled()
            var flow = FlowDriver(permissions: permissions, hasCoordinator: false)
            var asked: [SystemPermissionConstraint] = []
            var effects = flow.send(.begin)
            while let permission = effects.compactMap(requested).first {
                asked.append(permission)
                effects = flow.send(.answered(permission, .authorized))
            }
            #expect(asked == permissions)
            #expect(effects.last == .retry)
        }
    }

    @Test func `a permission declared twice is requested once`() {
        var flow = FlowDriver(permissions: [a, a], hasCoordinator: false)
        #expect(flow.send(.begin) == [.recordBegan([a]), .request(a)])
        #expect(flow.send(.answered(a, .authorized)).last == .retry)
    }

    @Test(arguments: [true, false])
    func `a flow without permissions ends immediately`(hasCoordinator: Bool) {
        var flow = FlowDriver(permissions: [], hasCoordinator: hasCoordinator)
        #expect(
            flow.send(.begin) == [
                .recordBegan([]), .recordEnded(cancelled: false, outstanding: []),
                .complete(cancelled: false, outstanding: []), .retry,
            ])
    }

    // MARK: Statuses that change during the flow

    @Test func `granting always during the flow satisfies when in use`() {
        let always = Permission.location(usage: .always)
        for hasCoordinator in [true, false] {
            var flow = FlowDriver(permissions: [always, c], hasCoordinator: hasCoordinator)
            _ = flow.send(.begin)
            if hasCoordinator {
                _ = flow.send(.ordered([always, c]))
                _ = flow.send(.decided(always, .request))
            }
            // The host's status of the narrower permission includes the wider permission.
            flow.statuses[c] = .authorized
            var effects = flow.send(.answered(always, .authorized))
            if hasCoordinator { effects = flow.send(.reviewed(always, .requestNext)) }
            #expect(
                effects == [
                    .recordEnded(cancelled: false, outstanding: []), .complete(cancelled: false, outstanding: []),
                    .retry,
                ])
        }
    }

    @Test func `a permission determined before its turn is not requested`() {
        var flow = FlowDriver(permissions: [a, b, c], hasCoordinator: true)
        _ = flow.send(.begin)
        flow.statuses[a] = .denied
        #expect(flow.send(.ordered([a, b, c])) == [.askDecision(b)])
        flow.statuses[b] = .authorized
        #expect(
            flow.send(.decided(b, .request)) == [.askDecision(c)],
            "The permission is not requested even if the coordinator has just agreed to it.")
        flow.statuses[c] = .authorized
        #expect(
            flow.send(.decided(c, .skip)) == [
                .recordEnded(cancelled: false, outstanding: [a]), .complete(cancelled: false, outstanding: [a]),
            ])
    }

    @Test func `permissions that the flow does not request are outstanding after the others`() {
        var flow = FlowDriver(permissions: [a, b, c], hasCoordinator: true)
        flow.statuses[a] = .denied
        #expect(flow.send(.begin) == [.recordBegan([b, c]), .askOrder([b, c])])
        _ = flow.send(.ordered([c, b]))
        _ = flow.send(.decided(c, .skip))
        _ = flow.send(.decided(b, .request))
        _ = flow.send(.answered(b, .authorized))
        #expect(
            flow.send(.reviewed(b, .requestNext)) == [
                .recordEnded(cancelled: false, outstanding: [c, a]), .complete(cancelled: false, outstanding: [c, a]),
            ])
    }

    @Test func `a required permission denied from the start prevents the retry`() {
        var flow = FlowDriver(permissions: [a, b], hasCoordinator: false)
        flow.statuses[b] = .denied
        #expect(flow.send(.begin) == [.recordBegan([a]), .request(a)])
        #expect(
            flow.send(.answered(a, .authorized)) == [
                .recordEnded(cancelled: false, outstanding: [b]), .complete(cancelled: false, outstanding: [b]),
            ])
    }

    @Test func `the outcome of a flow depends on the statuses at its end`() {
        var flow = FlowDriver(permissions: [a, b], hasCoordinator: false)
        _ = flow.send(.begin)
        _ = flow.send(.answered(a, .denied))
        flow.statuses[a] = .authorized
        #expect(flow.send(.answered(b, .authorized)).last == .retry)

        var revoked = FlowDriver(permissions: [a, b], hasCoordinator: false)
        _ = revoked.send(.begin)
        _ = revoked.send(.answered(a, .authorized))
        revoked.statuses[a] = .denied
        #expect(revoked.send(.answered(b, .authorized)).last == .complete(cancelled: false, outstanding: [a]))
    }

    @Test func `a permission that stays undetermined after its prompt is requested once`() {
        var flow = FlowDriver(permissions: [a], hasCoordinator: false)
        #expect(flow.send(.begin) == [.recordBegan([a]), .request(a)])
        #expect(flow.send(.answered(a, .notDetermined)).last == .complete(cancelled: false, outstanding: [a]))
    }

    @Test func `canceling during the first status read ends the flow before it begins`() {
        var flow = Flow(permissions: [a, b], hasCoordinator: true)
        #expect(flow.send(.begin) == [.readStatuses([a, b])])
        #expect(flow.send(.cancel) == [.readStatuses([a, b])])
        #expect(flow.send(.read([a: .authorized])) == [.complete(cancelled: true, outstanding: [b])])
        #expect(flow.send(.read([:])) == [], "The second read comes too late and is not an error of the app.")
    }

    // MARK: Cancelling

    @Test func `canceling before the start ends the flow without recording it`() {
        var flow = FlowDriver(permissions: [a], hasCoordinator: true)
        #expect(flow.send(.cancel) == [.complete(cancelled: true, outstanding: [a])])
        let late = flow.send(.begin)
        #expect(late.count == 1 && late.allSatisfy(isAdvice))
        #expect(flow.state == .ended)
    }

    @Test func `an answer after cancellation is ignored with an advisory`() {
        var flow = FlowDriver(permissions: [a, b], hasCoordinator: true)
        _ = flow.send(.begin)
        _ = flow.send(.ordered([a, b]))
        _ = flow.send(.decided(a, .request))
        _ = flow.send(.cancel)
        let late = flow.send(.answered(a, .authorized))
        #expect(late.count == 1 && late.allSatisfy(isAdvice))
    }

    @Test func `canceling twice has no effect`() {
        var flow = FlowDriver(permissions: [a], hasCoordinator: false)
        _ = flow.send(.begin)
        #expect(!flow.send(.cancel).isEmpty)
        #expect(flow.send(.cancel) == [])
    }

    @Test func `beginning a flow twice is ignored with an advisory`() {
        var flow = FlowDriver(permissions: [a], hasCoordinator: false)
        _ = flow.send(.begin)
        let before = flow.flow
        let effects = flow.send(.begin)
        #expect(effects.count == 1 && effects.allSatisfy(isAdvice))
        #expect(flow.flow == before)
    }

    // MARK: Every state and every event

    @Test func `every event is safe in every state`() {
        for (flow, path) in reachableFlows() {
            for event in everyEvent {
                var next = flow
                let effects = next.send(event)
                if belongs(event, to: flow.state) {
                    #expect(next.state != flow.state || flow.state == .ended, "\(path) \(event)")
                } else {
                    #expect(next == flow, "\(path) \(event)")
                    #expect(effects.allSatisfy(isAdvice), "\(path) \(event)")
                    #expect(effects.isEmpty == isSilent(event, in: flow.state), "\(path) \(event)")
                }
                if flow.state == .ended { #expect(next.state == .ended, "\(path) \(event)") }
            }
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `random events keep the flow's invariants`(seed: UInt64) {
        var random = SplitMix64(seed: seed &+ 1)
        for _ in 0..<100 {
            let required = Array(
                [a, b, c, .motion, .reminders].shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random)))
            var flow = FlowDriver(permissions: required, hasCoordinator: Bool.random(using: &random))
            for permission in required where Int.random(in: 0..<4, using: &random) == 0 {
                flow.statuses[permission] = SystemPermissionStatus.allCases.randomElement(using: &random)
            }
            var effects: [Flow.Effect] = []
            for _ in 0..<60 {
                if flow.state != .ended, Int.random(in: 0..<8, using: &random) == 0,
                    let changed = required.randomElement()
                {
                    flow.statuses[changed] = SystemPermissionStatus.allCases.randomElement(using: &random)
                }
                let before = flow.statuses
                let event = likelyEvent(for: flow.state, asked: required, using: &random)
                let new = flow.send(event)
                for permission in new.compactMap(requested) {
                    #expect(
                        (before[permission] ?? .notDetermined) == .notDetermined,
                        "The permission was determined before.")
                }
                effects += new
            }
            effects += flow.send(.cancel)
            checkInvariants(effects, flow: flow, required: required)
        }
    }

    private func checkInvariants(
        _ effects: [Flow.Effect], flow: FlowDriver, required: [SystemPermissionConstraint]
    ) {
        let completions = effects.compactMap {
            effect -> (cancelled: Bool, outstanding: [SystemPermissionConstraint])? in
            if case .complete(let cancelled, let outstanding) = effect { (cancelled, outstanding) } else { nil }
        }
        #expect(flow.state == .ended)
        #expect(completions.count == 1)
        #expect(Set(flow.order) == Set(required) && flow.order.count == required.count)
        guard let completion = completions.first else { return }
        #expect(completion.outstanding == flow.order.filter { flow.statuses[$0] != .authorized })
        let retries = effects.count { $0 == .retry }
        #expect(retries == (!completion.cancelled && completion.outstanding.isEmpty ? 1 : 0))
        let end = effects.firstIndex { if case .complete = $0 { true } else { false } } ?? 0
        #expect(effects[end...].dropFirst().allSatisfy { $0 == .retry || isAdvice($0) })
        let requests = effects.compactMap(requested)
        #expect(Set(requests).count == requests.count)
        #expect(requests == flow.order.filter { requests.contains($0) })
    }
}

// MARK: - Helpers

private func isAdvice(_ effect: AuthorizationFlow.Effect) -> Bool {
    if case .advise = effect { true } else { false }
}

private func requested(_ effect: AuthorizationFlow.Effect) -> SystemPermissionConstraint? {
    if case .request(let permission) = effect { permission } else { nil }
}

/// Returns whether a state expects an event.
private func belongs(_ event: AuthorizationFlow.Event, to state: AuthorizationFlow.State) -> Bool {
    switch (event, state) {
    case (.begin, .idle), (.ordered, .ordering), (.read, .reading): true
    case (.cancel, .reading(.cancelling)): false
    case (.decided(let permission, _), .deciding(let current)): permission == current
    case (.answered(let permission, _), .requesting(let current)): permission == current
    case (.reviewed(let permission, _), .reviewing(let current)): permission == current
    case (.cancel, let state): state != .ended
    default: false
    }
}

/// Returns whether an unexpected event is not the app's error, because it was pending when the flow ended.
private func isSilent(_ event: AuthorizationFlow.Event, in state: AuthorizationFlow.State) -> Bool {
    if case .read = event { return state == .ended }
    return event == .cancel
}

/// Every possible event of a flow with two permissions.
private let everyEvent: [AuthorizationFlow.Event] =
    [.begin, .cancel, .ordered([]), .ordered([a, b]), .ordered([b]), .ordered([foreign])]
    + [[:], [a: .authorized], [b: .denied], [a: .authorized, b: .authorized]].map { .read($0) }
    + [a, b, foreign].flatMap { permission in
        SystemPermissionRequestAction.allCases.map { .decided(permission, $0) }
            + SystemPermissionStatus.allCases.map { .answered(permission, $0) }
            + PermissionAuthorisationCoordinatorVeto.allCases.map { .reviewed(permission, $0) }
    }

/// Returns every reachable state of a flow with two permissions, each with one sequence of events that leads to it.
private func reachableFlows() -> [AuthorizationFlow: [AuthorizationFlow.Event]] {
    var found: [AuthorizationFlow: [AuthorizationFlow.Event]] = [
        AuthorizationFlow(permissions: [a, b], hasCoordinator: true): [],
        AuthorizationFlow(permissions: [a, b], hasCoordinator: false): [],
    ]
    var unexplored = Array(found.keys)
    while let flow = unexplored.popLast() {
        for event in everyEvent {
            var next = flow
            _ = next.send(event)
            guard found[next] == nil else { continue }
            found[next] = (found[flow] ?? []) + [event]
            unexplored.append(next)
        }
    }
    return found
}

/// Returns a random event that usually fits the state, so that random flows make progress.
private func likelyEvent(
    for state: AuthorizationFlow.State, asked: [SystemPermissionConstraint], using random: inout SplitMix64
) -> AuthorizationFlow.Event {
    guard Int.random(in: 0..<5, using: &random) > 0 else {
        return everyEvent.randomElement(using: &random) ?? .cancel
    }
    switch state {
    case .idle: return .begin
    case .reading: return .read([:])
    case .ordering:
        let order = (asked + [foreign]).shuffled(using: &random)
        return .ordered(Array(order.prefix(Int.random(in: 0...order.count, using: &random))))
    case .deciding(let permission):
        return .decided(permission, Int.random(in: 0..<4, using: &random) > 0 ? .request : .skip)
    case .requesting(let permission):
        let status = SystemPermissionStatus.allCases.randomElement(using: &random) ?? .denied
        return .answered(permission, Bool.random(using: &random) ? .authorized : status)
    case .reviewing(let permission): return .reviewed(permission, .requestNext)
    case .ended: return everyEvent.randomElement(using: &random) ?? .cancel
    }
}
