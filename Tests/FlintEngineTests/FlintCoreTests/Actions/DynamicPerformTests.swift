import FlintLocks
import Testing

@testable import FlintCore

@MainActor struct DynamicPerformTests {
    @Test func `an input can be created from named values`() throws {
        let fixture = Fixture(Desk.self)
        #expect(perform("RenameAction", ["name": "Jazz"], in: fixture) == "performed success")
        let entry = try #require(fixture.runtime.timeline.entries.first)
        #expect(entry.action.inputDescription == "Jazz")
        #expect(entry.action.userInitiated && entry.action.source == .application)
    }

    @Test func `the error for an invalid input lists the fields it needs`() {
        let fixture = Fixture(Desk.self)
        #expect(
            perform("RenameAction", [:], in: fixture)
                == "refused The input of Rename is incomplete: missing name (the new name).")
        #expect(perform("RenameAction", ["name": ""], in: fixture).hasPrefix("refused The input of Rename"))
        #expect(fixture.runtime.timeline.entries.isEmpty)
    }

    @Test func `unknown values are refused`() {
        let fixture = Fixture(Desk.self)
        #expect(
            perform("RenameAction", ["name": "x", "nmae": "y"], in: fixture)
                == "refused Rename has no input value named nmae; it accepts name.")
        #expect(
            perform("PingAction", ["x": "1"], in: fixture)
                == "refused Ping has no input value named x; it accepts none.")
    }

    @Test func `an input without described fields receives all values`() {
        let fixture = Fixture(Desk.self)
        #expect(perform("SilentAction", ["anything": "x"], in: fixture) == "performed success")
        #expect(perform("SilentAction", [:], in: fixture) == "refused The input of Silent is missing or invalid.")
    }

    @Test func `a plain input can be created from its value`() {
        let fixture = Fixture(Desk.self)
        #expect(perform("TextAction", ["value": "x"], in: fixture) == "performed success")
        #expect(
            perform("TextAction", [:], in: fixture)
                == "refused The input of Text is incomplete: missing value (a string).")
    }

    @Test func `the router supplies the presenter`() {
        let fixture = Fixture(Desk.self)
        let router = Router()
        #expect(perform("ShowAction", [:], in: fixture) == "refused No presenter was found for Show.")
        #expect(perform("ShowAction", [:], router, in: fixture) == "refused No presenter was found for Show.")
        router.answer = .userCancelled
        #expect(perform("ShowAction", [:], router, in: fixture).hasPrefix("refused The user chose to stay"))
        router.answer = .appCancelled
        #expect(perform("ShowAction", [:], router, in: fixture).hasPrefix("refused The app chose to stay"))
        router.answer = .appPerformed
        #expect(perform("ShowAction", [:], router, in: fixture) == "performed success")
        #expect(fixture.runtime.timeline.entries.isEmpty, "No action has been performed so far.")
        let screen = Screen()
        router.answer = .appReady(presenter: screen)
        #expect(perform("ShowAction", [:], router, in: fixture) == "performed success")
        #expect(screen.shown == 1)
        #expect(perform("PingAction", [:], router, in: fixture) == "performed success")
        #expect(router.questions == 6, "The router can also cancel an action without a presenter.")
    }

    @Test func `unavailability is reported before any other error`() {
        let fixture = Fixture(Gate.self)
        #expect(perform("ShowAction", ["x": "y"], of: Gate.self, in: fixture) == "unavailable Premium is undetermined")
        #expect(fixture.denials.count == 1)
    }

    @Test func `a plain feature in an unavailable group is unavailable`() {
        let fixture = Fixture(Locked.self)
        #expect(perform("PingAction", [:], of: Inner.self, in: fixture) == "unavailable Premium is undetermined")
        #expect(fixture.denials.map(\.feature) == ["Locked/Inner"])
    }

    @Test func `a failure of the action is its outcome`() {
        let fixture = Fixture(Desk.self)
        #expect(perform("BreakAction", [:], in: fixture) == "performed failure broken")
    }

    @Test func `an action without a default session fails`() {
        let fixture = Fixture(Desk.self)
        #expect(perform("HomelessAction", [:], in: fixture).hasPrefix("performed failure Homeless has no default"))
    }

    private func perform(
        _ id: String, _ parameters: [String: String], _ router: Router? = nil,
        of feature: FeatureDefinition.Type = Desk.self, in fixture: Fixture
    ) -> String {
        let answers = Protected<[String]>([])
        guard let action = fixture.runtime.metadata(for: feature)?.actions.first(where: { $0.id == id }) else {
            return "no action"
        }
        fixture.runtime.perform(action, parameters: parameters, router: router, userInitiated: true) { result in
            let text =
                switch result {
                case .performed(.success), .appPerformed: "performed success"
                case .performed(.failure(let error)): "performed failure \(error)"
                case .unavailable(let explanation): "unavailable \(explanation.summary)"
                case .declined: "declined"
                case .invalidInput, .noPresenter, .userCancelled, .appCancelled:
                    "refused \(result.refusal ?? "")"
                }
            answers.withLock { $0.append(text) }
        }
        let all = answers.withLock { $0 }
        return all.count == 1 ? all[0] : "answered \(all.count) times"
    }
}

