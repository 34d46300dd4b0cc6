import FeatureGating
import FlintTestSupport
import FlintWorld
import Foundation
import Testing

/// Compares plans and counts of states with testing every value of an app's own facts.
struct OwnFactPlanTests {
    private static func isAvailable(_ id: String, _ state: GatedApp.State, in world: World) -> Bool {
        world.verdict(of: id, with: GatedApp.facts(state)) == .true
    }

    /// Returns a state in which some facts are unknown.
    private static func state(of app: GatedApp, _ random: inout SplitMix64) -> GatedApp.State {
        (app.states.randomElement(using: &random) ?? [:]).filter {
            $0.key == .platform || Int.random(in: 0..<4, using: &random) > 0
        }
    }

    @Test(arguments: PropertyScale.seeds(2))
    func `plans are the smallest sets of facts whose change makes a feature available`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var lengths: [Int: Int] = [:]
        for number in 0..<250 {
            let first = number % 3
            let app = GatedApp(using: &random, factCount: 2, hasPlatforms: false, ownFacts: first..<(first + 3))
            let state = Self.state(of: app, &random)
            let world = app.world(in: state)
            let keys = (GatedApp.switches.prefix(2).map(\.key) + GatedApp.ownFacts[first..<(first + 3)].map(\.key))
            for feature in app.features where !Self.isAvailable(feature.id, state, in: world) {
                let plans = try #require(world.plans(of: feature.id))
                var found: Set<Set<FactKey>> = []
                for plan in plans.plans {
                    var changed = state
                    for step in plan {
                        let fact = FactReference(kind: step.kind.fact ?? .fact, key: step.key)
                        let key = try #require(world.model.key(of: fact))
                        let value: FactValue = try #require(FactValue(step.override ?? "", of: key))
                        changed[key] = value
                    }
                    found.insert(Set(changed.filter { state[$0.key] != $0.value }.keys))
                    guard Self.isAvailable(feature.id, changed, in: world) else {
                        Issue.record("\(plan.map(\.title)) in \(state) does not unlock \(feature.id) of\n\(app)")
                        return
                    }
                }
                // The sets of facts with values that make the feature available while all others keep theirs.
                let sets = (0..<(1 << keys.count)).map { bits in keys.indices.filter { bits >> $0 & 1 == 1 } }
                let sufficient = sets.map { Set($0.map { keys[$0] }) }.filter { set in
                    app.states.contains { other in
                        var changed = state
                        for key in set { changed[key] = other[key] }
                        return Self.isAvailable(feature.id, changed, in: world)
                    }
                }
                let smallest = sufficient.filter { set in !sufficient.contains { $0.isStrictSubset(of: set) } }
                for set in smallest { lengths[set.count, default: 0] += 1 }
                guard found == Set(smallest), plans.areComplete else {
                    Issue.record("\(found) or \(smallest) in \(state) for \(feature.id) of\n\(app)")
                    return
                }
            }
        }
        #expect(lengths.count > 2, "\(lengths)")
    }

    @Test(arguments: PropertyScale.seeds(1))
    func `states are counted over the values that conditions distinguish`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for number in 0..<200 {
            let first = number % 3
            let app = GatedApp(using: &random, factCount: 1, hasPlatforms: false, ownFacts: first..<(first + 3))
            let world = app.world()
            for feature in app.features {
                let lineage = [feature] + app.features.filter { $0.id == feature.summary.parent }
                let conditions = Set(lineage.flatMap(\.requirement.facts))
                // States in which all conditions have the same truths are one state, except for choices.
                let states = Dictionary(grouping: app.states) { state in
                    state.filter { key, value in
                        conditions.contains { $0.mainKey == key } && !key.domain.choices.isEmpty
                    }.map { "\($0.key.sortKey) \($0.value)" }.sorted()
                        + conditions.map { condition in
                            "\(condition.truth { GatedApp.facts(state)[$0] })"
                        }
                }
                let available = states.values.count { Self.isAvailable(feature.id, $0[0], in: world) }
                let counted = world.states(of: feature.id) { _ in true }
                #expect(counted?.allowed == "\(available)" && counted?.all == "\(states.count)", "\(app)")
            }
        }
    }
}
