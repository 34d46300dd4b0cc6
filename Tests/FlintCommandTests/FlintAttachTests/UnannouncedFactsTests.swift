import FlintAttach
import FlintCore
import FlintInspector
import FlintWorld
import Testing

/// Tests of answers that depend on facts whose sources do not announce changes.
struct UnannouncedFactsTests {
    private let app: SilentApp

    init() throws {
        app = try SilentApp()
    }

    /// The questions about a feature, with their answers as availability.
    private static let questions: [String: @Sendable (any Inspector, String) -> Bool?] = [
        "list": { $0.list().feature($1)?.isAvailable },
        "detail": { $0.detail(of: $1)?.available },
        "plans": { $0.plans(of: $1)?.plans.isEmpty },
        "snapshot": { inspector, id in inspector.snapshot().features.first { $0.id == id }?.available },
        "availability": { inspector, id in
            inspector.list().feature(id).flatMap { feature in
                inspector.availability(assuming: [[]]).first?.availability(of: feature)
            }
        },
        "availability alone": { inspector, id in
            let feature = InspectorQuestion.withoutReading { inspector.list().feature(id) }
            return feature.flatMap { inspector.availability(assuming: [[]]).first?.availability(of: $0) }
        },
        "preview": { inspector, id in
            // Another platform has no effect. Without the fact, an available feature becomes unavailable.
            guard let loss = losses[id] else { return nil }
            return inspector.preview(loss).changes.contains { $0.featureID == id && $0.before == true }
        },
    ]

    private static let losses: [String: Command] = [
        "SilentFeatures/ByPurchase": .override(.purchase, "purchase", to: "not-purchased"),
        "SilentFeatures/ByPermission": .override(.permission, "camera", to: "denied"),
        "SilentFeatures/BySetting": .override(.userSetting, "SilentFeatures/BySetting", to: "off"),
        "SilentFeatures/ByFlag": .override(.flag, "flag", to: "off"),
        "SilentFeatures/BySwitch": .override(.runtimeSwitch, "SilentFeatures/BySwitch", to: "off"),
    ]

    @Test(arguments: SilentApp.Way.allCases, questions.keys.sorted())
    func `every question is answered with the current values of sources`(way: SilentApp.Way, question: String) throws {
        let inspector = app.inspector(way)
        let answer = try #require(Self.questions[question])
        // A watching client must have no effect.
        let observation = app.remote.observe {}
        defer { observation.cancel() }
        for (fact, feature) in SilentApp.features {
            #expect(answer(inspector, feature) == false, "\(fact) at first")
            app.sources.set(fact, true)
            #expect(answer(inspector, feature) == true, "\(fact) granted")
            app.sources.set(fact, false)
            #expect(answer(inspector, feature) == false, "\(fact) revoked")
        }
    }

    @Test(arguments: SilentApp.Way.allCases)
    func `a list has the current values of sources`(way: SilentApp.Way) {
        let inspector = app.inspector(way)
        for isTrue in [true, false] {
            for fact in SilentApp.features.keys { app.sources.set(fact, isTrue) }
            #expect(inspector.list().products.first?.status == (isTrue ? .purchased : .notPurchased))
            #expect(
                inspector.list().permissions.first { $0.permission == "camera" }?.status
                    == (isTrue ? .authorized : .denied))
            #expect(inspector.list().flags.first?.value == isTrue)
        }
    }

    @Test(arguments: SilentApp.Way.allCases)
    func `a difference that a question finds is recorded as a change of the fact`(way: SilentApp.Way) {
        let inspector = app.inspector(way)
        _ = inspector.list()
        let last = app.local.events(after: 0).last?.id ?? 0
        app.sources.set("purchase", true)
        _ = inspector.detail(of: "SilentFeatures/ByPurchase")
        let events = app.local.events(after: last)
        #expect(events.count == 1 && events.first?.features?.count == 2, "\(events)")
        _ = inspector.list()
        #expect(app.local.events(after: last).count == 1, "a value that is the same is no change")
    }

    @Test(arguments: SilentApp.Way.allCases)
    func `a question of many calls asks each source once about each fact`(way: SilentApp.Way) {
        let inspector = app.inspector(way)
        // The lists of permissions and flags contain additional answers of the sources.
        let counted = ["purchase", "setting", "switch"]
        let questions = app.sources.questions { _ = inspector.snapshot() }
        #expect(counted.allSatisfy { questions[$0] == 1 }, "\(questions)")
        let both = app.sources.questions {
            InspectorQuestion.ask {
                _ = inspector.snapshot()
                _ = inspector.list()
                _ = inspector.availability(assuming: [[], []])
                _ = inspector.detail(of: "SilentFeatures/ByPurchase")
                _ = inspector.plans(of: "SilentFeatures/ByPurchase")
            }
        }
        #expect(counted.allSatisfy { both[$0] == 1 }, "\(both)")
    }

    @Test(arguments: SilentApp.Way.allCases)
    func `a question about one feature asks about its facts only`(way: SilentApp.Way) {
        let inspector = app.inspector(way)
        _ = inspector.detail(of: "SilentFeatures/ByPurchase")
        let questions = app.sources.questions { _ = inspector.detail(of: "SilentFeatures/ByPurchase") }
        #expect(questions == ["purchase": 1])
    }

    @Test(arguments: SilentApp.Way.allCases)
    func `an explanation asks once about the feature's facts and about no others`(way: SilentApp.Way) {
        let inspector = app.inspector(way)
        // The lists of permissions and flags contain additional answers of the sources.
        let counted = ["purchase", "setting", "switch"]
        for fact in counted {
            guard let feature = SilentApp.features[fact] else { continue }
            app.sources.set(fact, true)
            let questions = app.sources.questions {
                InspectorQuestion.ask {
                    let world = inspector.world(of: [feature], in: inspector.listWithoutReading())
                    #expect(world.explanation(of: feature)?.available == true)
                }
            }
            #expect(questions.filter { counted.contains($0.key) } == [fact: 1])
        }
    }

    @Test(arguments: [SilentApp.Way.live, .attached])
    func `a command ends the reading of a question`(way: SilentApp.Way) async {
        let inspector = app.inspector(way)
        let sources = app.sources
        await InspectorQuestion.ask {
            _ = inspector.list()
            sources.set("purchase", true)
            #expect(inspector.list().feature("SilentFeatures/ByPurchase")?.isAvailable == false)
            _ = await inspector.answer(to: .override(.flag, "flag", to: "on"))
            #expect(inspector.list().feature("SilentFeatures/ByPurchase")?.isAvailable == true)
        }
    }

    @Test(arguments: SilentApp.Way.allCases)
    func `following changes reads no source`(way: SilentApp.Way) {
        let inspector = app.inspector(way)
        let revision = inspector.world(of: nil).model.revision
        let questions = app.sources.questions {
            _ = inspector.changes(since: revision)
            InspectorQuestion.withoutReading { _ = inspector.detail(of: "SilentFeatures/ByPurchase") }
        }
        #expect(questions.isEmpty)
    }
}
