import FeatureGating
import FlintTestSupport
import FlintWorld
import Testing

/// Compares the effects of replacing a flag with testing every state.
struct FlagRetirementTests {
    private static func requirement(_ keys: [String]) -> Requirement<Condition> {
        .all(keys.map { .fact(.featureFlag(FeatureKey(rawValue: $0))) })
    }

    private static func world(_ features: [DeclaredFeature]) -> World { GatedApp(features).world() }

    @Test(arguments: PropertyScale.seeds(1))
    func `dead and ungated features match the result of trying every state`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var found: [FlagRetirement.Effect: Int] = [:]
        for number in 0..<800 {
            let app = GatedApp.random(number, &random)
            let isOn = Bool.random(using: &random)
            let world = app.world()
            let retirement = FlagRetirement(of: "a", as: isOn, in: world)
            let all = app.states
            let fixed = all.filter { $0[.featureFlag("a")] == .truth(Truth(isOn)) }
            func isPossible(_ id: String, _ states: [GatedApp.State]) -> Bool {
                states.contains { world.verdict(of: id, with: GatedApp.facts($0)) == .true }
            }
            let dead = Set(
                app.features.map(\.id).filter { isPossible($0, all) && !isPossible($0, fixed) })
            let named = retirement.gates.filter { $0.effect == .dead }.map(\.id) + retirement.deadWithGroup.map(\.id)
            #expect(Set(named) == dead && named.count == dead.count, "\(isOn)\n\(app)")
            let asking = app.features.filter { $0.requirement.facts.contains(.featureFlag("a")) }
            #expect(retirement.gates.map(\.id) == asking.map(\.id))
            for gate in retirement.gates {
                found[gate.effect, default: 0] += 1
                guard gate.effect != .dead, let feature = world.feature(gate.id) else { continue }
                let isUngated = fixed.allSatisfy { state in
                    let facts = GatedApp.facts(state)
                    return feature.requirement.evaluate { $0.truth { facts[$0] } } == .true
                }
                #expect((gate.effect == .ungated) == isUngated, "\(isOn) \(gate)\n\(app)")
                #expect(gate.after != nil || isUngated)
            }
        }
        #expect(found.values.allSatisfy { $0 > 10 } && found.count == 3, "\(found)")
    }

    @Test func `the remaining requirements are simplified`() throws {
        let pro = GatedApp.switches[1].condition
        let requirement = Requirement<Condition>.all([
            .any([.fact(.featureFlag("a")), .fact(pro)]),
            .any([.fact(.featureFlag("b")), .all([.fact(.featureFlag("b")), .fact(.permission(.camera))])]),
        ])
        let world = Self.world([GatedApp.feature(0, "A", requirement)])
        let off = try #require(FlagRetirement(of: "a", as: false, in: world).gates.first)
        let rest = "(the flag b or (the flag b and Camera))"
        #expect(off.before == "(the flag a or pro) and \(rest)" && off.after == "pro and \(rest)")
        #expect(off.effect == .simplified)
        let on = FlagRetirement(of: "a", as: true, in: world)
        #expect(
            on.gates.first?.after == String(rest.dropFirst().dropLast()) && on.unneededFacts.map(\.title) == ["pro"])
    }

    @Test func `features become equal if they differed only in the flag`() {
        let world = Self.world([
            GatedApp.feature(0, "A", Self.requirement(["a", "b"])), GatedApp.feature(1, "B", Self.requirement(["b"])),
            GatedApp.feature(2, "C", Self.requirement(["b"])), GatedApp.feature(3, "D", Self.requirement(["a"])),
            GatedApp.feature(4, "E", Self.requirement([])),
        ])
        let retirement = FlagRetirement(of: "a", as: true, in: world)
        #expect(retirement.equal.map { $0.map(\.id) } == [["A", "B", "C"]])
        #expect(FlagRetirement(of: "b", as: true, in: world).equal.map { $0.map(\.id) } == [["A", "D"]])
        #expect(FlagRetirement(of: "c", as: true, in: world).gates.isEmpty)
    }

    @Test func `a fact that only dead features need is no longer needed`() {
        let pro = GatedApp.switches[1].condition
        var group = GatedApp.feature(0, "A", Self.requirement(["a"]))
        group.actions = [
            ActionSnapshot(id: "Show", name: "show", description: "", published: true, input: nil, presenter: nil)
        ]
        let child = GatedApp.feature(1, "A/B", parent: "A", .all([.fact(pro), .fact(.featureFlag("b"))]))
        let other = GatedApp.feature(2, "C", Self.requirement(["b"]))
        let retirement = FlagRetirement(of: "a", as: false, in: Self.world([group, child, other]))
        #expect(retirement.gates.map(\.effect) == [.dead] && retirement.deadWithGroup.map(\.id) == ["A/B"])
        #expect(retirement.unneededFacts.map(\.fact) == [FactReference(kind: .purchase, key: "pro")])
        #expect(retirement.unneededActions.map(\.id) == ["Show"])
        #expect(FlagRetirement(of: "a", as: true, in: Self.world([group, child, other])).unneededFacts.isEmpty)
    }
}
