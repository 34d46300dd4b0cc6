import Dispatch
import FlintLocks
import Testing

@testable import FlintCore

struct AsyncActionTests {
    @Test func `the return value of an async action is its outcome`() async {
        let fixture = Fixture(Desk.self)
        let outcome = await fixture.run {
            await Desk.work.perform(withInput: .noInput, presenter: { .successWithFeatureTermination })
        }
        #expect(outcome == .success)
        let ends = fixture.run { Timeline.instance.entries.compactMap { $0.outcome?.description } }
        #expect(ends == ["success, feature ended"])
    }

    @Test func `an async action that throws an error fails with it`() async {
        let fixture = Fixture(Desk.self)
        let outcome = await fixture.run {
            await Desk.work.perform(withInput: .noInput, presenter: { throw TestError("no water") })
        }
        #expect(outcome == .failure(error: TestError("no water")))
    }

    @Test func `an async action calls the completion handler of a synchronous caller`() async {
        let fixture = Fixture(Desk.self)
        let outcome: ActionOutcome = await withCheckedContinuation { continuation in
            fixture.run {
                Desk.work.perform(withInput: .noInput, presenter: { .success }) { continuation.resume(returning: $0) }
            }
        }
        #expect(outcome == .success)
    }

    @Test func `an async action starts on its queue and resumes on it`() async {
        let fixture = Fixture(Desk.self)
        let places = Protected<[Bool]>([])
        _ = await fixture.run {
            await Desk.background.perform(
                withInput: .noInput,
                presenter: {
                    for _ in 1...3 {
                        places.withLock { $0.append(QueueIdentity.isCurrent(BackgroundWorkAction.queue)) }
                        await Task.yield()
                    }
                    return .success
                })
        }
        #expect(places.withLock { $0 } == [true, true, true])
    }

    @Test func `an async action can be isolated to the main actor`() async {
        let fixture = Fixture(Desk.self)
        let screen = Screen()
        let outcome = await fixture.run { await Desk.show.perform(withInput: "text", presenter: screen) }
        #expect(outcome == .success)
        #expect(await screen.texts == ["text"])
    }

    @Test func `an async action runs with the runtime and the cause of its request`() async {
        let fixture = Fixture(Desk.self)
        let seen = Protected<(FlintRuntime?, Cause?)>((nil, nil))
        await fixture.run {
            let waiting = Cause.withCause("script") {
                Task {
                    await Desk.background.perform(
                        withInput: .noInput,
                        presenter: {
                            await Task.yield()
                            seen.withLock { $0 = (.current, .current) }
                            return .success
                        })
                }
            }
            _ = await waiting.value
        }
        #expect(seen.withLock { $0.0 } === fixture.runtime)
        #expect(seen.withLock { $0.1 } == "script")
        #expect(fixture.runtime.journal.events.map(\.cause) == ["script", "script"])
    }

    // MARK: Cancelling

    @Test func `canceling the waiting task cancels the work`() async {
        let fixture = Fixture(Desk.self, Gate.self)
        for perform in everyPlace {
            let started = Signal()
            let waiting = fixture.run { Task { await perform({ try await started.waitUntilCancelled() }) } }
            await started.wait()
            waiting.cancel()
            #expect(await waiting.value == .failure(error: CancellationError()))
        }
    }

    @Test func `an async action canceled before it starts observes the cancellation`() async {
        let fixture = Fixture(Desk.self, Gate.self)
        for perform in everyPlace {
            let waiting = fixture.run {
                Task {
                    withUnsafeCurrentTask { $0?.cancel() }
                    return await perform {
                        try Task.checkCancellation()
                        return .success
                    }
                }
            }
            #expect(await waiting.value == .failure(error: CancellationError()))
        }
    }

    @Test func `an async action that ignores cancellation completes normally`() async {
        let fixture = Fixture(Desk.self, Gate.self)
        for perform in everyPlace {
            let waiting = fixture.run {
                Task {
                    withUnsafeCurrentTask { $0?.cancel() }
                    return await perform { .success }
                }
            }
            #expect(await waiting.value == .success)
        }
    }

    @Test func `cancellation reaches the action that a completion is passed to`() async {
        let fixture = Fixture(Desk.self)
        let started = Signal()
        let waiting = fixture.run {
            Task { await Desk.forward.perform(withPresenter: { try await started.waitUntilCancelled() }) }
        }
        await started.wait()
        waiting.cancel()
        #expect(await waiting.value == .failure(error: CancellationError()))
    }

    @Test func `cancellation does not reach actions that the work starts without waiting`() async {
        let fixture = Fixture(Desk.self)
        let started = Signal()
        let inner = Protected<ActionOutcome?>(nil)
        let finished = Signal()
        let release = Signal()
        let waiting = fixture.run {
            Task {
                await Desk.work.perform(
                    withInput: .noInput,
                    presenter: {
                        // The outer work does not wait for this task, which therefore continues after the cancellation.
                        Self.start(
                            {
                                await release.wait()
                                return Task.isCancelled ? .failure(error: CancellationError()) : .success
                            },
                            completion: { outcome in
                                inner.withLock { $0 = outcome }
                                finished.send()
                            })
                        return try await started.waitUntilCancelled()
                    })
            }
        }
        await started.wait()
        waiting.cancel()
        #expect(await waiting.value == .failure(error: CancellationError()))
        release.send()
        await finished.wait()
        #expect(inner.withLock { $0 } == .success)
    }

