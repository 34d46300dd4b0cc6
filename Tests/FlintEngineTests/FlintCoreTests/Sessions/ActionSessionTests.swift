import Dispatch
import FlintLocks
import Testing

@testable import FlintCore

struct ActionSessionTests {
    @MainActor @Test func `every overload performs the action`() {
        let fixture = Fixture(Desk.self, Gate.self)
        var outcomes: [ActionOutcome] = []
        let note: (ActionOutcome) -> Void = { outcomes.append($0) }
        fixture.run {
            Desk.ping.perform()
            Desk.ping.perform(withCompletion: note)
            Desk.ping.perform(userInitiated: true, source: .openURL, completion: note)
            Desk.text.perform(withInput: "x", completion: note)
            Desk.text.perform(withInput: "x", userInitiated: false, source: .intent, completion: note)
            Desk.run.perform(withPresenter: {}, completion: note)
            Desk.run.perform(withPresenter: {}, userInitiated: true, source: .application, completion: note)
            let session = ActionSession(named: "window", userInitiatedActions: true)
            session.perform(Desk.ping, completion: note)
            session.perform(Desk.text, input: "x", completion: note)
            session.perform(Desk.run, presenter: {}, completion: note)
        }
        #expect(outcomes.count == 9)
        #expect(outcomes.allSatisfy { $0 == .success })
        let begun = fixture.run { Timeline.instance.entries.filter { $0.kind == .begin }.map(\.action) }
        #expect(begun.count == 10)
        #expect(begun.map(\.source)[2] == .openURL && begun.map(\.source)[4] == .intent)
        #expect(begun.suffix(3).allSatisfy { $0.sessionName == "window" })
        #expect(Set(begun.map(\.requestID)).count == 10, "Every request has a unique number.")
    }

    @MainActor @Test func `every overload performs a granted action`() throws {
        let fixture = Fixture(Gate.self)
        var outcomes: [ActionOutcome] = []
        let note: (ActionOutcome) -> Void = { outcomes.append($0) }
        try fixture.run {
            let ping = try #require(Gate.ping.request())
            let text = try #require(Gate.text.request())
            let run = try #require(Gate.run.request())
            ping.perform()
            ping.perform(withCompletion: note)
            ping.perform(withUserInitiated: true, source: .openURL, completion: note)
            text.perform(withInput: "x", completion: note)
            text.perform(withInput: "x", userInitiated: false, source: .intent, completion: note)
            run.perform(withPresenter: {}, completion: note)
            run.perform(withPresenter: {}, userInitiated: true, source: .application, completion: note)
            let session = ActionSession(named: "window", userInitiatedActions: true)
            session.perform(ping, completion: note)
            session.perform(text, input: "x", completion: note)
            session.perform(run, presenter: {}, completion: note)
        }
        #expect(outcomes.count == 9)
        #expect(outcomes.allSatisfy { $0 == .success })
    }

    @MainActor @Test func `the session decides whether its actions are user-initiated`() {
        let fixture = Fixture(Desk.self)
        fixture.run {
            Desk.ping.perform()
            ActionSession(named: "background", userInitiatedActions: false).perform(Desk.ping)
        }
        let begun = fixture.run { Timeline.instance.entries.filter { $0.kind == .begin }.map(\.action) }
        #expect(begun.map(\.userInitiated) == [true, false])
        #expect(begun.map(\.sessionName) == ["main", "background"])
        let causes = fixture.runtime.journal.events.map(\.cause)
        #expect(causes == [.user, .user, .app, .app])
    }

    @MainActor @Test func `an action can perform other actions in its session`() {
        let fixture = Fixture(Desk.self, Gate.self)
        var outcomes: [ActionOutcome] = []
        fixture.run {
            let session = ActionSession(named: "window", userInitiatedActions: true)
            session.perform(
                Desk.nest, input: .noInput, presenter: { outcomes.append($0) }, userInitiated: true, source: .openURL)
        }
        #expect(outcomes == [.success, .success])
        let begun = fixture.run { Timeline.instance.entries.filter { $0.kind == .begin }.map(\.action) }
        #expect(begun.map(\.actionName) == ["Nest", "Ping", "Ping"])
        #expect(begun.allSatisfy { $0.sessionName == "window" && $0.source == .openURL && $0.userInitiated })
    }

    @Test func `actions nested across queues keep their session`() async {
        let fixture = Fixture(Desk.self)
        let report = Protected<[String]>([])
        await withCheckedContinuation { continuation in
            fixture.run {
                let session = ActionSession(named: "window", userInitiatedActions: false)
                session.perform(
                    Desk.relay, input: 3, presenter: { line in report.withLock { $0.append(line) } },
                    userInitiated: true, source: .openURL, completion: { _ in continuation.resume() })
            }
        }
        #expect(report.withLock { $0 } == ["background 3", "main 2", "background 1"])
        let begun = fixture.run { Timeline.instance.entries.filter { $0.kind == .begin }.map(\.action) }
        #expect(begun.map(\.actionName) == ["Relay", "Relay Back", "Relay"])
        #expect(begun.allSatisfy { $0.sessionName == "window" && $0.source == .openURL && $0.userInitiated })
    }

