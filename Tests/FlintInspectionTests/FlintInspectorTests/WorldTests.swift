import FlintCore
import FlintInspector
import FlintInspectorTestSupport
import FlintSimulation
import FlintTestSupport
import FlintWorld
import Foundation
import Testing

/// Compares the answers of a world, derived from declarations and facts, with the running app.
struct WorldTests {
    /// Makes 5,000 changes per seed.
    @Test(arguments: PropertyScale.seeds(1))
    func `a world that follows the changes of facts decides like the app`(seed: UInt64) throws {
        let bench = Bench(permissions: [.camera: .notDetermined])
        var commands = RandomCommands(seed: seed)
        var world = bench.inspector.world(of: nil)
        var verdicts: Set<[Bool?]> = []
        for step in 0..<5_000 {
            bench.send(commands.next())
            let changes = try #require(bench.inspector.changes(since: world.model.revision))
            world.apply(changes)
            // Compared without an expectation each, which would take most of the time.
            guard
                world.facts != bench.runtime.facts.all
                    || world.model.features.contains(where: { world.verdict(of: $0.id).boolValue != $0.isAvailable })
            else {
                verdicts.insert(world.model.features.map(\.isAvailable))
                continue
            }
            Issue.record("step \(step): \(world.facts) differs from \(bench.runtime.facts.all), or verdicts do")
            return
        }
        #expect(verdicts.count > 10, "\(verdicts.count)")
    }

    @Test func `a world explains like the engine`() throws {
        var commands = RandomCommands(seed: 12)
        for _ in 0..<30 {
            let bench = Bench(permissions: [.camera: .restricted])
            for _ in 0..<6 { bench.send(commands.next()) }
            let world = bench.inspector.world(of: nil)
            for metadata in bench.runtime.features {
                let found = try #require(world.detail(of: metadata.path.description))
                let expected = bench.runtime.explanation(of: metadata, includesPlans: false)
                #expect(found.available == expected.verdict.boolValue && found.firstBlocking == expected.firstBlocking)
                #expect(found.requirements.map(\.status) == expected.requirements.map(\.status))
                #expect(found.requirements.map(\.title) == expected.requirements.map(\.title))
            }
            for key in world.facts.keys {
                guard let fact = FactReference(key) else { continue }
                let users = bench.runtime.features(requiring: key).map(\.path.description)
                #expect(world.usage(of: fact) == users && bench.inspector.usage(of: fact) == users, "\(fact)")
            }
        }
    }

    @Test func `the dependents of facts are sufficient to forecast changes`() throws {
        var commands = RandomCommands(seed: 21)
        var changed = 0
        for _ in 0..<400 {
            let bench = Bench(permissions: [.camera: .restricted])
            for _ in 0..<3 { bench.send(commands.next()) }
            let (world, plan) = (bench.inspector.world(of: nil), bench.inspector.plan([commands.next()]))
            let facts = plan.facts.keys.compactMap(FactReference.init)
            let part = try bench.inspector.world(of: [], dependingOn: facts, in: world.model)
            #expect(plan.facts.keys.allSatisfy(part.declaresDependents(of:)))
            #expect(part.changes(to: plan.facts) == world.changes(to: plan.facts), "\(facts)")
            changed += part.changes(to: plan.facts).isEmpty ? 0 : 1
        }
        #expect(changed > 40, "\(changed)")
    }

    @Test func `the limits on a permission's access are shown with its status`() throws {
        let bench = Bench(permissions: [.location(usage: .whenInUse): .authorized])
        let revision = bench.inspector.readModel().revision
        func row(_ feature: FeatureSnapshot?) throws -> RequirementState {
            try #require(feature?.requirements.first { $0.kind == .permission })
        }
        #expect(try row(bench.feature("TestApp/Playlists")).value == "authorized")
        bench.device.permissions.setLocationAccuracy(.reduced)
        let changes = try #require(bench.inspector.changes(since: revision))
        let news = try #require(changes.permissions?.first { $0.permission == "location-when-in-use" })
        #expect(news.attributes == [.reducedAccuracy])
        #expect(news.effectiveText == "authorized, reduced accuracy")
        let id = "TestApp/Playlists"
        for feature in [bench.inspector.detail(of: id), bench.inspector.world(of: nil).detail(of: id)] {
            #expect(try row(feature).value == "authorized, reduced accuracy")
            #expect(try row(feature).attributes == [.reducedAccuracy])
            let data = try JSONEncoder().encode(row(feature))
            #expect(try JSONDecoder().decode(RequirementState.self, from: data) == row(feature))
        }
        bench.send(.override(.permission, "location-when-in-use", to: "denied"))
        let overridden = bench.inspector.readModel().permissions.first { $0.permission == "location-when-in-use" }
        #expect(overridden?.effectiveText == "denied" && overridden?.statusText == "authorized, reduced accuracy")
        #expect(try row(bench.feature("TestApp/Playlists")).attributes == nil)
    }

    @Test func `a feature that a world does not contain is neither available nor explained`() {
        let world = World()
        #expect(world.verdict(of: "nothing") == .false && world.detail(of: "nothing") == nil)
        #expect(world.plans(of: "nothing") == nil && world.states(of: "nothing") { _ in true } == nil)
        #expect(world.plan([.override(.purchase, "nothing", to: "purchased")]).refusal != nil)
    }
}
