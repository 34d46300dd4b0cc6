import FlintCore
import Foundation
import Testing

/// Activities of actions, which are published and continued.
///
/// | Declared or used | Shown by |
/// | --- | --- |
/// | `activityEligibility`, `prepareActivity(_:)`, `suggestedInvocationPhrase` | ``FollowTrailAction`` |
/// | `ActivityBuilder`: `input`, `title`, `subtitle`, `keywords`, `cancel()` | ``FollowTrailAction`` |
/// | `ActivityCodable` with `requiredUserInfoKeys` | ``Trail`` |
/// | `ActivityMetadataRepresentable`, `ActivityMetadata.build` | ``Trail`` |
/// | an input that is saved as a link | “a linkable input is saved as a URL” |
/// | `Flint.continueActivity(activity:with:)`, from a saved activity | “a saved activity is continued” |
/// | an activity of a conditional feature | “an activity of an unavailable feature is not continued” |
/// | `activity(withInput:withURL:)` of a binding | “an activity is created without performing its action” |
/// | `ActivitiesFeature.resignCurrentActivity`, `ActivitiesFeature.isEnabled` | “activities can be resigned and disabled” |
@MainActor
struct ActivitiesTests {
    private let guide = TrailGuide()

    private func onTrails(_ toggles: StoredFeatureToggles? = nil, _ body: () throws -> Void) rethrows {
        try Flint.withRuntime(FlintRuntime()) {
            FlintAppInfo.applicationIdentifier = "example.garden"
            FlintAppInfo.urlSchemes = ["garden"]
            Flint.setup(GroundsFeatures.self) { $0.userFeatureToggles = toggles }
            Flint.register(TrailsFeature.self)
            Flint.register(NightTrailsFeature.self)
            try body()
        }
    }

    private var recent: [Activity] { FlintRuntime.current.activities.recent }

    @Test func `the activity of a successful action is published`() throws {
        try onTrails {
            TrailsFeature.follow.perform(withInput: Trail(name: "Ferns"), presenter: guide)
            TrailsFeature.follow.perform(withInput: Trail(name: ""), presenter: guide)
            #expect(recent.count == 1)
            let activity = try #require(recent.first)
            #expect(activity.activityType == "example.garden.trails.follow-trail")
            #expect(activity.title == "Ferns" && activity.subtitle == "A walk through the garden")
            #expect(activity.keywords == ["walk", "Ferns"] && activity.suggestedInvocationPhrase == "Walk on")
            #expect(activity.eligibility == [.perform, .handoff])
            #expect(activity.userInfo["trail"] as? String == "Ferns" && activity.requiredUserInfoKeys == ["trail"])
            #expect(FlintRuntime.current.activities.current == activity)
        }
    }

    @Test func `an action can cancel its activity`() {
        onTrails {
            TrailsFeature.follow.perform(withInput: Trail(name: "Secret"), presenter: guide)
            #expect(guide.lines == ["Secret"])
            #expect(recent.isEmpty && advisories() == [])
        }
    }