    @Test func `a session can be used from any queue`() async {
        let fixture = Fixture(Desk.self)
        let session = fixture.run { ActionSession(named: "worker", userInitiatedActions: false) }
        let queues = (1...4).map { DispatchQueue(label: "tests.caller.\($0)") }
        for queue in queues {
            let outcome: ActionOutcome = await withCheckedContinuation { continuation in
                queue.async { session.perform(Desk.ping) { continuation.resume(returning: $0) } }
            }
            #expect(outcome == .success)
        }
        #expect(
            fixture.run { Timeline.instance.entries.count } == 8,
            "The actions are recorded in the runtime that created the session.")
    }

    @MainActor @Test func `an action that never completes stays begun`() {
        let fixture = Fixture(Desk.self)
        let kept = Protected<AnyObject?>(nil)
        var outcome: ActionOutcome?
        fixture.run {
            Desk.answer.perform(
                withPresenter: { completion in
                    let status = completion.willCompleteAsync()
                    kept.withLock { $0 = status }
                    return status
                }, completion: { outcome = $0 })
        }
        #expect(outcome == nil)
        #expect(fixture.run { Timeline.instance.entries.map(\.kind) } == [.begin])
        #expect(fixture.advisories.isEmpty, "The action can still complete.")
        kept.withLock { $0 = nil }
        #expect(fixture.advisories.count == 1)
    }

    @MainActor @Test func `an action can pass its completion to another action`() throws {
        let fixture = Fixture(Desk.self, Gate.self)
        var outcome: ActionOutcome?
        fixture.run {
            Desk.answer.perform(
                withPresenter: { completion in
                    guard let request = Gate.ping.request() else { return completion.completedSync(.success) }
                    return request.perform(
                        withInput: .noInput, presenter: (), userInitiated: false, completion: completion)
                }, completion: { outcome = $0 })
        }
        #expect(outcome == .success)
        #expect(fixture.run { Timeline.instance.entries.map(\.kind) } == [.begin, .begin, .complete, .complete])
        #expect(fixture.advisories.isEmpty)
    }

    @MainActor @Test func `an action without a default session is refused`() {
        let fixture = Fixture(Desk.self)
        var outcome: ActionOutcome?
        fixture.run { Desk.homeless.perform { outcome = $0 } }
        #expect(outcome == .failure(error: ActionPerformError.noSession(action: "Homeless")))
        fixture.run {
            ActionSession(named: "given", userInitiatedActions: true).perform(Desk.homeless) { outcome = $0 }
        }
        #expect(outcome == .success)
    }

    @MainActor @Test func `facts that an action changes have the cause of its request`() {
        let fixture = Fixture(Desk.self, Gate.self)
        fixture.run {
            Cause.withCause("script") {
                Desk.run.perform(withPresenter: { fixture.toggles.setEnabled(Gate.self, enabled: false) })
            }
        }
        #expect(fixture.changes.map(\.cause) == ["script"])
    }

    @MainActor @Test func `an action performed in another session has the cause of the first`() {
        let fixture = Fixture(Desk.self)
        fixture.run {
            let night = ActionSession(named: "night", userInitiatedActions: false)
            Desk.run.perform(withPresenter: { night.perform(Desk.ping) })
        }
        #expect(fixture.runtime.journal.events.map(\.cause) == [.user, .user, .user, .user])
    }

    @MainActor @Test func `a session performs in its own runtime regardless of the current one`() {
        let (home, other) = (Fixture(Desk.self), Fixture(Desk.self))
        let session = home.run { ActionSession(named: "home", userInitiatedActions: true) }
        let seen = Protected<[FlintRuntime]>([])
        other.run {
            Desk.run.perform(withPresenter: {
                session.perform(Desk.run, presenter: { seen.withLock { $0.append(.current) } })
                seen.withLock { $0.append(.current) }
            })
        }
        #expect(
            seen.withLock { $0.map(ObjectIdentifier.init) } == [home.runtime, other.runtime].map(ObjectIdentifier.init))
        #expect(home.runtime.timeline.entries.count == 2 && other.runtime.timeline.entries.count == 2)
    }

    @MainActor @Test func `a granted request has the initiator of its session`() throws {
        let fixture = Fixture(Gate.self)
        try fixture.run {
            let night = ActionSession(named: "night", userInitiatedActions: false)
            night.perform(try #require(Gate.ping.request()))
        }
        #expect(fixture.runtime.timeline.entries.map(\.action.userInitiated) == [false, false])
    }

    @MainActor @Test func `a custom dispatcher performs the actions of its session`() {
        let fixture = Fixture(Desk.self)
        let dispatcher = Refusing()
        var outcome: ActionOutcome?
        fixture.run {
            let session = ActionSession(named: "test", userInitiatedActions: false, dispatcher: dispatcher)
            session.perform(Desk.ping) { outcome = $0 }
        }
        #expect(outcome == .failure(error: TestError("refused")))
    }

    @MainActor @Test func `a custom dispatcher replaces the default one until that is restored`() {
        let fixture = Fixture(Desk.self)
        var outcomes: [ActionOutcome] = []
        fixture.run {
            Desk.ping.perform { outcomes.append($0) }
            let standard = Flint.dispatcher
            Flint.dispatcher = Refusing()
            Desk.ping.perform { outcomes.append($0) }
            Flint.dispatcher = standard
            Desk.ping.perform { outcomes.append($0) }
        }
        #expect(outcomes == [.success, .failure(error: TestError("refused")), .success])
        #expect(!fixture.runtime.hasOtherDispatcher)
    }

    @MainActor @Test func `an action that a dispatcher drops is released`() {
        let fixture = Fixture(Desk.self)
        weak var waiter: Thing?
        var outcome: ActionOutcome?
        fixture.run {
            let session = ActionSession(named: "test", userInitiatedActions: false, dispatcher: Dropping())
            let thing = Thing()
            waiter = thing
            session.perform(Desk.ping) {
                outcome = $0
                withExtendedLifetime(thing) {}
            }
        }
        #expect(outcome == .failure(error: ActionPerformError.foreignStatus(action: "Ping")))
        #expect(waiter == nil)
    }
}

