import Testing

@testable import FlintCore

@MainActor struct ActionRequestTests {
    private final class Observer: ActionDispatchObserver {
        var lines: [String] = []

        func actionWillBegin<FeatureType, ActionType>(_ request: ActionRequest<FeatureType, ActionType>) {
            lines.append("begin \(request.inputLoggingDescription) \(request.userInitiated) \(request.source)")
        }

        func actionDidComplete<FeatureType, ActionType>(
            _ request: ActionRequest<FeatureType, ActionType>, outcome: ActionPerformOutcome
        ) {
            lines.append("end \(outcome)")
        }
    }

    @Test func `a dispatcher performs a request of an unregistered feature`() {
        let runtime = FlintRuntime()
        runtime.bind {
            let dispatcher = DefaultActionDispatcher()
            let observer = Observer()
            dispatcher.add(observer: observer)
            let request = ActionRequest(Desk.text, input: "x", presenter: ())
            var outcomes: [String] = []
            let completion = TextAction.Completion { outcome, _ in outcomes.append("\(outcome)") }
            let status = dispatcher.perform(request: request, completion: completion)
            #expect(completion.verify(status))
            #expect(outcomes == ["success"])
            #expect(observer.lines == ["begin x true application", "end success"])
            #expect(request.debugDescription == "#1 TextAction of Desk in session main")
        }
        #expect(runtime.journal.events.isEmpty, "The request is not recorded.")
    }

    @Test func `a request exposes its session, source, input and initiator`() throws {
        let fixture = Fixture(Gate.self)
        try fixture.run {
            let session = ActionSession(named: "window", userInitiatedActions: false)
            let granted = try #require(Gate.text.request())
            let request = ActionRequest(
                granted, input: "x", presenter: (), session: session, userInitiated: true, source: .openURL)
            #expect(request.sessionName == "window" && request.userInitiated && request.source == .openURL)
            #expect(request.context.input == "x" && request.context.source == .openURL)
            let withDefaults = ActionRequest(Desk.ping, input: .noInput, presenter: (), session: session)
            #expect(!withDefaults.userInitiated && withDefaults.inputLoggingDescription == "")
            #expect(withDefaults.uniqueID != request.uniqueID)
        }
    }
}

private final class Desk: Feature {
    static let description = "Desk"
    static let text = action(TextAction.self)
    static let ping = action(PingAction.self)
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(text) }
}

private final class Gate: ConditionalFeature {
    static let description = "Gate"
    static let text = action(TextAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(text) }
}