private final class Screen {
    var shown = 0
}

private final class Router: PresentationRouter {
    var answer = PresentationResult<Screen>.unsupported
    var questions = 0

    func presentation<FeatureType: FeatureDefinition, ActionType: Action>(
        for binding: StaticActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType> {
        questions += 1
        switch answer {
        case .unsupported: return .unsupported
        case .userCancelled: return .userCancelled
        case .appCancelled: return .appCancelled
        case .appPerformed: return .appPerformed
        case .appReady(let screen):
            return (screen as? ActionType.PresenterType).map { .appReady(presenter: $0) } ?? .unsupported
        }
    }

    func presentation<FeatureType: ConditionalFeature, ActionType: Action>(
        for binding: ConditionalActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType> {
        .unsupported
    }
}

private struct Name: FlintLoggable, RouteParametersDecodable {
    static let inputFields = [InputField("name", description: "the new name")]
    let loggingDescription: String

    init?(from parameters: RouteParameters?, mapping: URLMapping) {
        guard mapping == .typed, let name = parameters?["name"], !name.isEmpty else { return nil }
        loggingDescription = name
    }
}

/// An input whose description has no fields.
private struct Silent: FlintLoggable, RouteParametersDecodable {
    init?(from parameters: RouteParameters?, mapping: URLMapping) {
        guard parameters?.isEmpty == false else { return nil }
    }
}

private final class RenameAction: Action {
    typealias InputType = Name
    static func perform(context: ActionContext<Name>, presenter: Void, completion: Completion) -> Completion.Status {
        completion.completedSync(.success)
    }
}

private final class SilentAction: Action {
    typealias InputType = Silent
    static func perform(context: ActionContext<Silent>, presenter: Void, completion: Completion) -> Completion.Status {
        completion.completedSync(.success)
    }
}

private final class ShowAction: Action {
    typealias PresenterType = Screen
    static func perform(
        context: ActionContext<NoInput>, presenter: Screen, completion: Completion
    ) -> Completion.Status {
        presenter.shown += 1
        return completion.completedSync(.success)
    }
}

private final class BreakAction: Action {
    static func perform(context: ActionContext<NoInput>, presenter: Void, completion: Completion) -> Completion.Status {
        completion.completedSync(.failure(error: TestError("broken")))
    }
}

private final class Desk: Feature {
    static let description = "Has actions of all kinds"
    static let ping = action(PingAction.self)
    static let text = action(TextAction.self)
    static let rename = action(RenameAction.self)
    static let silent = action(SilentAction.self)
    static let show = action(ShowAction.self)
    static let breaking = action(BreakAction.self)
    static let homeless = action(HomelessAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(ping)
        actions.declare(text)
        actions.declare(rename)
        actions.declare(silent)
        actions.declare(show)
        actions.declare(breaking)
        actions.declare(homeless)
    }
}

private final class Gate: ConditionalFeature {
    static let description = "Needs a purchase"
    static let show = action(ShowAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Products.premium) }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(show) }
}

private final class Locked: ConditionalFeature, FeatureGroup {
    static let description = "A group that needs a purchase"
    static var subfeatures: [FeatureDefinition.Type] { [Inner.self] }
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Products.premium) }
    static func prepare(actions: FeatureActionsBuilder) {}
}

private final class Inner: Feature {
    static let description = "Has no conditions of its own"
    static let ping = action(PingAction.self)
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(ping) }
}
