import Dispatch
import FlintLocks
import Testing

@testable import FlintCore

struct DefaultActionDispatcherTests {
    // MARK: Queues

    @MainActor @Test func `an action runs inline if the caller is on its queue`() {
        let fixture = Fixture(Desk.self)
        var order: [String] = []
        fixture.run {
            Desk.run.perform(withPresenter: { order.append("ran") }, completion: { order.append("\($0)") })
        }
        order.append("returned")
        #expect(order == ["ran", "success", "returned"])
    }

    @Test func `an action is dispatched to its own queue`() async {
        let fixture = Fixture(Desk.self)
        let isOnQueue = Protected(false)
        let outcome: ActionOutcome = await withCheckedContinuation { continuation in
            fixture.run {
                Desk.background.perform(
                    withInput: .noInput,
                    presenter: { isOnQueue.withLock { $0 = QueueIdentity.isCurrent(BackgroundAction.queue) } },
                    completion: { continuation.resume(returning: $0) })
            }
        }
        #expect(outcome == .success)
        #expect(isOnQueue.withLock { $0 })
    }

    @Test func `the cause is kept when the queue changes`() async {
        let fixture = Fixture(Desk.self)
        let cause: Cause? = await withCheckedContinuation { continuation in
            fixture.run {
                Cause.withCause("script") {
                    Desk.background.perform(withPresenter: { continuation.resume(returning: Cause.current) })
                }
            }
        }
        #expect(cause == "script")
    }

    @MainActor @Test func `a hop does not block the caller`() async {
        let fixture = Fixture(Desk.self)
        let gate = DispatchSemaphore(value: 0)
        let status: CompletionRequirement<ActionPerformOutcome>.Status
        let done = Protected(false)
        status = fixture.run {
            ActionSession.main.perform(
                Desk.background, input: .noInput, presenter: { gate.wait() }, userInitiated: false,
                source: .application,
                completionRequirement: CompletionRequirement { _, isAsync in done.withLock { $0 = isAsync } })
        }
        #expect(status.isCompletingAsync)
        #expect(!done.withLock { $0 }, "The action is still waiting for the gate.")
        gate.signal()
        await withCheckedContinuation { continuation in
            BackgroundAction.queue.async { continuation.resume() }
        }
        #expect(done.withLock { $0 })
    }

    @MainActor @Test func `nesting main and background actions does not deadlock`() async {
        let fixture = Fixture(Desk.self)
        let outcome: ActionOutcome = await withCheckedContinuation { continuation in
            fixture.run {
                ActionSession.main.perform(
                    Desk.background,
                    presenter: {
                        // Performs an action of the main queue within an action of the background queue.
                        Desk.ping.perform { continuation.resume(returning: $0) }
                    }, completionQueue: .main)
            }
        }
        #expect(outcome == .success)
    }

    // MARK: Completions

    @MainActor @Test func `an action that completes twice is recorded once`() {
        let fixture = Fixture(Desk.self)
        var outcomes: [ActionOutcome] = []
        fixture.run {
            Desk.answer.perform(
                withPresenter: { completion in
                    let status = completion.completedSync(.success)
                    _ = completion.completedSync(.failure(error: TestError("again")))
                    return status
                }, completion: { outcomes.append($0) })
        }
        #expect(outcomes == [.success])
        #expect(fixture.advisories.count == 1)
        #expect(fixture.run { Timeline.instance.entries.count } == 2)
    }

    @MainActor @Test func `an action that returns the status of another completion fails`() {
        let fixture = Fixture(Desk.self)
        var outcomes: [ActionOutcome] = []
        let other = CompletionRequirement<ActionPerformOutcome> { _, _ in }
        fixture.run {
            Desk.answer.perform(
                withPresenter: { _ in other.completedSync(.success) }, completion: { outcomes.append($0) })
        }
        #expect(outcomes == [.failure(error: ActionPerformError.foreignStatus(action: "Answer"))])
        #expect(fixture.advisories.contains { $0.contains("returned the status of another completion") })
    }

