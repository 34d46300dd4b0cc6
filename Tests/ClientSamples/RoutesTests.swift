import FlintCore
import Foundation
import Testing

/// Actions that are reached by URLs, and links to them.
///
/// | Declared or used | Shown by |
/// | --- | --- |
/// | `FlintAppInfo.urlSchemes`, `FlintAppInfo.associatedDomains` | ``atTheGate(_:)`` |
/// | `Flint.quickSetup(_:domains:)` | `quickSetUpAddsDomains` |
/// | `URLMapped` with `$(name)`, with text before and behind it, `*` and `**`; `in:` and `name:` | ``SignpostFeature`` |
/// | `URLMapped` of a conditional feature | ``TreehouseFeature`` |
/// | `RouteParametersCodable`, `URLMapping.name` | ``Signpost`` |
/// | `Flint.open(url:with:)`, all its results | the tests |
/// | its `completion`, and `await Flint.outcome(ofOpening:with:)` for actions that answer later | `anActionThatAnswersLaterIsReachedToo` |
/// | `PresentationRouter` with every answer | ``Gatekeeper`` |
/// | `Flint.linkCreator`, `appLink(to:with:)`, `universalLink(to:with:)` | `linksLeadBack` |
/// | `RoutesFeature.isEnabled` | `urlsCanBeTurnedOff` |
@MainActor
struct RoutesTests {
    private let keeper = Gatekeeper()

    private func open(_ text: String) -> MappedActionResult? {
        URL(string: text).map { Flint.open(url: $0, with: keeper) }
    }

    @Test func oneFeatureIsReachedInManyWays() {
        atTheGate {
            #expect(open("garden://sign/oak") == .success)
            #expect(open("https://garden.example/sign/oak") == .success)
            #expect(open("garden://beds/north-7.html") == .success)
            #expect(open("https://garden.example/old/any/page/rose") == .success)
            #expect(open("garden://east/gate?place=pond") == .success)
            #expect(keeper.board.lines == ["oak", "oak", "north-7", "moved", "pond"])
            let sources = Timeline.instance.entries.map(\.action.source)
            #expect(sources.allSatisfy { $0 == .openURL } && !sources.isEmpty)
        }
    }

    @Test func whatNobodyTakesHasNoMapping() {
        atTheGate {
            #expect(open("garden://nowhere") == .noMappingFound)
            #expect(open("desert://sign/cactus") == .noMappingFound)
            #expect(open("garden://old/any/page/rose") == .noMappingFound, "those pages are on the web only")
            #expect(keeper.board.lines == [])
        }
    }

    @Test func parametersThatMakeNoInputAreAFailure() {
        atTheGate {
            let error = PerformIncomingURLAction.URLActionError.invalidParameters
            #expect(open("garden://east/gate") == .failure(error: error))
        }
    }

    @Test func aConditionalFeatureIsReachedOnlyWhileItIsAvailable() {
        let toggles = StoredFeatureToggles()
        atTheGate(toggles) {
            let error = PerformIncomingURLAction.URLActionError.notAvailable
            #expect(open("garden://treehouse/3") == .failure(error: error))
            toggles.setEnabled(TreehouseFeature.self, enabled: true)
            #expect(open("garden://treehouse/3") == .success)
            #expect(keeper.board.lines == ["floor 3"])
        }
    }

    @Test func theRouterMayRefuse() {
        typealias Problem = PerformIncomingURLAction.URLActionError
        let answers: [(Gatekeeper.Answer, Problem)] = [
            (.nobody, .presenterNotSupported), (.visitorStays, .presenterUserCancelled),
            (.gateStaysShut, .presenterAppCancelled), (.alreadyThere, .presenterAppPerformed),
        ]
        atTheGate {
            for (answer, problem) in answers {
                keeper.answer = answer
                #expect(open("garden://sign/oak") == .failure(error: problem))
            }
            #expect(keeper.board.lines == [])
        }
    }

    @Test func anActionThatAnswersLaterIsReachedToo() async throws {
        let runtime = FlintRuntime()
        let url = try #require(URL(string: "garden://echo/hello"))
        await Flint.withRuntime(runtime) {
            FlintAppInfo.urlSchemes = ["garden"]
            Flint.setup(GroundsFeatures.self)
            Flint.register(SignpostFeature.self)
            #expect(await Flint.outcome(ofOpening: url, with: keeper) == .success)
            let result: MappedActionResult = await withCheckedContinuation { continuation in
                let now = Flint.open(url: url, with: keeper) { continuation.resume(returning: $0) }
                #expect(now == .completingAsync)
            }
            #expect(result == .success)
        }
        #expect(runtime.timeline.entries.filter { $0.action.actionName == "Echo" }.count == 4)
    }

    @Test func linksLeadBack() throws {
        try atTheGate {
            let oak = Signpost(place: "old oak")
            let links = Flint.linkCreator
            let app = try #require(links.appLink(to: SignpostFeature.read, with: oak))
            let web = try #require(links.universalLink(to: SignpostFeature.read, with: oak))
            let floor = try #require(links.appLink(to: TreehouseFeature.climb, with: Floor(number: 2)))
            #expect(app.absoluteString == "garden://sign/old%20oak")
            #expect(web.absoluteString == "https://garden.example/sign/old%20oak")
            #expect(floor.absoluteString == "garden://treehouse/2")
            #expect(Flint.open(url: app, with: keeper) == .success)
            #expect(Flint.open(url: web, with: keeper) == .success)
            #expect(keeper.board.lines == ["old oak", "old oak"])
            Flint.linkCreator = LinkCreator(scheme: nil, domain: "other.example")
            #expect(Flint.linkCreator.appLink(to: SignpostFeature.read, with: oak) == nil)
        }
    }

