import FeatureGating
import FlintModel
import FlintWorld
import Testing

struct WorldCacheTests {
    private static let feature = FeatureSummary(
        number: 0, id: "App", name: "App", parent: nil, depth: 0, isVisible: true, isAvailable: true,
        isOverridden: false)

    private static func status(_ activity: String) -> AppStatus {
        var status = AppStatus(appName: "Test")
        status.activity = activity
        return status
    }

    private static func model(_ revision: UInt64, _ activity: String) -> AppModel {
        AppModel(
            revision: Revision(rawValue: revision), status: status(activity), features: [feature], products: [],
            permissions: [], flags: [], overrides: [])
    }

    private static func changes(_ revision: UInt64, _ activity: String?) -> ModelChanges {
        var changes = ModelChanges(revision: Revision(rawValue: revision))
        changes.status = activity.map(status)
        return changes
    }

    /// Answers a request of the cache with a declaration, if it is wanted, and a revision.
    private static func news(_ request: Sync, _ changes: ModelChanges) -> News {
        var news = News()
        news.changes = changes
        news.declared.features = request.want.features.map { _ in
            DeclaredFeature(
                summary: feature, typeName: "App", description: "", conditional: false, isGroup: true, variation: nil,
                actions: [], userSettingDefault: nil, requirement: .always)
        }
        return news
    }

    @Test func `a model that arrives with the answer does not leave the world without declarations`() {
        let cache = WorldCache()
        var requests = 0
        let world = cache.world(of: ["App"], reading: false, list: { Self.model(1, "listed") }) { request in
            requests += 1
            if requests == 1 { cache.store(Self.model(2, "listed again")) }
            return Self.news(request, Self.changes(3, nil))
        }
        #expect(requests == 2 && world.declares("App") && world.model.status.activity == "listed again")
    }

    @Test func `an answer that is older than the world is requested again`() {
        let cache = WorldCache()
        var requests = 0
        let world = cache.world(of: ["App"], reading: false, list: { Self.model(1, "listed") }) { request in
            requests += 1
            if requests == 1 { cache.apply(Self.changes(5, "later"), since: Revision(rawValue: 1)) }
            return Self.news(request, Self.changes(requests == 1 ? 3 : 5, requests == 1 ? "earlier" : nil))
        }
        #expect(requests == 2 && world.declares("App") && world.model.status.activity == "later")
    }

    @Test(arguments: [(1, 1, "old"), (3, 3, "old"), (2, 4, "new")])
    func `noted changes are applied if they continue the world`(_ since: UInt64, _ revision: UInt64, _ kept: String) {
        let cache = WorldCache()
        cache.store(Self.model(2, "old"))
        cache.apply(Self.changes(revision, "new"), since: Revision(rawValue: since))
        let world = cache.world(of: ["App"], reading: false, list: { Self.model(9, "listed") }) { request in
            Self.news(request, Self.changes(9, nil))
        }
        #expect(world.model.status.activity == kept)
    }
}
