import FlintLocks
import Testing

@testable import FlintCore

@MainActor struct ExternalActionRequestTests {
    private let results = Protected<[ExternalActionResult]>([])

    private func request(_ input: ExternalActionRequest.Input, source: ActionSource = .openURL) -> ExternalActionRequest
    {
        ExternalActionRequest(input: input, router: nil, userInitiated: true, source: source) { [results] result in
            results.withLock { $0.append(result) }
        }
    }

    @Test func `an input can be typed or come from a URL or an activity`() throws {
        let fixture = Fixture(Desk.self)
        var activity = Activity(activityType: "desk.open")
        activity.userInfo["name"] = "c"
        fixture.run {
            Desk.open.handle(request(.typed(["name": "a"]), source: .application))
            Desk.open.handle(request(.url(["name": "b"], URLMapping(name: "link"))))
            Desk.open.handle(request(.activity(activity), source: .continueActivity(type: .other)))
        }
        #expect(results.withLock { $0.compactMap { $0.outcome } } == [.success, .success, .success])
        let begun = fixture.runtime.timeline.entries.filter { $0.kind == .begin }.map(\.action)
        #expect(begun.map(\.inputDescription) == ["a by typed", "b by link", "c by activity"])
        #expect(begun.map(\.source) == [.application, .openURL, .continueActivity(type: .other)])
    }

    @Test func `the error for an invalid input depends on the kind of request`() {
        let fixture = Fixture(Desk.self)
        fixture.run {
            Desk.open.handle(request(.typed(["name": ""])))
            Desk.open.handle(request(.url(["name": ""], URLMapping())))
            Desk.open.handle(request(.activity(Activity(activityType: "desk.open"))))
        }
        let errors = results.withLock { $0.compactMap { $0.inputError.map { "\($0)" } } }
        #expect(
            errors == [
                "The input of Open is invalid: name \"\", expected what to open.",
                "\(PerformIncomingURLAction.URLActionError.invalidParameters)", "no name",
            ])
        #expect(fixture.runtime.timeline.entries.isEmpty)
    }

    @Test func `invalid values for an optional input are refused`() {
        let fixture = Fixture(Desk.self)
        fixture.run {
            Desk.browse.handle(request(.typed(["name": ""])))
            Desk.browse.handle(request(.url(["name": ""], URLMapping())))
            Desk.browse.handle(request(.typed([:])))
        }
        let all = results.withLock { $0 }
        #expect(all.map { $0.inputError != nil } == [true, true, false])
        #expect(all.last?.outcome == .success, "An input without values is nil, which is valid.")
    }

    @Test func `an unsuccessful request has one error for URLs and one for activities`() throws {
        let fixture = Fixture(Desk.self)
        typealias URLProblem = PerformIncomingURLAction.URLActionError
        let explanation = fixture.runtime.explanation(of: Desk.self)
        let expected: [(ExternalActionResult, URLProblem, ActivityExecutionError)] = [
            (.unavailable(explanation), .notAvailable, .featureNotAvailable),
            (.noPresenter(action: "Open"), .presenterNotSupported, .noPresenter),
            (.userCancelled, .presenterUserCancelled, .userCancelled),
            (.appCancelled, .presenterAppCancelled, .appCancelled),
            (.appPerformed, .presenterAppPerformed, .appAlreadyPerformed),
        ]
        for (result, url, activity) in expected {
            #expect(ExternalActionErrors.url.outcome(of: result).simplifiedOutcome == .failure(error: url))
            #expect(ExternalActionErrors.activity.outcome(of: result).simplifiedOutcome == .failure(error: activity))
        }
        let failure = TestError("broken")
        for errors in [ExternalActionErrors.url, .activity] {
            #expect(errors.outcome(of: .performed(.success)).simplifiedOutcome == .success)
            #expect(errors.outcome(of: .invalidInput(failure)).simplifiedOutcome == .failure(error: failure))
            let performed = errors.outcome(of: .performed(.failure(error: failure)))
            #expect(performed.simplifiedOutcome == .failure(error: failure))
        }
    }

    @Test func `a refusal names the action or the reason, and is nil once an action was performed`() {
        let fixture = Fixture(Desk.self)
        #expect(ExternalActionResult.noPresenter(action: "Open").refusal == "No presenter was found for Open.")
        #expect(ExternalActionResult.invalidInput(TestError("no name")).refusal == "no name")
        let explanation = fixture.runtime.explanation(of: Desk.self)
        #expect(ExternalActionResult.unavailable(explanation).refusal == explanation.summary)
        #expect(ExternalActionResult.performed(.failure(error: TestError("x"))).refusal == nil)
        #expect(ExternalActionResult.appPerformed.refusal == nil)
    }
}

extension ExternalActionResult {
    fileprivate var outcome: ActionOutcome? {
        if case .performed(let outcome) = self { outcome } else { nil }
    }

    fileprivate var inputError: (any Error)? {
        if case .invalidInput(let error) = self { error } else { nil }
    }
}

/// A nonempty name, with the kind of its request.
private struct Name: FlintLoggable, RouteParametersDecodable, ActivityCodable {
    static let inputFields = [InputField("name", description: "what to open")]
    let loggingDescription: String

    init?(from parameters: RouteParameters?, mapping: URLMapping) {
        guard let name = parameters?["name"], !name.isEmpty else { return nil }
        loggingDescription = "\(name) by \(mapping.name ?? "URL")"
    }

    init(activityUserInfo: [AnyHashable: Any]?) throws {
        guard let name = activityUserInfo?["name"] as? String else { throw TestError("no name") }
        loggingDescription = "\(name) by activity"
    }

    func encodeForActivity() -> [AnyHashable: Any]? { nil }
}

private final class OpenAction: Action {
    typealias InputType = Name
    static func perform(context: ActionContext<Name>, presenter: Void, completion: Completion) -> Completion.Status {
        completion.completedSync(.success)
    }
}

private final class BrowseAction: Action {
    typealias InputType = Name?
    static func perform(context: ActionContext<Name?>, presenter: Void, completion: Completion) -> Completion.Status {
        completion.completedSync(.success)
    }
}

private final class Desk: Feature {
    static let description = "Opens anything with a name"
    static let open = action(OpenAction.self)
    static let browse = action(BrowseAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(open)
        actions.declare(browse)
    }
}