    @MainActor @Test func `an action that releases its completion is one advisory`() {
        let fixture = Fixture(Desk.self)
        fixture.run {
            Desk.answer.perform(withPresenter: { $0.willCompleteAsync() })
        }
        #expect(fixture.advisories.filter { $0.contains("released before it was called") }.count == 1)
    }

    @Test func `an action on another queue that releases its completion is one advisory`() async {
        let fixture = Fixture(Desk.self)
        fixture.run { Desk.drop.perform() }
        await withCheckedContinuation { continuation in
            BackgroundAction.queue.async { continuation.resume() }
        }
        #expect(fixture.advisories.filter { $0.contains("released before it was called") }.count == 1)
    }

    @MainActor @Test func `an advisory about a completion names its action and its feature`() {
        let fixture = Fixture(Desk.self)
        fixture.run {
            Desk.answer.perform(withPresenter: { $0.willCompleteAsync() })
            Desk.answer.perform(withPresenter: { completion in
                _ = completion.completedSync(.success)
                return completion.completedSync(.success)
            })
        }
        #expect(
            fixture.advisories.map { String($0.prefix { $0 != ";" }) } == [
                "The completion of AnswerAction in Desk was released before it was called",
                "The completion of AnswerAction in Desk was called more than once",
            ])
    }

    @Test func `an advisory about a completion on another queue names its action and its feature`() async {
        let fixture = Fixture(Desk.self)
        fixture.run { Desk.drop.perform() }
        await withCheckedContinuation { continuation in
            BackgroundAction.queue.async { continuation.resume() }
        }
        #expect(fixture.advisories.count == 1)
        #expect(fixture.advisories.first?.hasPrefix("The completion of DropAction in Desk was released") == true)
    }

    @MainActor @Test func `callers receive outcomes without feature termination`() {
        let fixture = Fixture(Desk.self)
        var outcomes: [ActionOutcome] = []
        fixture.run {
            Desk.done.perform { outcomes.append($0) }
            Desk.answer.perform(
                withPresenter: { $0.completedSync(.failureWithFeatureTermination(error: TestError("broken"))) },
                completion: { outcomes.append($0) })
        }
        #expect(outcomes == [.success, .failure(error: TestError("broken"))])
        #expect(
            fixture.run { Timeline.instance.entries.compactMap { $0.outcome?.description } }
                == ["success, feature ended", "failure, feature ended: broken"])
    }

    // MARK: Observers

    @MainActor @Test func `observers receive the beginning and the end until cancellation`() {
        let fixture = Fixture(Desk.self)
        let observer = Recorder()
        let observation = fixture.run { Flint.dispatcher.add(observer: observer) }
        fixture.run { Desk.run.perform(withPresenter: { observer.lines.append("ran") }) }
        observation.cancel()
        observation.cancel()
        fixture.run { Desk.ping.perform() }
        #expect(
            observer.lines == [
                "begin #1 RunAction of Desk in session main", "ran",
                "end #1 RunAction of Desk in session main: success",
            ])
    }

    @MainActor @Test func `releasing an observation keeps its observer`() {
        let fixture = Fixture(Desk.self)
        weak var observer: Recorder?
        do {
            let made = Recorder()
            observer = made
            fixture.run { _ = Flint.dispatcher.add(observer: made) }
        }
        fixture.run { Desk.ping.perform() }
        #expect(observer?.lines.count == 2)
    }

    @MainActor @Test func `observers can use the runtime and perform actions`() {
        let fixture = Fixture(Desk.self)
        let reentrant = Reentrant()
        fixture.run {
            Flint.dispatcher.add(observer: reentrant)
            Desk.ping.perform()
        }
        #expect(reentrant.outcomes == [.success])
        #expect(reentrant.entries == 3, "The journal is current and not locked.")
    }

    @MainActor @Test(arguments: [false, true])
    func `an observer added during an action does not receive its end`(hasOtherObserver: Bool) {
        let fixture = Fixture(Desk.self)
        let (first, late) = (Recorder(), Recorder())
        fixture.run {
            if hasOtherObserver { Flint.dispatcher.add(observer: first) }
            // The second iteration takes the fast path, because the queue of the action is known.
            for _ in 1...2 {
                var observation: ActionDispatchObservation?
                Desk.run.perform(withPresenter: { observation = Flint.dispatcher.add(observer: late) })
                #expect(late.lines.isEmpty)
                observation?.cancel()
            }
        }
        #expect(first.lines.count == (hasOtherObserver ? 4 : 0))
    }

    @MainActor @Test func `a released dispatcher releases its observers`() {
        weak var observer: Recorder?
        var observation: ActionDispatchObservation?
        do {
            let made = Recorder()
            observer = made
            observation = DefaultActionDispatcher().add(observer: made)
        }
        #expect(observer == nil)
        observation?.cancel()
    }

    @MainActor @Test func `an action with a forwarded completion is recorded with its own outcome`() {
        let fixture = Fixture(Desk.self)
        var outcomes: [ActionOutcome] = []
        fixture.run {
            Desk.answer.perform(
                withPresenter: { completion in
                    completion.addProxyCompletionHandler { _, _ in .success }
                    return ActionSession.main.perform(
                        Desk.answer, input: .noInput,
                        presenter: { $0.completedSync(.failure(error: TestError("inner"))) }, userInitiated: true,
                        source: .application, completionRequirement: completion)
                }, completion: { outcomes.append($0) })
        }
        #expect(outcomes == [.success])
        let ended = fixture.runtime.timeline.entries.compactMap { entry in
            entry.outcome.map { "#\(entry.action.requestID) \($0)" }
        }
        #expect(ended == ["#2 failure: inner", "#1 success"])
    }

    @MainActor @Test func `an observer receives an outcome that follows a released status`() {
        let fixture = Fixture(Desk.self)
        let observer = Recorder()
        fixture.run {
            Flint.dispatcher.add(observer: observer)
            Desk.answer.perform(withPresenter: { completion in
                _ = completion.willCompleteAsync()
                return completion.completedSync(.success)
            })
        }
        #expect(observer.lines.map { $0.prefix(5) } == ["begin", "end #"])
    }

    @Test func `the end of an action is recorded in its runtime`() async {
        let fixture = Fixture(Desk.self)
        let seen = Protected<[ObjectIdentifier]>([])
        let token = fixture.runtime.journal.observe { _ in
            seen.withLock { $0.append(ObjectIdentifier(FlintRuntime.current)) }
        }
        fixture.run { Desk.later.perform(withInput: "text", presenter: Screen()) }
        await withCheckedContinuation { continuation in
            ShowLaterAction.queue.async { ShowLaterAction.queue.async { continuation.resume() } }
        }
        #expect(seen.withLock { $0 } == Array(repeating: ObjectIdentifier(fixture.runtime), count: 2))
        token.cancel()
    }

    // MARK: Memory

    @MainActor @Test func `an observed action that releases its completion is released`() {
        let fixture = Fixture(Desk.self)
        weak var request: AnyObject?
        weak var screen: Screen?
        fixture.run {
            let keeper = Keeper()
            let observation = Flint.dispatcher.add(observer: keeper)
            do {
                let made = Screen()
                screen = made
                Desk.keepAndDrop.perform(withInput: "text", presenter: made) { _ in
                    withExtendedLifetime(made) {}
                }
                request = keeper.request
                #expect(keeper.hasSeenRequest && made.context.withLock { $0?.input } == "text")
            }
            observation.cancel()
        }
        #expect(request == nil)
        #expect(screen == nil, "The request's context does not retain the caller's completion.")
    }

    @MainActor @Test func `a synchronous action is released`() {
        let fixture = Fixture(Desk.self)
        weak var request: AnyObject?
        weak var presenter: AnyObject?
        fixture.run {
            let keeper = Keeper()
            let observation = Flint.dispatcher.add(observer: keeper)
            do {
                let screen = Screen()
                presenter = screen
                Desk.show.perform(withInput: "text", presenter: screen)
                request = keeper.request
                // A presenter that retains the context of its action does not retain itself.
                #expect(keeper.hasSeenRequest && screen.context.withLock { $0?.input } == "text")
            }
            observation.cancel()
        }
        #expect(request == nil)
        #expect(presenter == nil)
    }

    @Test func `an asynchronous action on another queue is released`() async {
        let fixture = Fixture(Desk.self)
        let references = Protected(WeakReferences())
        let outcome: ActionOutcome = await withCheckedContinuation { continuation in
            fixture.run {
                let screen = Screen()
                references.withLock { $0.presenter = screen }
                Desk.later.perform(withInput: "text", presenter: screen) { continuation.resume(returning: $0) }
            }
        }
        #expect(outcome == .success)
        // The queue releases the objects of its last block when it reaches the next block.
        await withCheckedContinuation { continuation in
            ShowLaterAction.queue.async { ShowLaterAction.queue.async { continuation.resume() } }
        }
        #expect(references.withLock { $0.presenter == nil })
    }
}

