import Dispatch
import FlintLocks
import Testing

@testable import FlintCore

@MainActor struct ActionInputTests {
    @Test func `an input that is not loggable reaches the action and is recorded as the name of its type`() {
        let fixture = Fixture(Vault.self)
        let received = Protected<String?>(nil)
        fixture.run {
            Vault.open.perform(
                withInput: Combination(digits: "1234"), presenter: { text in received.withLock { $0 = text } })
        }
        #expect(received.withLock { $0 } == "1234 Combination")
        let records = fixture.runtime.timeline.entries.map(\.action)
        #expect(
            records.count == 2 && records.allSatisfy { $0.inputDescription == "Combination" && $0.inputInfo == nil })
        #expect(
            fixture.runtime.journal.events.allSatisfy { !"\($0)".contains("1234") },
            "The content of the input is never recorded.")
    }

    @Test func `collections of inputs that are not loggable are recorded by their types`() {
        let fixture = Fixture(Vault.self)
        fixture.run {
            Vault.count.perform(withInput: ["door": Combination(digits: "99")])
            Vault.count.perform(withInput: nil)
        }
        let descriptions = Set(fixture.runtime.timeline.entries.map { $0.action.inputDescription ?? "nil" })
        #expect(descriptions == ["Optional<Dictionary<String, Combination>>"])
    }

    @Test func `a loggable input is recorded by its own description`() {
        #expect(TextAction.inputDescription(of: "x").text == "x")
        #expect(TextAction.inputDescription(of: "x").parts == nil)
        #expect(OpenVaultAction.inputDescription(of: Combination(digits: "1")).text == "Combination")
        #expect(ActionInputDescription(Secret()).text == "(hidden)")
        #expect(ActionInputDescription(Secret()).parts == nil)
    }

    private struct Secret: FlintLoggable {
        static let isSensitiveForLogging = true
        let loggingDescription = "secret"
        let loggingInfo: [String: String]? = ["secret": "secret"]
    }
}

private struct Combination {
    let digits: String
}

private final class OpenVaultAction: Action {
    typealias InputType = Combination
    typealias PresenterType = (String) -> Void

    static func perform(
        context: ActionContext<Combination>, presenter: PresenterType, completion: Completion
    ) -> Completion.Status {
        presenter("\(context.input.digits) \(context.debugDescriptionOfInput ?? "nil")")
        return completion.completedSync(.success)
    }
}

private final class CountAction: Action {
    typealias InputType = [String: Combination]?

    static func perform(
        context: ActionContext<InputType>, presenter: Void, completion: Completion
    ) -> Completion.Status {
        completion.completedSync(.success)
    }
}

private final class Vault: Feature {
    static let description = "Vault"
    static let open = action(OpenVaultAction.self)
    static let count = action(CountAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(open)
        actions.declare(count)
    }
}
