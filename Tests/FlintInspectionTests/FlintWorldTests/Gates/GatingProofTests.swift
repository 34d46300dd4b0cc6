import FeatureGating
import FlintTestSupport
import FlintWorld
import Testing

/// Compares proofs about two versions with testing every state.
struct GatingProofTests {
    private static func isAvailable(_ world: World, _ id: String, in state: GatedApp.State) -> Bool {
        world.verdict(of: id, with: GatedApp.facts(state)) == .true
    }

    @Test(arguments: PropertyScale.seeds(1))
    func `a proof agrees with the result of testing every state`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var found = 0
        for number in 0..<1_000 {
            func app() -> GatedApp { .random(number, &random) }
            let apps = (old: app(), new: app())
            let worlds = (old: apps.old.world(), new: apps.new.world())
            let proof = GatingProof(from: worlds.old, to: worlds.new)
            for feature in proof.features {
                for change in GatingProof.Change.allCases {
                    let (before, after) = change == .loses ? (worlds.old, worlds.new) : (worlds.new, worlds.old)
                    let changing = apps.old.states.filter {
                        Self.isAvailable(before, feature.id, in: $0) && !Self.isAvailable(after, feature.id, in: $0)
                    }
                    let result = feature[change]
                    let isRight: Bool
                    switch result.verdict {
                    case .never: isRight = changing.isEmpty
                    case .found:
                        found += 1
                        // All states with the values of the persona change, regardless of the other facts.
                        let values = result.persona?.state ?? [:]
                        let matching = apps.old.states.map { $0.merging(values) { $1 } }
                        isRight =
                            !changing.isEmpty
                            && matching.allSatisfy {
                                Self.isAvailable(before, feature.id, in: $0)
                                    && !Self.isAvailable(after, feature.id, in: $0)
                            }
                    case .notProved: isRight = false
                    }
                    guard isRight else {
                        Issue.record(
                            """
                            The proof of \(change) for \(feature.id) is \(result), but \(changing.count) states change:
                            \(apps.old)
                            \(apps.new)
                            """)
                        return
                    }
                }
            }
        }
        #expect(found > 500, "\(found)")
    }

    @Test func `no persona with fewer facts changes a feature`() {
        var random = SplitMix64(seed: 11)
        var compared = 0
        for _ in 0..<150 {
            let apps = (0..<2).map { _ in GatedApp(using: &random, factCount: 4, hasPlatforms: false) }
            let worlds = apps.map { $0.world() }
            let states = apps[0].states
            let keys = GatedApp.switches.prefix(4).map(\.key)
            for feature in GatingProof(from: worlds[0], to: worlds[1]).features where feature.loses.verdict == .found {
                let changing = Set(
                    states.filter {
                        Self.isAvailable(worlds[0], feature.id, in: $0)
                            && !Self.isAvailable(worlds[1], feature.id, in: $0)
                    })
                // A set of facts is sufficient if all states that agree with one changing state in them change.
                let sufficient = (0..<16).filter { set in
                    changing.contains { state in
                        states.allSatisfy { other in
                            changing.contains(other)
                                || keys.indices.contains { set >> $0 & 1 == 1 && state[keys[$0]] != other[keys[$0]] }
                        }
                    }
                }
                compared += 1
                #expect(feature.loses.isSmallest)
                #expect(feature.loses.values.count == sufficient.map(\.nonzeroBitCount).min(), "\(apps)")
            }
        }
        #expect(compared > 100, "\(compared)")
    }

    private static let (flag, pro) = (
        Requirement.fact(GatedApp.switches[0].condition), Requirement.fact(GatedApp.switches[1].condition)
    )

    private static func world(_ requirement: Requirement<Condition>, id: String = "A") -> World {
        GatedApp([GatedApp.feature(0, id, requirement)]).world()
    }

    @Test func `the persona of a stricter requirement has a name and only the relevant facts`() throws {
        let proof = GatingProof(from: Self.world(.any([Self.flag, Self.pro])), to: Self.world(Self.pro))
        let loses = try #require(proof.losing.first).loses
        #expect(loses.persona?.name == "Loses A")
        #expect(loses.values.map { "\($0.title): \($0.text)" } == ["Flag a: on", "pro: not purchased"])
        #expect(proof.gaining.isEmpty && !proof.isUnchanged)
    }

    @Test func `a proof reports an added feature as gained and a removed feature as lost`() {
        let proof = GatingProof(from: Self.world(Self.flag, id: "Old"), to: Self.world(Self.flag, id: "New"))
        #expect(proof.features.map(\.id) == ["New", "Old"] && !proof.features.contains(where: \.isInBoth))
        #expect(proof.gaining.map(\.id) == ["New"] && proof.losing.map(\.id) == ["Old"])
    }

    @Test func `a search with too many steps proves nothing`() {
        let parts = (0..<20).map { number in
            Requirement<Condition>.any([
                .fact(.featureFlag(FeatureKey(rawValue: "x\(number)"))), Self.flag,
            ])
        }
        let proof = GatingProof(
            from: Self.world(.all(parts)), to: Self.world(.all(parts.reversed())), stepLimit: 5)
        #expect(proof.unproved.map(\.id) == ["A"] && !proof.isUnchanged)
        #expect(GatingProof(from: Self.world(.all(parts)), to: Self.world(.all(parts.reversed()))).isUnchanged)
    }
}
