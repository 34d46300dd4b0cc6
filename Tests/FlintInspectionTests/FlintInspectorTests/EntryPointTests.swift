import FlintCore
import FlintInspector
import FlintInspectorTestSupport
import FlintWorld
import Testing

@MainActor struct EntryPointTests {
    private let bench: Bench

    init() {
        bench = Bench()
        var info = AppInfo()
        info.applicationIdentifier = "example.shop"
        (info.urlSchemes, info.testURLSchemes) = (["shop", "store"], ["test"])
        (info.activityTypes, info.associatedDomains) = (["example.shop.more"], ["shop.example"])
        bench.runtime.appInfoOverride = info
        bench.runtime.register(Door.self)
        bench.runtime.register(Wall.self)
    }

    private func entryPoints(of name: String) -> FeatureEntryPoints? {
        bench.inspector.world(of: nil).catalog.features.first { $0.summary.name == name }?.entryPoints
    }

    @Test func `a feature has the activity types and schemes of its actions`() {
        #expect(
            entryPoints(of: "Door")
                == FeatureEntryPoints(
                    activityTypes: ["example.shop.door.open"], urlSchemes: ["gate"], hasRoutesOfAnyScheme: true))
        #expect(entryPoints(of: "Wall") == nil, "A web URL needs no entry in the property list.")
    }

    @Test func `an app has the declared types and schemes`() {
        #expect(
            bench.inspector.world(of: nil).catalog.entryPoints
                == AppEntryPoints(activityTypes: ["example.shop.more"], urlSchemes: ["shop", "store"]))
    }

    @Test func `the needs of the app name its features`() {
        let needs = ManifestNeeds(of: bench.inspector.world(of: nil))
        #expect(needs.propertyList.activityTypes == ["example.shop.door.open", "example.shop.more"])
        #expect(needs.propertyList.urlSchemes == ["shop", "store", "gate"])
        #expect(needs.entries(of: .urlScheme).allSatisfy { $0.features.map(\.name) == ["Door"] })
    }
}

private final class OpenAction: Action {
    static let description = "Opens the door"
    static var activityEligibility: Set<ActivityEligibility> { [.perform] }

    static func perform(
        context: ActionContext<NoInput>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        completion.completedSync(.success)
    }
}

private final class Door: Feature, URLMapped {
    static let description = "Lets people in"
    static let open = action(OpenAction.self)
    static let ping = action(PingAction.self)
    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(open)
        actions.declare(ping)
    }
    static func urlMappings(routes: URLMappingsBuilder) {
        routes.send("open", to: open, in: [.appAny, .universalAny])
        routes.send("ping", to: ping, in: [.app(scheme: "Gate")])
    }
}

private final class Wall: Feature, URLMapped {
    static let description = "Keeps people out"
    static let ping = action(PingAction.self)
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(ping) }
    static func urlMappings(routes: URLMappingsBuilder) { routes.send("wall", to: ping, in: [.universalAny]) }
}
