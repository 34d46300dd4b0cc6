import Dispatch
import FlintLocks
import Testing

@testable import FlintCore

struct CallerQueueTests {
    private let queue = DispatchQueue(label: "tests.caller")

    /// Performs an action and returns whether its presenter runs on a queue.
    private func runs<ActionType: Action>(
        _ binding: StaticActionBinding<Desk, ActionType>, in session: ActionSession, on queue: DispatchQueue
    ) async -> Bool where ActionType.PresenterType == @Sendable () -> Void, ActionType.InputType == NoInput {
        let isThere = Protected(false)
        let outcome: ActionOutcome = await withCheckedContinuation { continuation in
            let note: @Sendable () -> Void = { isThere.withLock { $0 = QueueIdentity.isCurrent(queue) } }
            session.perform(binding, presenter: note) { continuation.resume(returning: $0) }
        }
        #expect(outcome == .success)
        return isThere.withLock { $0 }
    }

    /// Creates a session with a caller queue, by default the queue of the test.
    private func background(in fixture: Fixture, on queue: DispatchQueue? = nil) -> ActionSession {
        fixture.run {
            ActionSession(named: "background", userInitiatedActions: false, callerQueue: queue ?? self.queue)
        }
    }

    /// Returns the main session and another session with the default queue.
    private func sessionsOnMain(in fixture: Fixture) -> [ActionSession] {
        fixture.run { [ActionSession.main, ActionSession(named: "window", userInitiatedActions: true)] }
    }

    @Test func `a plain action is performed on the caller queue of its session`() async {
        let fixture = Fixture(Desk.self)
        let session = background(in: fixture)
        #expect(await runs(Desk.plain, in: session, on: queue))
        #expect(await runs(Desk.late, in: session, on: queue), "An async action is also performed there.")
        #expect(session.callerQueue === queue)
    }

    @Test func `a plain action is performed on the main queue in the main session`() async {
        let fixture = Fixture(Desk.self)
        for session in sessionsOnMain(in: fixture) {
            #expect(await runs(Desk.plain, in: session, on: .main), "\(session.name)")
        }
    }

    @Test func `a user interface action is performed on the main queue in every session`() async {
        let fixture = Fixture(Desk.self)
        let session = background(in: fixture)
        #expect(await runs(Desk.shown, in: session, on: .main))
    }

    @Test func `a queue that a user interface action defines is ignored`() async {
        let fixture = Fixture(Desk.self)
        let session = background(in: fixture)
        #expect(await runs(Desk.misplaced, in: session, on: .main))
    }

    @Test func `an action with its own queue is performed there in every session`() async {
        let fixture = Fixture(Desk.self)
        let session = background(in: fixture)
        #expect(await runs(Desk.background, in: session, on: BackgroundAction.queue))
    }

    @Test func `one action is performed on the queue of each session in turn`() async {
        let fixture = Fixture(Desk.self)
        let queues = (1...3).map { DispatchQueue(label: "tests.caller.\($0)") }
        let sessions = queues.map { background(in: fixture, on: $0) }
        for _ in 0..<2 {
            for (session, queue) in zip(sessions, queues) {
                #expect(await runs(Desk.plain, in: session, on: queue), "\(session.name)")
            }
        }
    }

    @Test func `an action is performed immediately if the caller is on the session's queue`() {
        let fixture = Fixture(Desk.self)
        let session = background(in: fixture)
        let order = Protected<[String]>([])
        queue.sync {
            session.perform(Desk.plain, presenter: { order.withLock { $0.append("performed") } })
            order.withLock { $0.append("returned") }
        }
        #expect(order.withLock { $0 } == ["performed", "returned"])
    }

    @Test func `a session with a concurrent queue dispatches every action to it`() async {
        let fixture = Fixture(Desk.self)
        let session = background(in: fixture, on: .global())
        #expect(await runs(Desk.plain, in: session, on: .main) == false)
    }

    @Test func `a custom dispatcher finds the queue in the request`() {
        let fixture = Fixture(Desk.self)
        fixture.run {
            let session = ActionSession(named: "background", userInitiatedActions: false, callerQueue: queue)
            #expect(ActionRequest(Desk.plain, input: .noInput, presenter: {}, session: session).queue === queue)
            let own = ActionRequest(Desk.background, input: .noInput, presenter: {}, session: session)
            #expect(own.queue === BackgroundAction.queue)
        }
    }
}

/// Has an action of each kind that calls its presenter.
private final class Desk: Feature {
    static let description = "Desk"
    static let plain = action(PlainAction.self)
    static let late = action(LateAction.self)
    static let shown = action(ShownAction.self)
    static let background = action(BackgroundAction.self)
    static let misplaced = action(MisplacedAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(plain)
        actions.declare(late)
        actions.declare(shown)
        actions.declare(background)
        actions.declare(misplaced)
    }

    final class PlainAction: Action {
        typealias PresenterType = @Sendable () -> Void

        static func perform(
            context: ActionContext<NoInput>, presenter: PresenterType, completion: Completion
        ) -> Completion.Status {
            presenter()
            return completion.completedSync(.success)
        }
    }

    final class ShownAction: UIAction {
        typealias PresenterType = @Sendable () -> Void

        static func perform(
            context: ActionContext<NoInput>, presenter: PresenterType, completion: Completion
        ) -> Completion.Status {
            presenter()
            return completion.completedSync(.success)
        }
    }

    final class MisplacedAction: UIAction {
        typealias PresenterType = @Sendable () -> Void
        static var queue: DispatchQueue { BackgroundAction.queue }

        static func perform(
            context: ActionContext<NoInput>, presenter: PresenterType, completion: Completion
        ) -> Completion.Status {
            presenter()
            return completion.completedSync(.success)
        }
    }

    final class LateAction: AsyncAction {
        typealias PresenterType = @Sendable () -> Void

        static func perform(
            context: ActionContext<NoInput>, presenter: PresenterType
        ) async throws -> ActionPerformOutcome {
            presenter()
            return .success
        }
    }
}