    private static func start(_ work: @escaping Work, completion: @escaping (ActionOutcome) -> Void) {
        Desk.work.perform(withInput: .noInput, presenter: work, completion: completion)
    }

    @Test func `an async action releases its presenter when it ends`() async {
        let fixture = Fixture(Desk.self)
        let reference = WeakReference()
        await fixture.run {
            let screen = Screen()
            reference.set(screen)
            _ = await Desk.show.perform(withInput: "text", presenter: screen)
        }
        // The queue releases the objects of its last block when it reaches the next block.
        await withCheckedContinuation { continuation in
            DispatchQueue.main.async { DispatchQueue.main.async { continuation.resume() } }
        }
        #expect(reference.isEmpty)
    }

    /// Performs work on the main queue, a serial queue, and a global queue, by static bindings and by granted requests.
    private var everyPlace: [@Sendable (@escaping Work) async -> ActionOutcome] {
        [
            { await Desk.work.perform(withInput: .noInput, presenter: $0) },
            { await Desk.background.perform(withInput: .noInput, presenter: $0) },
            { await Desk.global.perform(withInput: .noInput, presenter: $0) },
            { await Gate.work.request()?.perform(withPresenter: $0) ?? .success },
            { await Gate.background.request()?.perform(withPresenter: $0) ?? .success },
        ]
    }
}

private typealias Work = @Sendable () async throws -> ActionPerformOutcome

/// A one-time signal that tasks can wait for.
private final class Signal: Sendable {
    private struct State {
        var isSent = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Protected(State())

    func send() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            state.isSent = true
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isSent = state.withLock { state in
                if !state.isSent { state.waiting.append(continuation) }
                return state.isSent
            }
            if isSent { continuation.resume() }
        }
    }

    /// Sends the signal and then waits until the task is canceled.
    func waitUntilCancelled() async throws -> ActionPerformOutcome {
        let cancelled = Signal()
        await withTaskCancellationHandler {
            send()
            await cancelled.wait()
        } onCancel: {
            cancelled.send()
        }
        try Task.checkCancellation()
        return .success
    }
}

private final class WeakReference: Sendable {
    private struct State {
        weak var object: Screen?
    }

    private let state = Protected(State())

    var isEmpty: Bool { state.withLock { $0.object == nil } }

    func set(_ object: Screen) {
        state.withLock { $0.object = object }
    }
}

private final class WorkAction: AsyncAction {
    typealias PresenterType = Work

    static func perform(
        context: ActionContext<NoInput>, presenter: @escaping Work
    ) async throws -> ActionPerformOutcome {
        try await presenter()
    }
}

private final class BackgroundWorkAction: AsyncAction {
    typealias PresenterType = Work

    static let queue = DispatchQueue(label: "tests.work")

    static func perform(
        context: ActionContext<NoInput>, presenter: @escaping Work
    ) async throws -> ActionPerformOutcome {
        try await presenter()
    }
}

/// Runs its presenter on a global queue, which has no identity.
private final class GlobalWorkAction: AsyncAction {
    typealias PresenterType = Work

    static let queue = DispatchQueue.global()

    static func perform(
        context: ActionContext<NoInput>, presenter: @escaping Work
    ) async throws -> ActionPerformOutcome {
        try await presenter()
    }
}

/// Passes its completion to another action.
private final class ForwardAction: Action {
    typealias PresenterType = Work

    static func perform(
        context: ActionContext<NoInput>, presenter: @escaping Work, completion: Completion
    ) -> Completion.Status {
        ActionSession.main.perform(
            Desk.work, input: .noInput, presenter: presenter, userInitiated: true, source: .application,
            completionRequirement: completion)
    }
}

@MainActor
private final class Screen {
    var texts: [String] = []
}

private final class ShowAction: AsyncAction {
    typealias InputType = String
    typealias PresenterType = Screen

    @MainActor static func perform(
        context: ActionContext<String>, presenter: Screen
    ) async throws -> ActionPerformOutcome {
        await Task.yield()
        presenter.texts.append(context.input)
        return .success
    }
}

private final class Desk: Feature {
    static let description = "Has async actions"
    static let work = action(WorkAction.self)
    static let background = action(BackgroundWorkAction.self)
    static let global = action(GlobalWorkAction.self)
    static let forward = action(ForwardAction.self)
    static let show = action(ShowAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(work)
        actions.declare(background)
        actions.declare(global)
        actions.declare(forward)
        actions.declare(show)
    }
}

private final class Gate: ConditionalFeature {
    static let description = "Has async actions that must be requested"
    static let work = action(WorkAction.self)
    static let background = action(BackgroundWorkAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.userToggled(defaultValue: true) }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(work)
        actions.declare(background)
    }
}
