import FeatureGating
import FlintTestSupport
import FlintWorld
import Testing

/// Compares the facts that decide an availability with testing every set of facts in every state.
struct DecidingFactsTests {
    private static func decides(_ facts: [FactKey], of state: GatedApp.State, _ id: String, in app: GatedApp) -> Bool {
        let target = app.world(in: state).verdict(of: id)
        return app.states.allSatisfy { other in
            app.world(in: other.merging(state.filter { facts.contains($0.key) }) { $1 }).verdict(of: id) == target
        }
    }

    @Test(arguments: PropertyScale.seeds(1), [false, true])
    func `the deciding facts determine the availability, and no smaller set does`(
        seed: UInt64, hasPlatforms: Bool
    ) throws {
        var random = SplitMix64(seed: seed)
        var sizes: [Int: Int] = [:]
        for number in 0..<120 {
            let first = number / 2 % 4
            let app =
                number % 2 == 0
                ? GatedApp(using: &random, factCount: 4, hasPlatforms: hasPlatforms)
                : GatedApp(using: &random, factCount: 1, hasPlatforms: hasPlatforms, ownFacts: first..<(first + 2))
            let state = try #require(app.states.randomElement(using: &random))
            for feature in app.features {
                let found = app.world(in: state).decidingFacts(of: feature.id)
                #expect(found.isSmallest && found.availability == app.world(in: state).verdict(of: feature.id))
                sizes[found.facts.count, default: 0] += 1
                guard Self.decides(found.facts, of: state, feature.id, in: app) else {
                    Issue.record("\(found.facts) of \(state), \(feature.id) in \(app)")
                    return
                }
                // With platforms and choices, requirements can exclude each other, which the search does not use.
                if hasPlatforms || number % 2 == 1 { continue }
                let keys = Array(state.keys)
                let smallest = (0..<(1 << keys.count)).filter { set in
                    let chosen = keys.indices.filter { set >> $0 & 1 == 1 }.map { keys[$0] }
                    return chosen.count < found.facts.count && Self.decides(chosen, of: state, feature.id, in: app)
                }
                #expect(smallest.isEmpty, "\(found.facts) of \(state), \(feature.id) in \(app)")
            }
        }
        #expect(sizes.count > 3, "\(sizes)")
    }

    private static let (flag, pro, camera) = (GatedApp.switches[0], GatedApp.switches[1], GatedApp.switches[2])

    private static func facts(_ requirement: Requirement<Condition>, in state: GatedApp.State) -> [FactKey] {
        GatedApp([GatedApp.feature(0, "A", requirement)]).world(in: state).decidingFacts(of: "A").facts
    }

    @Test func `one reason is sufficient for a denial`() {
        let requirement = Requirement.all([Self.flag, Self.pro, Self.camera].map { .fact($0.condition) })
        let state: GatedApp.State = [
            Self.flag.key: .truth(.true), Self.pro.key: .truth(.false), Self.camera.key: .permission(.notDetermined),
        ]
        #expect(Self.facts(requirement, in: state) == [Self.pro.key])
    }

    @Test func `an undetermined availability is decided by the facts that leave it undetermined`() {
        let requirement = Requirement.all([
            .fact(Self.pro.condition), .any([.fact(Self.flag.condition), .fact(Self.camera.condition)]),
        ])
        let state: GatedApp.State = [
            Self.flag.key: .truth(.false), Self.pro.key: .truth(.true), Self.camera.key: .permission(.notDetermined),
        ]
        #expect(Self.facts(requirement, in: state) == [Self.pro.key, Self.camera.key, Self.flag.key])
    }

    @Test func `one met alternative is sufficient`() {
        let requirement = Requirement.any([Self.flag, Self.pro, Self.camera].map { .fact($0.condition) })
        let state: GatedApp.State = [
            Self.flag.key: .truth(.false), Self.pro.key: .truth(.true), Self.camera.key: .permission(.denied),
        ]
        #expect(Self.facts(requirement, in: state) == [Self.pro.key])
    }

    @Test func `facts of a group decide its features, and an unknown feature has no deciding facts`() {
        let app = GatedApp([
            GatedApp.feature(0, "A", .fact(Self.pro.condition)),
            GatedApp.feature(1, "A/B", parent: "A", .fact(Self.flag.condition)),
        ])
        let world = app.world(in: [Self.pro.key: .truth(.false), Self.flag.key: .truth(.true)])
        #expect(world.decidingFacts(of: "A/B").facts == [Self.pro.key])
        #expect(world.decidingFacts(of: "C").facts.isEmpty && world.decidingFacts(of: "C").availability == .false)
    }
}
