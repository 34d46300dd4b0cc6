import Testing

@testable import FlintCore

/// The execution of an action and the completion that owns it.
@MainActor struct ActionExecutionTests {
    private let fixture = Fixture(Desk.self)

    private func makeExecution() throws -> ActionExecution {
        let metadata = try #require(fixture.runtime.metadata(for: Desk.self)?.actions.first)
        let record = ActionRecord(
            requestID: 1, action: metadata, sessionName: "main", userInitiated: true, source: .application,
            inputDescription: nil, inputInfo: nil, stackID: nil)
        return ActionExecution(
            record, session: fixture.run { .main }, cause: .user, at: fixture.time.now, cancellation: nil)
    }

    private var kinds: [TimelineEntry.Kind] { fixture.runtime.timeline.entries.map(\.kind) }

    @Test func `an execution is recorded when it begins, not when it is created`() throws {
        var execution = try makeExecution()
        #expect(kinds.isEmpty)
        execution.begin(in: fixture.runtime, isHidden: false)
        #expect(kinds == [.begin])
    }

    @Test func `the end of an execution that has not begun, or is hidden, is not recorded`() throws {
        let idle = try makeExecution()
        idle.end(.success, in: fixture.runtime)
        var hidden = try makeExecution()
        hidden.begin(in: fixture.runtime, isHidden: true)
        hidden.end(.success, in: fixture.runtime)
        #expect(kinds.isEmpty)
    }

    @Test func `a completion ends its execution and then forwards the outcome`() throws {
        var execution = try makeExecution()
        execution.begin(in: fixture.runtime, isHidden: false)
        var seen: [TimelineEntry.Kind] = []
        var outcomes: [ActionOutcome] = []
        let completion = ActionCompletion(
            of: execution, in: fixture.runtime,
            observer: CompletionObserver {
                seen = kinds
                outcomes.append($0)
            })
        #expect(completion.verify(completion.completedSync(.success)))
        #expect(seen == [.begin, .complete])
        #expect(outcomes == [.success])
        _ = completion.completedSync(.success)
        #expect(outcomes == [.success] && kinds == [.begin, .complete])
        #expect(fixture.advisories.count == 1)
    }
}

private final class Desk: Feature {
    static let description = "Has an action"
    static let ping = action(PingAction.self)
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(ping) }
}
