import FlintTestSupport
import Testing

@testable import FlintCore

@MainActor struct ActionExecutionTests {
    private let fixture = Fixture(Desk.self)

    private func beginExecution(isHidden: Bool = false) throws -> ActionExecution {
        let metadata = try #require(fixture.runtime.metadata(for: Desk.self)?.actions.first)
        let record = ActionRecord(
            requestID: 1, action: metadata, sessionName: "main", userInitiated: true, source: .application,
            inputDescription: nil, inputInfo: nil, stackID: nil)
        return ActionExecution(
            beginning: record, session: fixture.run { .main }, in: fixture.runtime, cause: .user,
            at: fixture.time.now, isHidden: isHidden, cancellation: nil)
    }

    private var kinds: [TimelineEntry.Kind] { fixture.runtime.timeline.entries.map(\.kind) }

    @Test func `an execution is recorded when it begins and when it ends`() throws {
        let execution = try beginExecution()
        #expect(kinds == [.begin])
        execution.end(.success, in: fixture.runtime)
        #expect(kinds == [.begin, .complete])
    }

    @Test func `neither the beginning nor the end of a hidden execution is recorded`() throws {
        let hidden = try beginExecution(isHidden: true)
        hidden.end(.success, in: fixture.runtime)
        #expect(kinds.isEmpty)
    }

    @Test func `a completion ends its execution and then forwards the outcome`() throws {
        let execution = try beginExecution()
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
