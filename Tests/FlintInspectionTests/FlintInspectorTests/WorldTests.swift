import FlintCore
import FlintInspector
import FlintTestSupport
import FlintWorld
import Testing

/// Compares the answers of a world, derived from declarations and facts, with the running app.
struct WorldTests {
    private func world(of bench: Bench) -> World {
        var world = World(model: bench.inspector.list())
        world.add(bench.inspector.catalog(of: nil))
        world.set(bench.inspector.facts(of: nil))
        return world
    }

    /// Makes 5,000 changes per seed.
    @Test(arguments: PropertyScale.seeds(1))
    func `a world that follows the changes of facts decides as the app does`(seed: UInt64) throws {
        let bench = Bench(permissions: [.camera: .notDetermined])
        var commands = RandomCommands(seed: seed)
        var world = world(of: bench)
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

    @Test func `a world explains, plans and reviews as the app does`() throws {
        var commands = RandomCommands(seed: 12)
        for _ in 0..<30 {
            let bench = Bench(permissions: [.camera: .restricted])
            for _ in 0..<6 { bench.send(commands.next()) }
            let world = world(of: bench)
            for feature in world.model.features {
                #expect(world.detail(of: feature.id) == bench.inspector.detail(of: feature.id))
                #expect(world.plans(of: feature.id) == bench.inspector.plans(of: feature.id))
            }
            for fact in world.facts.keys.compactMap(FactReference.init) {
                #expect(world.usage(of: fact) == bench.inspector.usage(of: fact), "\(fact)")
            }
        }
    }

    @Test func `what a world does not know is neither available nor explained`() {
        let world = World()
        #expect(world.verdict(of: "nothing") == .false && world.detail(of: "nothing") == nil)
        #expect(world.plans(of: "nothing") == nil && world.states(of: "nothing") { _ in true } == nil)
        #expect(world.plan([.override(.purchase, "nothing", to: "purchased")]).refusal != nil)
    }
}