private struct WeakReferences {
    weak var presenter: AnyObject?
}

private final class Screen: Sendable {
    let context = Protected<ActionContext<String>?>(nil)
}

private final class ShowAction: Action {
    typealias InputType = String
    typealias PresenterType = Screen

    static func perform(
        context: ActionContext<String>, presenter: Screen, completion: Completion
    ) -> Completion.Status {
        presenter.context.withLock { $0 = context }
        return completion.completedSync(.success)
    }
}

/// Stores its context in its screen, and never completes.
private final class KeepAndDropAction: Action {
    typealias InputType = String
    typealias PresenterType = Screen

    static func perform(
        context: ActionContext<String>, presenter: Screen, completion: Completion
    ) -> Completion.Status {
        presenter.context.withLock { $0 = context }
        return completion.willCompleteAsync()
    }
}

/// Completes asynchronously on a separate queue.
private final class ShowLaterAction: Action {
    typealias InputType = String
    typealias PresenterType = Screen

    static let queue = DispatchQueue(label: "tests.later")

    static func perform(
        context: ActionContext<String>, presenter: Screen, completion: Completion
    ) -> Completion.Status {
        let deferred = completion.willCompleteAsync()
        queue.async { deferred.completed(.success) }
        return deferred
    }
}

/// Releases its deferred status on a background queue.
private final class DropAction: Action {
    static var queue: DispatchQueue { BackgroundAction.queue }

