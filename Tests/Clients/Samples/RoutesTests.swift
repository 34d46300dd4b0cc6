import FlintCore
import Foundation
import Testing

/// Actions that are reached by URLs, and links to them.
///
/// | Declared or used | Shown by |
/// | --- | --- |
/// | `FlintAppInfo.urlSchemes`, `FlintAppInfo.associatedDomains` | ``atTheGate(_:)`` |
/// | `Flint.quickSetup(_:domains:)` | “quick setup adds domains” |
/// | `URLMapped` with `$(name)`, with text before and after it, `*` and `**`; `in:` and `name:` | ``SignpostFeature`` |
/// | `URLMapped` of a conditional feature | ``TreehouseFeature`` |
/// | `RouteParametersCodable`, `URLMapping.name` | ``Signpost`` |
/// | `Flint.open(url:with:)`, all its results | the tests |
/// | its `completion`, and `await Flint.outcome(ofOpening:with:)` for actions that complete later | “a URL of an action that completes later can be awaited” |
/// | `PresentationRouter` with every result | ``Gatekeeper`` |
/// | `Flint.linkCreator`, `appLink(to:with:)`, `universalLink(to:with:)` | “created links open their action” |
/// | `RoutesFeature.isEnabled` | “routes can be disabled” |
@MainActor
struct RoutesTests {
    private let keeper = Gatekeeper()

    private func open(_ text: String) -> MappedActionResult? {
        URL(string: text).map { Flint.open(url: $0, with: keeper) }
    }

    @Test func `a feature is reached by several URL patterns`() {
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

    @Test func `an unmapped URL has no mapping`() {
        atTheGate {
            #expect(open("garden://nowhere") == .noMappingFound)
            #expect(open("desert://sign/cactus") == .noMappingFound)
            #expect(
                open("garden://old/any/page/rose") == .noMappingFound, "The route is mapped only for universal links.")
            #expect(keeper.board.lines == [])
        }
    }

    @Test func `opening a URL without a valid input fails`() {
        atTheGate {
            let error = PerformIncomingURLAction.URLActionError.invalidParameters
            #expect(open("garden://east/gate") == .failure(error: error))
        }
    }

    @Test func `a URL of a conditional feature requires the feature`() {
        let toggles = StoredFeatureToggles()
        atTheGate(toggles) {
            let error = PerformIncomingURLAction.URLActionError.notAvailable
            #expect(open("garden://treehouse/3") == .failure(error: error))
            toggles.setEnabled(TreehouseFeature.self, enabled: true)
            #expect(open("garden://treehouse/3") == .success)
            #expect(keeper.board.lines == ["floor 3"])
        }
    }

    @Test func `a router can refuse to present`() {
        typealias Problem = PerformIncomingURLAction.URLActionError
        let answers: [(Gatekeeper.Answer, Problem)] = [
            (.unsupported, .presenterNotSupported), (.userCancels, .presenterUserCancelled),
            (.appCancels, .presenterAppCancelled), (.appPerforms, .presenterAppPerformed),
        ]
        atTheGate {
            for (answer, problem) in answers {
                keeper.answer = answer
                #expect(open("garden://sign/oak") == .failure(error: problem))
            }
            #expect(keeper.board.lines == [])
        }
    }

    @Test func `a URL of an action that completes later can be awaited`() async throws {
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

    @Test func `created links open their action`() throws {
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

    @Test func `routes can be disabled`() {
        atTheGate {
            RoutesFeature.isEnabled = false
            #expect(open("garden://sign/oak") == .featureDisabled)
            RoutesFeature.isEnabled = true
            #expect(open("garden://sign/oak") == .success)
        }
    }

    @Test func `quick setup adds domains`() {
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

/// Runs a closure in a separate runtime with the garden's URL scheme and domain.
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

/// The input of a signpost.
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

/// A presenter of signs.
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

/// Completes in the next block of the main queue.
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

/// A presenter that records lines.
private final class Board: SignPresenter {
    var lines: [String] = []

    func show(_ line: String) { lines.append(line) }
}

/// A router that leads actions to the board, or returns another result that a test sets.
private final class Gatekeeper: PresentationRouter {
    enum Answer {
        case board, unsupported, userCancels, appCancels, appPerforms
    }

    let board = Board()
    var answer = Answer.board

    func presentation<FeatureType: FeatureDefinition, ActionType: Action>(
        for binding: StaticActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType> {
        route()
    }

    func presentation<FeatureType: ConditionalFeature, ActionType: Action>(
        for binding: ConditionalActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType> {
        route()
    }

    private func route<Presenter>() -> PresentationResult<Presenter> {
        switch answer {
        case .unsupported: return .unsupported
        case .userCancels: return .userCancelled
        case .appCancels: return .appCancelled
        case .appPerforms: return .appPerformed
        case .board:
            if let presenter = board as? Presenter ?? () as? Presenter { return .appReady(presenter: presenter) }
            return .unsupported
        }
    }
}
