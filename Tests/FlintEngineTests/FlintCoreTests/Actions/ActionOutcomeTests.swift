import Testing

@testable import FlintCore

struct ActionOutcomeTests {
    @Test func `failures with errors of the same type and description are equal`() {
        #expect(ActionOutcome.success == .success)
        #expect(ActionOutcome.failure(error: TestError("a")) == .failure(error: TestError("a")))
        #expect(ActionOutcome.failure(error: TestError("a")) != .failure(error: TestError("b")))
        #expect(ActionOutcome.failure(error: TestError("a")) != .failure(error: OtherError("a")))
        #expect(ActionOutcome.success != .failure(error: TestError("a")))
    }

    @Test func `the description of an outcome includes whether the feature ended`() {
        #expect(ActionPerformOutcome.success.description == "success")
        #expect(ActionPerformOutcome.successWithFeatureTermination.description == "success, feature ended")
        #expect(ActionPerformOutcome.failure(error: TestError("x")).description == "failure: x")
        #expect(
            ActionPerformOutcome.failureWithFeatureTermination(error: TestError("x")).description
                == "failure, feature ended: x")
        #expect(ActionPerformOutcome.successWithFeatureTermination.isSuccess)
        #expect(!ActionPerformOutcome.failureWithFeatureTermination(error: TestError("x")).isSuccess)
    }

    @Test func `error descriptions are distinct and name a remedy`() {
        let errors: [ActionPerformError] = [
            .requiredFeatureNotAvailable(feature: TimelineFeature.self), .ancestorNotAvailable(feature: EmptyApp.self),
            .featureNotRegistered(feature: EmptyApp.self), .actionNotDeclared(action: "Ping", feature: EmptyApp.self),
            .noSession(action: "Ping"), .foreignStatus(action: "Ping"),
        ]
        #expect(Set(errors.map(\.description)).count == errors.count)
        #expect(errors[2].description.contains("pass it to Flint.register"))
        #expect(errors[3].description == "Empty App does not declare Ping; declare it in prepare(actions:).")
    }
}

private struct OtherError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
