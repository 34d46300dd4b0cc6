import FlintCore
import Foundation

final class CatalogueFeature: Feature {
    static let description = "Looks things up in the star catalogue"

    static let show = action(ShowStarAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(show)
    }
}

extension CatalogueFeature: URLMapped {
    static func urlMappings(routes: URLMappingsBuilder) {
        routes.send("star/$(name)", to: show)
        routes.send("catalogue/**", to: show, in: [.universalAny], name: "old pages")
    }
}

final class ShowStarAction: UIAction {
    typealias InputType = Star
    typealias PresenterType = Eyepiece

    static let description = "Shows a star of the catalogue"
    static var activityEligibility: Set<ActivityEligibility> { [.perform, .search] }

    static func prepareActivity(_ activity: ActivityBuilder<ShowStarAction>) {
        activity.title = "Looked at \(activity.input.name)"
    }

    static func perform(
        context: ActionContext<Star>, presenter: Eyepiece, completion: Completion
    ) -> Completion.Status {
        presenter.show(context.input)
        return completion.completedSync(.success)
    }
}

extension Star: RouteParametersCodable {
    init?(from parameters: RouteParameters?, mapping: URLMapping) {
        guard let name = parameters?["name"] else { return nil }
        self.init(name: name)
    }

    func encodeAsRouteParameters(for mapping: URLMapping) -> RouteParameters? { ["name": name] }
}

enum RoutesSnippets {
    static func addresses() {
        FlintAppInfo.applicationIdentifier = "example.observatory"
        FlintAppInfo.urlSchemes = ["observatory"]
        FlintAppInfo.associatedDomains = ["observatory.example"]
    }

    static func links(print: Output) {
        let star = Star(name: "α Centauri")
        print(Flint.linkCreator.appLink(to: CatalogueFeature.show, with: star)?.absoluteString ?? "no link")
        print(Flint.linkCreator.universalLink(to: CatalogueFeature.show, with: star)?.absoluteString ?? "no link")
    }
}

struct EyepieceRouter: PresentationRouter {
    let eyepiece: Eyepiece

    func presentation<FeatureType: FeatureDefinition, ActionType: Action>(
        for binding: StaticActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType> { find() }

    func presentation<FeatureType: ConditionalFeature, ActionType: Action>(
        for binding: ConditionalActionBinding<FeatureType, ActionType>, input: ActionType.InputType
    ) -> PresentationResult<ActionType.PresenterType> { find() }

    private func find<Presenter>() -> PresentationResult<Presenter> {
        (eyepiece as? Presenter).map { .appReady(presenter: $0) } ?? .unsupported
    }
}

extension RoutesSnippets {
    @MainActor
    static func open(_ router: EyepieceRouter, print: Output) async throws {
        let links = [
            "observatory://star/Vega", "https://observatory.example/planet/Mars", "https://else.example/star/Vega",
        ]
        for text in links {
            guard let url = URL(string: text) else { continue }
            print(await Flint.outcome(ofOpening: url, with: router))
        }
    }
}

extension Star: ActivityCodable {
    struct NoName: Error, CustomStringConvertible {
        let description = "The activity names no star."
    }

    init(activityUserInfo: [AnyHashable: Any]?) throws {
        guard let name = activityUserInfo?["name"] as? String else { throw NoName() }
        self.init(name: name)
    }

    func encodeForActivity() -> [AnyHashable: Any]? { ["name": name] }
    var requiredUserInfoKeys: Set<String> { ["name"] }
}

extension RoutesSnippets {
    @MainActor
    static func resume(_ router: EyepieceRouter, print: Output) async throws {
        let activities = FlintRuntime.current.activities
        for activity in activities.recent { print("\(activity.title ?? ""): \(activity.activityType)") }

        if let last = activities.recent.first {
            let data = try JSONEncoder().encode(last)
            let copy = try JSONDecoder().decode(Activity.self, from: data)
            print(Flint.continueActivity(activity: copy, with: router))
        }
    }
}

struct Exposure: FlintLoggable, RouteParametersDecodable {
    let seconds: Int
    let password: String?

    static let inputFields = [
        InputField("seconds", description: "how long the shutter is open"),
        InputField("password", description: "for more than a minute", isRequired: false, isSensitive: true),
    ]

    init?(from parameters: RouteParameters?, mapping: URLMapping) {
        guard let seconds = parameters?["seconds"].flatMap({ Int($0) }) else { return nil }
        self.seconds = seconds
        password = parameters?["password"]
    }
}

final class LongExposureAction: TerminatingAction {
    typealias InputType = Exposure

    static let description = "Exposes a plate"
}

final class PlateFeature: Feature {
    static let description = "Exposes plates"

    static let expose = action(LongExposureAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(expose)
    }
}

extension RoutesSnippets {
    static func fields(print: Output) {
        let fields = Flint.metadata(for: PlateFeature.expose)?.inputFields ?? []
        for field in fields { print("\(field.name): \(field.description)\(field.isRequired ? "" : " (optional)")") }
    }

    @MainActor
    static func parameters(_ router: EyepieceRouter, print: Output) async {
        guard let url = URL(string: "https://observatory.example/catalogue/page/7") else { return }
        if case .failure(let error?) = await Flint.outcome(ofOpening: url, with: router) { print(error) }
    }
}