    @Test func urlsCanBeTurnedOff() {
        atTheGate {
            RoutesFeature.isEnabled = false
            #expect(open("garden://sign/oak") == .featureDisabled)
            RoutesFeature.isEnabled = true
            #expect(open("garden://sign/oak") == .success)
        }
    }

    @Test func quickSetUpAddsDomains() {
        Flint.withRuntime(FlintRuntime()) {
            FlintAppInfo.associatedDomains = ["garden.example"]
            Flint.quickSetup(GroundsFeatures.self, domains: ["park.example"], initialDebugLogLevel: .off) {
                $0.purchaseTracker = DebugPurchaseTracker()
                $0.userFeatureToggles = StoredFeatureToggles()
            }
            Flint.register(SignpostFeature.self)
            #expect(open("https://park.example/sign/elm") == .success)
            #expect(open("https://garden.example/sign/elm") == .success)
        }
    }
}

/// Runs a body in a runtime of its own, at the garden's addresses.
private func atTheGate(_ toggles: StoredFeatureToggles? = nil, _ body: () throws -> Void) rethrows {
    try Flint.withRuntime(FlintRuntime()) {
        FlintAppInfo.urlSchemes = ["garden"]
        FlintAppInfo.associatedDomains = ["garden.example"]
        Flint.setup(GroundsFeatures.self) { $0.userFeatureToggles = toggles }
        Flint.register(SignpostFeature.self)
        Flint.register(TreehouseFeature.self)
        try body()
    }
}

// MARK: - Signposts

final class SignpostFeature: Feature {
    static let description = "Shows the way"
    static let read = action(ReadSignAction.self)
    static let echo = action(EchoAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(read)
        actions.publish(echo)
    }
}

extension SignpostFeature: URLMapped {
    static func urlMappings(routes: URLMappingsBuilder) {
        routes.send("sign/$(place)", to: read)
        routes.send("beds/$(place).html", to: read)
        routes.send("*/gate", to: read, in: [.appAny])
        routes.send("/old/**", to: read, in: [.universal(domain: "garden.example")], name: "old pages")
        routes.send("echo/$(place)", to: echo, in: [.app(scheme: "garden")])
    }
}

/// What a signpost says.
struct Signpost: FlintLoggable {
    let place: String
}

extension Signpost: RouteParametersCodable {
    init?(from parameters: RouteParameters?, mapping: URLMapping) {
        if mapping.name == "old pages" {
            place = "moved"
        } else {
            guard let place = parameters?["place"] else { return nil }
            self.place = place
        }
    }

    func encodeAsRouteParameters(for mapping: URLMapping) -> RouteParameters? { ["place": place] }
}

/// Where signs are shown.
protocol SignPresenter: AnyObject {
    func show(_ line: String)
}

final class ReadSignAction: UIAction {
    typealias InputType = Signpost
    typealias PresenterType = SignPresenter

    static let description = "Reads a sign"

    static func perform(
        context: ActionContext<Signpost>, presenter: SignPresenter, completion: Completion
    ) -> Completion.Status {
        presenter.show(context.input.place)
        return completion.completedSync(.success)
    }
}

/// Answers when the main queue has come to its next piece of work.
final class EchoAction: UIAction {
    typealias InputType = Signpost
    typealias PresenterType = NoPresenter

    static let description = "Calls into the valley"

    static func perform(
        context: ActionContext<Signpost>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        let answer = completion.willCompleteAsync()
        DispatchQueue.main.async { answer.completed(.success) }
        return answer
    }
}

// MARK: - The treehouse

final class TreehouseFeature: ConditionalFeature, URLMapped {
    static let description = "Lets visitors climb the old oak"
    static let climb = action(ClimbAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.userToggled(defaultValue: false)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(climb)
    }

    static func urlMappings(routes: URLMappingsBuilder) {
        routes.send("treehouse/$(floor)", to: climb)
    }
}

/// A floor of the treehouse.
struct Floor: FlintLoggable, RouteParametersCodable {
    let number: Int

    init(number: Int) {
        self.number = number
    }

    init?(from parameters: RouteParameters?, mapping: URLMapping) {
        guard let number = parameters?["floor"].flatMap({ Int($0) }) else { return nil }
        self.number = number
    }

    func encodeAsRouteParameters(for mapping: URLMapping) -> RouteParameters? { ["floor": String(number)] }
}

final class ClimbAction: UIAction {
    typealias InputType = Floor
    typealias PresenterType = SignPresenter

    static func perform(
        context: ActionContext<Floor>, presenter: SignPresenter, completion: Completion
    ) -> Completion.Status {
        presenter.show("floor \(context.input.number)")
        return completion.completedSync(.success)
    }
}

// MARK: - The router

/// A board for whatever there is to say.
private final class Board: SignPresenter {
    var lines: [String] = []

    func show(_ line: String) { lines.append(line) }
}

/// Leads to the board whatever can be shown on it, if it feels like it.
private final class Gatekeeper: PresentationRouter {
    enum Answer {
        case board, nobody, visitorStays, gateStaysShut, alreadyThere
    }

    let board = Board()
    var answer = Answer.board

    func presentation<FeatureType: FeatureDefinition, ActionType: Action>(
        for binding: StaticActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType> {
        lead()
    }

    func presentation<FeatureType: ConditionalFeature, ActionType: Action>(
        for binding: ConditionalActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType> {
        lead()
    }

    private func lead<Presenter>() -> PresentationResult<Presenter> {
        switch answer {
        case .nobody: return .unsupported
        case .visitorStays: return .userCancelled
        case .gateStaysShut: return .appCancelled
        case .alreadyThere: return .appPerformed
        case .board:
            if let presenter = board as? Presenter ?? () as? Presenter { return .appReady(presenter: presenter) }
            return .unsupported
        }
    }
}