    static func perform(context: ActionContext<NoInput>, presenter: Void, completion: Completion) -> Completion.Status {
        completion.willCompleteAsync()
    }
}

private final class DoneAction: TerminatingAction {}

private final class Desk: Feature {
    static let description = "Has actions of all kinds"
    static let ping = action(PingAction.self)
    static let run = action(RunAction.self)
    static let answer = action(AnswerAction.self)
    static let background = action(BackgroundAction.self)
    static let show = action(ShowAction.self)
    static let later = action(ShowLaterAction.self)
    static let keepAndDrop = action(KeepAndDropAction.self)
    static let drop = action(DropAction.self)
    static let done = action(DoneAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(ping)
        actions.declare(run)
        actions.declare(answer)
        actions.declare(background)
        actions.declare(show)
        actions.declare(later)
        actions.declare(keepAndDrop)
        actions.declare(drop)
        actions.declare(done)
    }
}

private final class Recorder: ActionDispatchObserver {
    var lines: [String] = []

    func actionWillBegin<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>
    ) {
        lines.append("begin \(request.debugDescription)")
    }

    func actionDidComplete<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>, outcome: ActionPerformOutcome
    ) {
        lines.append("end \(request.debugDescription): \(outcome)")
    }
}

/// Uses the runtime while it is being notified.
private final class Reentrant: ActionDispatchObserver {
    var outcomes: [ActionOutcome] = []
    var entries = 0

    func actionWillBegin<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>
    ) {
        guard ActionType.self == PingAction.self else { return }
        Desk.run.perform(withPresenter: {}) { self.outcomes.append($0) }
        entries = Timeline.instance.entries.count
    }

    func actionDidComplete<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>, outcome: ActionPerformOutcome
    ) {}
}

/// Keeps a weak reference to the last request.
private final class Keeper: ActionDispatchObserver {
    weak var request: AnyObject?
    var hasSeenRequest = false

    func actionWillBegin<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>
    ) {
        self.request = request
        hasSeenRequest = true
    }

    func actionDidComplete<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>, outcome: ActionPerformOutcome
    ) {}
}