    @Test func `a saved activity is continued`() throws {
        try onTrails {
            TrailsFeature.follow.perform(withInput: Trail(name: "Ferns"), presenter: guide)
            let file = try JSONEncoder().encode(try #require(recent.first))
            let saved = try JSONDecoder().decode(Activity.self, from: file)
            #expect(Flint.continueActivity(activity: saved, with: guide) == .success)
            #expect(guide.lines == ["Ferns", "Ferns"])
            #expect(Timeline.instance.entries.last?.action.source == .continueActivity(type: .other))
            let unknown = Activity(activityType: "example.garden.nothing")
            #expect(Flint.continueActivity(activity: unknown, with: guide) == .noMappingFound)
            var broken = saved
            broken.userInfo = [:]
            #expect(Flint.continueActivity(activity: broken, with: guide) == .failure(error: Trail.Unnamed()))
        }
    }

    @Test func `a linkable input is saved as a URL`() throws {
        try onTrails {
            TrailsFeature.rest.perform(withInput: Bench(number: 4), presenter: guide)
            let activity = try #require(recent.first)
            #expect(activity.userInfo[Activity.urlKey] as? URL == URL(string: "garden://bench/4"))
            #expect(Flint.continueActivity(activity: activity, with: guide) == .success)
            #expect(guide.lines == ["bench 4", "bench 4"])
        }
    }

    @Test func `an activity of an unavailable feature is not continued`() throws {
        let toggles = StoredFeatureToggles()
        try onTrails(toggles) {
            toggles.setEnabled(NightTrailsFeature.self, enabled: true)
            let request = try #require(NightTrailsFeature.follow.request())
            let activity = try #require(try request.activity(withInput: Trail(name: "Moths"), withURL: nil))
            toggles.setEnabled(NightTrailsFeature.self, enabled: false)
            let error = ActivityExecutionError.featureNotAvailable
            #expect(Flint.continueActivity(activity: activity, with: guide) == .failure(error: error))
            toggles.setEnabled(NightTrailsFeature.self, enabled: true)
            #expect(Flint.continueActivity(activity: activity, with: guide) == .success)
            #expect(guide.lines == ["Moths"])
        }
    }

    @Test func `an activity is created without performing its action`() throws {
        try onTrails {
            let page = try #require(URL(string: "https://garden.example/trails/ferns"))
            let activity = try TrailsFeature.follow.activity(withInput: Trail(name: "Ferns"), withURL: page)
            #expect(activity?.webpageURL == page && activity?.title == "Ferns")
            #expect(try TrailsFeature.follow.activity(withInput: Trail(name: "Secret"), withURL: nil) == nil)
            #expect(guide.lines == [] && recent.isEmpty)
        }
    }

    @Test func `activities can be resigned and disabled`() {
        onTrails {
            TrailsFeature.follow.perform(withInput: Trail(name: "Ferns"), presenter: guide)
            ActivitiesFeature.resignCurrentActivity.request()?.perform()
            #expect(FlintRuntime.current.activities.current == nil && recent.count == 1)
            ActivitiesFeature.isEnabled = false
            TrailsFeature.follow.perform(withInput: Trail(name: "Mosses"), presenter: guide)
            #expect(recent.map(\.title) == ["Ferns"])
            #expect(Flint.continueActivity(activity: recent[0], with: guide) == .featureDisabled)
        }
    }
}

// MARK: - Trails

final class TrailsFeature: Feature {
    static let description = "Walks with something to look at"
    static let follow = action(FollowTrailAction.self)
    static let rest = action(RestAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(follow)
        actions.declare(rest)
    }
}

extension TrailsFeature: URLMapped {
    static func urlMappings(routes: URLMappingsBuilder) {
        routes.send("bench/$(number)", to: rest)
    }
}

final class NightTrailsFeature: ConditionalFeature {
    static let description = "Walks for those who are not afraid"
    static let follow = action(FollowTrailAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.userToggled(defaultValue: false)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(follow)
    }
}

/// A walk through the garden.
struct Trail: FlintLoggable {
    /// The error of a trail without a name.
    struct Unnamed: Error {}

    let name: String
}

extension Trail: ActivityCodable {
    init(activityUserInfo: [AnyHashable: Any]?) throws {
        guard let name = activityUserInfo?["trail"] as? String else { throw Unnamed() }
        self.name = name
    }

    func encodeForActivity() -> [AnyHashable: Any]? { ["trail": name] }

    var requiredUserInfoKeys: Set<String> { ["trail"] }
}

extension Trail: ActivityMetadataRepresentable {
    var metadata: ActivityMetadata {
        ActivityMetadata.build { builder in
            builder.title = name
            builder.keywords = ["walk"]
        }
    }
}

/// Presents trails and benches.
protocol TrailPresenter: AnyObject {
    func show(_ line: String)
}

/// A bench, which can be encoded in links.
struct Bench: FlintLoggable, RouteParametersCodable {
    let number: Int

    init(number: Int) {
        self.number = number
    }

    init?(from parameters: RouteParameters?, mapping: URLMapping) {
        guard let number = parameters?["number"].flatMap({ Int($0) }) else { return nil }
        self.number = number
    }

    func encodeAsRouteParameters(for mapping: URLMapping) -> RouteParameters? { ["number": String(number)] }
}

final class RestAction: UIAction {
    typealias InputType = Bench
    typealias PresenterType = TrailPresenter

    static var activityEligibility: Set<ActivityEligibility> { [.perform] }

    static func perform(
        context: ActionContext<Bench>, presenter: TrailPresenter, completion: Completion
    ) -> Completion.Status {
        presenter.show("bench \(context.input.number)")
        return completion.completedSync(.success)
    }
}

/// Presents trails, and routes actions to itself.
private final class TrailGuide: TrailPresenter, PresentationRouter {
    var lines: [String] = []

    func show(_ line: String) { lines.append(line) }

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
        (self as? Presenter).map { .appReady(presenter: $0) } ?? .unsupported
    }
}
