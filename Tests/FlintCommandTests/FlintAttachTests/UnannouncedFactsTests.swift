import FlintAttach
import FlintCore
import FlintInspector
import FlintInspectorTestSupport
import FlintWorld
import Testing

struct UnannouncedFactsTests {
    private let app: SilentApp

    init() throws {
        app = try SilentApp()
    }

    /// The questions about a feature, with their answers as availability.
    private static let questions: [String: @Sendable (any Inspector, String) throws -> Bool?] = [
        "list": { inspector, id in
            try inspector.read()
            return try inspector.readModel().feature(id)?.isAvailable
        },
        "detail": { try $0.detail(of: $1)?.available },
        "plans": { try $0.plans(of: $1)?.plans.isEmpty },
        "snapshot": { inspector, id in try inspector.snapshot().features.first { $0.id == id }?.available },
        "availability": { inspector, id in
            let feature = try inspector.readModel().feature(id)
            return try feature.flatMap { try inspector.availability(assuming: [[]]).first?.availability(of: $0) }
        },
        "preview": { inspector, id in
            // Another platform has no effect. Without the fact, an available feature becomes unavailable.
            guard let loss = losses[id] else { return nil }
            return try inspector.preview(loss).changes.contains { $0.featureID == id && $0.before == true }
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
            #expect(try answer(inspector, feature) == false, "\(fact) at first")
            app.sources.set(fact, true)
            #expect(try answer(inspector, feature) == true, "\(fact) granted")
            app.sources.set(fact, false)
            #expect(try answer(inspector, feature) == false, "\(fact) revoked")
        }
    }

    @Test(arguments: SilentApp.Way.allCases)
    func `a list has the current values of sources`(way: SilentApp.Way) throws {
        let inspector = app.inspector(way)
        for isTrue in [true, false] {
            for fact in SilentApp.features.keys { app.sources.set(fact, isTrue) }
            try inspector.read()
            #expect(try inspector.readModel().products.first?.status == (isTrue ? .purchased : .notPurchased))
            #expect(
                try inspector.readModel().permissions.first { $0.permission == "camera" }?.status
                    == (isTrue ? .authorized : .denied))
            #expect(try inspector.readModel().flags.first?.value == isTrue)
        }
    }

    @Test(arguments: SilentApp.Way.allCases)
    func `a difference that a question reveals is recorded as a change of the fact`(way: SilentApp.Way) throws {
        let inspector = app.inspector(way)
        _ = try inspector.readModel()
        let last = app.local.events(after: 0).last?.id ?? 0
        app.sources.set("purchase", true)
        _ = try inspector.detail(of: "SilentFeatures/ByPurchase")
        let events = app.local.events(after: last)
        #expect(events.count == 1 && events.first?.features.count == 2, "\(events)")
        try inspector.read()
        #expect(app.local.events(after: last).count == 1, "An equal value is not a change.")
    }

    @Test(arguments: SilentApp.Way.allCases)
    func `a complete answer asks each source once about each fact`(way: SilentApp.Way) throws {
        let inspector = app.inspector(way)
        // The lists of permissions and flags contain additional answers of the sources.
        let counted = ["purchase", "setting", "switch"]
        let questions = try app.sources.questions { _ = try inspector.snapshot() }
        #expect(counted.allSatisfy { questions[$0] == 1 }, "\(questions)")
    }

    @Test(arguments: SilentApp.Way.allCases)
    func `a question about one feature asks only about the feature's facts`(way: SilentApp.Way) throws {
        let inspector = app.inspector(way)
        _ = try inspector.detail(of: "SilentFeatures/ByPurchase")
        let questions = try app.sources.questions { _ = try inspector.detail(of: "SilentFeatures/ByPurchase") }
        #expect(questions == ["purchase": 1])
    }

    @Test(arguments: SilentApp.Way.allCases)
    func `an explanation asks once about the feature's facts and not about others`(way: SilentApp.Way) throws {
        let inspector = app.inspector(way)
        // The lists of permissions and flags contain additional answers of the sources.
        let counted = ["purchase", "setting", "switch"]
        for fact in counted {
            let feature = try #require(SilentApp.features[fact])
            app.sources.set(fact, true)
            var explained: FeatureSnapshot?
            let questions = try app.sources.questions { explained = try inspector.explanation(of: feature) }
            #expect(explained?.available == true)
            #expect(questions.filter { counted.contains($0.key) } == [fact: 1])
        }
    }

    /// The facts that commands read, in addition to the listed permissions and flags.
    private static let commands: [(arguments: [String], facts: Set<String>)] = [
        (["why", "ByPurchase"], ["purchase"]), (["why", "BySetting"], ["setting"]),
        (["features"], ["purchase", "setting", "switch"]), (["matrix"], ["purchase", "setting", "switch"]),
        (["lint", "--json"], ["purchase", "setting", "switch"]),
        (["what-if", "--without", "purchase", "Licence"], ["purchase", "setting", "switch"]),
        (["what-if", "purchase Licence purchased"], ["purchase", "setting", "switch"]),
    ]

    @Test(arguments: commands)
    func `a command asks once about the facts of its answer`(_ arguments: [String], _ facts: Set<String>) async throws {
        let before = app.sources.counts
        let result = try await GalleryCommandLine.run(arguments + ["--attach", app.path])
        #expect(result.errors.isEmpty && !result.output.isEmpty)
        let counts = app.sources.counts.merging(before) { $0 - $1 }
        for fact in ["purchase", "setting", "switch"] {
            #expect(counts[fact, default: 0] == (facts.contains(fact) ? 1 : 0), "\(arguments): \(fact)")
        }
    }

    @Test(arguments: SilentApp.Way.allCases)
    func `following changes reads no source`(way: SilentApp.Way) throws {
        let inspector = app.inspector(way)
        let revision = try inspector.world(of: nil).model.revision
        let questions = try app.sources.questions {
            _ = try inspector.changes(since: revision)
            _ = try inspector.world(of: ["SilentFeatures/ByPurchase"], reading: false)
        }
        #expect(questions.isEmpty)
    }
}