private final class Thing {}

/// A dispatcher that neither performs nor completes actions.
private final class Dropping: ActionDispatcher {
    func add(observer: any ActionDispatchObserver) -> ActionDispatchObservation { ActionDispatchObservation {} }

    func perform<FeatureType: FeatureDefinition, ActionType: Action>(
        request: ActionRequest<FeatureType, ActionType>, completion: ActionType.Completion
    ) -> ActionType.Completion.Status {
        CompletionRequirement<ActionPerformOutcome> { _, _ in }.completedSync(.success)
    }
}

private final class Refusing: ActionDispatcher {
    func add(observer: any ActionDispatchObserver) -> ActionDispatchObservation { ActionDispatchObservation {} }

    func perform<FeatureType: FeatureDefinition, ActionType: Action>(
        request: ActionRequest<FeatureType, ActionType>, completion: ActionType.Completion
    ) -> ActionType.Completion.Status {
        completion.completedSync(.failure(error: TestError("refused")))
    }
}

/// Performs actions of a plain and of a conditional feature.
private final class NestAction: Action {
    typealias PresenterType = (ActionOutcome) -> Void

    static func perform(
        context: ActionContext<NoInput>, presenter: @escaping PresenterType, completion: Completion
    ) -> Completion.Status {
        context.perform(Desk.ping, input: .noInput, presenter: (), completion: presenter)
        if let request = Gate.ping.request() {
            context.perform(request, input: .noInput, presenter: (), completion: presenter)
        }
        return completion.completedSync(.success)
    }
}

/// Reports its queue and performs ``RelayBackAction``, counting down from a number.
private final class RelayAction: Action {
    typealias InputType = Int
    typealias PresenterType = @Sendable (String) -> Void

    static var queue: DispatchQueue { BackgroundAction.queue }

    static func perform(
        context: ActionContext<Int>, presenter: @escaping PresenterType, completion: Completion
    ) -> Completion.Status {
        presenter("\(QueueIdentity.isCurrent(queue) ? "background" : "elsewhere") \(context.input)")
        guard context.input > 1 else { return completion.completedSync(.success) }
        let deferred = completion.willCompleteAsync()
        context.perform(Desk.relayBack, input: context.input - 1, presenter: presenter) { _ in
            deferred.completed(.success)
        }
        return deferred
    }
}

/// Reports its queue and performs ``RelayAction``.
private final class RelayBackAction: UIAction {
    typealias InputType = Int
    typealias PresenterType = @Sendable (String) -> Void

    static func perform(
        context: ActionContext<Int>, presenter: @escaping PresenterType, completion: Completion
    ) -> Completion.Status {
        presenter("\(QueueIdentity.isCurrent(.main) ? "main" : "elsewhere") \(context.input)")
        let deferred = completion.willCompleteAsync()
        context.perform(Desk.relay, input: context.input - 1, presenter: presenter) { _ in
            deferred.completed(.success)
        }
        return deferred
    }
}

private final class Desk: Feature {
    static let description = "Has actions of all kinds"
    static let ping = action(PingAction.self)
    static let text = action(TextAction.self)
    static let run = action(RunAction.self)
    static let answer = action(AnswerAction.self)
    static let nest = action(NestAction.self)
    static let homeless = action(HomelessAction.self)
    static let relay = action(RelayAction.self)
    static let relayBack = action(RelayBackAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(ping)
        actions.declare(text)
        actions.declare(run)
        actions.declare(answer)
        actions.declare(nest)
        actions.declare(homeless)
        actions.declare(relay)
        actions.declare(relayBack)
    }
}

private final class Gate: ConditionalFeature {
    static let description = "Is on by default"
    static let ping = action(PingAction.self)
    static let text = action(TextAction.self)
    static let run = action(RunAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: true) }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(ping)
        actions.declare(text)
        actions.declare(run)
    }
}
