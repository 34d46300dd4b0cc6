import FlintTestSupport
import Testing

@testable import FeatureGating

struct DeepRequirementTests {
    @Test func `every form of a deep requirement has the expected value`() {
        var random = SplitMix64(seed: 10_000)
        var seen: Set<Truth> = []
        for _ in 0..<40 {
            let values = [Truth].random(count: 6, using: &random)
            let (requirement, expected) = Requirement<Int>.randomChain(
                depth: Int.random(in: 1...3_000, using: &random), facts: 6, using: &random
            ) { values[$0] }
            #expect(requirement.evaluate { values[$0] } == expected)
            #expect(CompiledProgram(requirement.map { FactID(rawValue: Int32($0)) }).evaluate(values) == expected)
            #expect(Explanation(requirement) { values[$0] }.verdict == expected)
            seen.insert(expected)
        }
        #expect(seen.count == 3)
    }

    @Test func `plans with few facts are complete at any depth`() {
        var random = SplitMix64(seed: 11)
        for _ in 0..<20 {
            let (requirement, _) = Requirement<Int>.randomChain(depth: 2_000, facts: 9, using: &random) { _ in .false }
            let found = requirement.searchUnlockPlans(truth: { _ in .false }, canChange: { _ in true }, limit: 200)
            #expect(found.isComplete && !found.plans.isEmpty)
            for plan in found.plans {
                #expect(requirement.evaluate { plan.contains($0) ? .true : .false } == .true)
                for fact in plan {
                    #expect(requirement.evaluate { $0 != fact && plan.contains($0) ? .true : .false } == .false)
                }
            }
        }
    }

    @Test func `a requirement with 30,000 levels can be compared, hashed, planned and released`() {
        let one = Self.alternating(levels: 30_000)
        let other = Self.alternating(levels: 30_000)
        #expect(one == other)
        #expect(one.hashValue == other.hashValue)
        #expect(one != .all([.fact(0), other]))
        #expect(one.facts.count == 30_000)
        #expect(one.depth == 30_000)
        let found = one.searchUnlockPlans(truth: { _ in .false }, canChange: { _ in true })
        #expect(found.plans.first == [29_999])
        var graph = AvailabilityGraph<Int>()
        let node = graph.addNode(requirement: one, parent: nil)
        #expect(graph.set(.true, for: 29_999).map(\.node) == [node])
    }

    /// Returns a requirement with a fact and a group at every level, alternating between alternatives and conjunctions.
    private static func alternating(levels: Int) -> Requirement<Int> {
        (0..<levels).reduce(.always) { inner, level in
            level % 2 == 1 ? .any([inner, .fact(level)]) : .all([inner, .fact(level)])
        }
    }
}
