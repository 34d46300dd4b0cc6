import FlintLocks
import Testing

@testable import FlintCore

struct ActionBindingAsyncTests {
    @Test func `every async overload performs the action and returns its outcome`() async {
        let fixture = Fixture(Desk.self)
        let runs = Protected(0)
        let outcomes = await fixture.run {
            [
                await Desk.ping.perform(),
                await Desk.text.perform(withInput: "text"),
                await Desk.run.perform(withPresenter: { runs.withLock { $0 += 1 } }),
                await Desk.run.perform(withInput: .noInput, presenter: { runs.withLock { $0 += 1 } }),
                await Desk.run.perform(
                    withInput: .noInput, presenter: { runs.withLock { $0 += 1 } }, userInitiated: false,
                    source: .openURL),
            ]
        }
        #expect(outcomes == Array(repeating: .success, count: 5))
        #expect(runs.withLock { $0 } == 3)
        let begun = fixture.run { Timeline.instance.entries.filter { $0.kind == .begin }.map(\.action) }
        #expect(begun.map(\.userInitiated) == [true, true, true, true, false])
        #expect(begun.map(\.source).last == .openURL)
        #expect(begun.map(\.inputDescription) == [nil, "text", nil, nil, nil])
    }

    @Test func `every async overload performs a granted action`() async throws {
        let fixture = Fixture(Gate.self)
        let (ping, text, run) = try fixture.run {
            (
                try #require(Gate.ping.request()), try #require(Gate.text.request()),
                try #require(Gate.run.request())
            )
        }
        // Performed outside the runtime, because a request remembers the runtime that granted it.
        let outcomes = [
            await ping.perform(),
            await text.perform(withInput: "text"),
            await run.perform(withPresenter: {}),
            await run.perform(withInput: .noInput, presenter: {}),
            await run.perform(withInput: .noInput, presenter: {}, userInitiated: false),
        ]
        #expect(outcomes == Array(repeating: .success, count: 5))
        let begun = fixture.run { Timeline.instance.entries.filter { $0.kind == .begin }.map(\.action) }
        #expect(begun.map(\.userInitiated) == [true, true, true, true, false])
    }

    @Test func `performing a granted request whose feature has become unavailable fails`() async throws {
        let fixture = Fixture(Gate.self)
        let request = try #require(fixture.run { Gate.ping.request() })
        fixture.toggles.setEnabled(Gate.self, enabled: false)
        let outcome = await request.perform()
        #expect(outcome == .failure(error: ActionPerformError.requiredFeatureNotAvailable(feature: Gate.self)))
        #expect(fixture.denials.count == 1)
    }

    @Test func `an action without a default session fails`() async {
        let fixture = Fixture(Desk.self)
        let outcome = await fixture.run { await Desk.homeless.perform() }
        #expect(outcome == .failure(error: ActionPerformError.noSession(action: "Homeless")))
    }

    @MainActor @Test func `performing from the action's own queue does not hop`() async throws {
        let fixture = Fixture(Gate.self)
        let request = try #require(fixture.run { Gate.run.request() })
        var lines: [String] = []
        // Runs only after this function has suspended.
        let later = Task { @MainActor in lines.append("later") }
        await request.perform(withPresenter: { lines.append("ran") })
        lines.append("returned")
        await later.value
        #expect(lines == ["ran", "returned", "later"])
    }

    @Test func `canceling the task does not cancel an action with a completion`() async {
        let fixture = Fixture(Desk.self)
        let outcome = await fixture.run {
            await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return await Desk.ping.perform()
            }.value
        }
        #expect(outcome == .success)
    }
}

private final class Desk: Feature {
    static let description = "Has actions"
    static let ping = action(PingAction.self)
    static let text = action(TextAction.self)
    static let run = action(RunAction.self)
    static let homeless = action(HomelessAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(ping)
        actions.declare(text)
        actions.declare(run)
        actions.declare(homeless)
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
