import Testing

@testable import FlintCore

@MainActor struct PerformableActionBindingTests {
    @Test func `generic code over bindings performs static and granted actions`() throws {
        let fixture = Fixture(Desk.self, Gate.self)
        var outcomes: [ActionOutcome] = []
        try fixture.run {
            perform(Desk.text, in: .main) { outcomes.append($0) }
            perform(try #require(Gate.text.request()), in: .main) { outcomes.append($0) }
        }
        #expect(outcomes == [.success, .success, .success, .success])
        let features = fixture.runtime.timeline.entries.filter { $0.kind == .begin }.map(\.action.featureName)
        #expect(features == ["Desk", "Desk", "Gate", "Gate"])
    }

    @Test func `the source defaults to the app and the initiator to the session's`() throws {
        let fixture = Fixture(Desk.self, Gate.self)
        try fixture.run {
            Desk.text.perform(withInput: "x", userInitiated: false)
            Desk.ping.perform(userInitiated: false)
            try #require(Gate.ping.request()).perform(userInitiated: false)
            Desk.text.perform(withInput: "x", source: .intent)
            let session = ActionSession(named: "import", userInitiatedActions: false)
            session.perform(Desk.text, input: "x", presenter: (), source: .openURL)
            session.perform(Desk.text, input: "x", presenter: (), userInitiated: true)
        }
        let begun = fixture.runtime.timeline.entries.filter { $0.kind == .begin }.map(\.action)
        #expect(begun.map(\.userInitiated) == [false, false, false, true, false, true])
        #expect(begun.map(\.source) == [.application, .application, .application, .intent, .openURL, .application])
    }

    @Test func `a static binding calls the caller's own completion`() {
        let fixture = Fixture(Desk.self)
        var outcomes: [String] = []
        fixture.run {
            let completion = TextAction.Completion { outcome, isAsync in outcomes.append("\(outcome) \(isAsync)") }
            let status = Desk.text.perform(
                withInput: "x", presenter: (), userInitiated: true, completion: completion)
            #expect(completion.verify(status))
        }
        #expect(outcomes == ["success false"])
    }

    @Test func `a granted action is performed in the runtime of its grant, a static one in the current runtime`() throws
    {
        let (first, second) = (Fixture(Desk.self, Gate.self), Fixture(Desk.self, Gate.self))
        let granted = try #require(first.run { Gate.text.request() })
        second.run {
            granted.perform(withInput: "x")
            Desk.text.perform(withInput: "x")
        }
        #expect(first.runtime.timeline.entries.map(\.action.featureName) == ["Gate", "Gate"])
        #expect(second.runtime.timeline.entries.map(\.action.featureName) == ["Desk", "Desk"])
    }

    private func perform<Binding: PerformableActionBinding>(
        _ binding: Binding, in session: ActionSession, completion: @escaping (ActionOutcome) -> Void
    ) where Binding.ActionType == TextAction {
        binding.perform(withInput: "x", completion: completion)
        session.perform(binding, input: "x", completion: completion)
    }
}

private final class Desk: Feature {
    static let description = "Is always available"
    static let ping = action(PingAction.self)
    static let text = action(TextAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(ping)
        actions.declare(text)
    }
}

private final class Gate: ConditionalFeature {
    static let description = "Is on by default"
    static let ping = action(PingAction.self)
    static let text = action(TextAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.userToggled(defaultValue: true)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(ping)
        actions.declare(text)
    }
}
