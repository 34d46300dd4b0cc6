import FeatureGating
import FlintTestSupport
import FlintWorld
import Testing

/// Compares explanations of differences with testing every set of facts.
struct WorldComparisonTests {
    private static let values: [Truth] = [.true, .false, .unknown]

    private static func state(_ random: inout SplitMix64) -> GatedApp.State {
        var state: GatedApp.State = [.platform: .platform(GatedApp.platforms[Int.random(in: 0..<3, using: &random)])]
        for fact in GatedApp.switches {
            let truth = values[Int.random(in: 0..<3, using: &random)]
            let statuses: [PermissionStatus] = [.authorized, .denied, .notDetermined]
            state[fact.key] =
                fact.key.kind == .permission
                ? .permission(statuses[Int.random(in: 0..<3, using: &random)]) : .truth(truth)
        }
        return state
    }

    @Test(arguments: PropertyScale.seeds(1))
    func `an explanation is sufficient, and no smaller set of facts is`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var differing = 0
        for _ in 0..<500 {
            let app = GatedApp(using: &random, factCount: 5)
            let states = (Self.state(&random), Self.state(&random))
            let (before, after) = (app.world(in: states.0), app.world(in: states.1))
            let comparison = WorldComparison(from: before, to: after)
            let keys = states.0.keys.filter { states.0[$0] != states.1[$0] }
            func isSufficient(_ chosen: [FactKey]) -> Bool {
                let others = GatedApp.facts(states.1.filter { chosen.contains($0.key) })
                return app.features.allSatisfy { before.verdict(of: $0.id, with: others) == after.verdict(of: $0.id) }
            }
            let smallest = (0..<(1 << keys.count)).filter { set in
                isSufficient(keys.indices.filter { set >> $0 & 1 == 1 }.map { keys[$0] })
            }.map(\.nonzeroBitCount).min()
            let chosen = comparison.explanation.compactMap { $0.fact.flatMap { FactKey($0) } }
            differing += comparison.features.isEmpty ? 0 : 1
            guard isSufficient(chosen), chosen.count == smallest, comparison.isSmallest,
                comparison.features.allSatisfy({ !$0.facts.isEmpty && !$0.requirementsDiffer })
            else {
                Issue.record("\(chosen) instead of \(smallest ?? -1), of \(app) from \(states.0) to \(states.1)")
                return
            }
        }
        #expect(differing > 100, "\(differing)")
    }

    private static let (flag, pro) = (
        Requirement.fact(GatedApp.switches[0].condition), Requirement.fact(GatedApp.switches[1].condition)
    )

    @Test func `each feature lists the facts of the explanation that affect it`() {
        let app = GatedApp([GatedApp.feature(0, "A", Self.flag), GatedApp.feature(1, "B", Self.pro)])
        let states: (GatedApp.State, GatedApp.State) = (
            [.featureFlag("a"): .truth(.false), .purchase(productID: "pro"): .truth(.false)],
            [.featureFlag("a"): .truth(.true), .purchase(productID: "pro"): .truth(.true)]
        )
        let comparison = WorldComparison(from: app.world(in: states.0), to: app.world(in: states.1))
        #expect(
            comparison.features.map { $0.facts.map(\.line) } == [
                ["Flag a: off -> on"], ["pro: not purchased -> purchased"],
            ])
        #expect(comparison.differingFactCount == 2)
    }

    @Test func `different requirements are distinguished from different facts`() {
        let state: GatedApp.State = [.featureFlag("a"): .truth(.true), .purchase(productID: "pro"): .truth(.false)]
        let old = GatedApp([GatedApp.feature(0, "A", Self.flag), GatedApp.feature(1, "Old", Self.flag)])
        let new = GatedApp([GatedApp.feature(0, "A", Self.pro), GatedApp.feature(1, "New", Self.flag)])
        let comparison = WorldComparison(from: old.world(in: state), to: new.world(in: state))
        #expect(comparison.features.map(\.requirementsDiffer) == [true] && comparison.explanation.isEmpty)
        #expect(comparison.onlyInFirst == ["Old"] && comparison.onlyInSecond == ["New"])
    }

    @Test func `a large component still has an explanation without redundant facts`() {
        let flags = (0..<80).map { FeatureKey(rawValue: "x\($0)") }
        let app = GatedApp([GatedApp.feature(0, "A", .all(flags.map { .fact(.featureFlag($0)) }))])
        func state(_ isOn: Bool) -> GatedApp.State {
            Dictionary(uniqueKeysWithValues: flags.map { (.featureFlag($0), .truth(Truth(isOn))) })
        }
        let lost = WorldComparison(from: app.world(in: state(true)), to: app.world(in: state(false)))
        #expect(lost.explanation.count == 1 && !lost.isSmallest)
        let gained = WorldComparison(from: app.world(in: state(false)), to: app.world(in: state(true)))
        #expect(gained.explanation.count == 80)
    }
}
