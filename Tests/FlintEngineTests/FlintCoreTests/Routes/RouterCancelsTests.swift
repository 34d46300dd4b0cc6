import Foundation
import Testing

@testable import FlintCore

@MainActor struct RouterCancelsTests {
    private typealias Problem = PerformIncomingURLAction.URLActionError

    private struct Outcome: Equatable {
        let result: MappedActionResult
        let performed: Int
    }

    private func open(_ path: String, _ answer: PadRouter.Answer) throws -> Outcome {
        let fixture = Fixture.app(Bell.self, Doorbell.self)
        let router = PadRouter()
        router.answer = answer
        let result = try #require(fixture.open("notes://\(path)", with: router))
        let performed = fixture.runtime.timeline.entries.count {
            $0.kind == .begin && $0.action.actionName == "Ring"
        }
        return Outcome(result: result, performed: performed)
    }

    @Test(arguments: ["ring", "doorbell"])
    func `the router can cancel an action without a presenter`(path: String) throws {
        #expect(
            try open(path, .userCancelled)
                == Outcome(result: .failure(error: Problem.presenterUserCancelled), performed: 0))
        #expect(
            try open(path, .appCancelled)
                == Outcome(result: .failure(error: Problem.presenterAppCancelled), performed: 0))
        #expect(
            try open(path, .appPerformed)
                == Outcome(result: .failure(error: Problem.presenterAppPerformed), performed: 0))
    }

    @Test(arguments: ["ring", "doorbell"])
    func `an action without a presenter is performed even if the router does not support it`(path: String) throws {
        #expect(try open(path, .unsupported) == Outcome(result: .success, performed: 1))
        #expect(try open(path, .notes) == Outcome(result: .success, performed: 1))
    }
}

/// An action without a presenter that can be reached by a URL.
private final class RingAction: Action {
    static let name = "Ring"

    static func perform(context: ActionContext<NoInput>, presenter: Void, completion: Completion) -> Completion.Status {
        completion.completedSync(.success)
    }
}

private final class Bell: Feature, URLMapped {
    static let description = "Bell"
    static let ring = action(RingAction.self)
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(ring) }
    static func urlMappings(routes: URLMappingsBuilder) { routes.send("ring", to: ring) }
}

private final class Doorbell: ConditionalFeature, URLMapped {
    static let description = "Doorbell"
    static let ring = action(RingAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.runtimeEnabled() }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(ring) }
    static func urlMappings(routes: URLMappingsBuilder) { routes.send("doorbell", to: ring) }
}
