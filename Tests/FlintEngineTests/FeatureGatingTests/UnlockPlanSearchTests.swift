import FlintTestSupport
import Testing

@testable import FeatureGating

struct UnlockPlanSearchTests {
    private func search(_ requirement: Requirement<Int>) -> UnlockPlans<Int> {
        requirement.searchUnlockPlans(truth: { _ in .false }, canChange: { _ in true })
    }

    @Test func `a thousand pairs get the first plans in bounded work`() {
        let pairs = Requirement<Int>.all((0..<1_000).map { .any([.fact(2 * $0), .fact(2 * $0 + 1)]) })
        let found = search(pairs)
        #expect(!found.isComplete && found.steps < 1_000_000, "\(found.steps)")
        #expect(found.plans.count == 8 && found.plans.allSatisfy { $0.count == 1_000 })
        #expect(found.plans[0] == (0..<1_000).map { 2 * $0 })
        #expect(found.plans[1] == (0..<999).map { 2 * $0 } + [1_999])
    }

    @Test(arguments: [1_000, 20_000])
    func `a wide alternative and a wide conjunction are planned completely`(count: Int) {
        let facts = (0..<count).map { Requirement.fact($0) }
        let any = search(.any(facts))
        #expect(any.isComplete && any.plans == (0..<8).map { [$0] } && any.steps < 20 * count)
        let all = search(.all(facts))
        #expect(all.isComplete && all.plans == [Array(0..<count)] && all.steps < 4 * count)
    }

    @Test func `a plan without repeated facts is found among alternatives that need more`() {
        // Each group has ten separate alternatives and one that all groups share.
        let groups = (0..<6).map { group in
            Requirement<Int>.any((0..<10).map { .fact(1 + 10 * group + $0) } + [.fact(0)])
        }
        #expect(search(.all(groups)).plans.first == [0])
    }

    @Test func `satisfied and impossible facts are excluded from the search`() {
        let requirement = Requirement.all([
            .any([.all((10..<40).map { .fact($0) } + [.fact(1)]), .fact(2)]), .any([.fact(3), .fact(0)]),
        ])
        let found = requirement.searchUnlockPlans(
            truth: { $0 == 3 ? .true : .unknown }, canChange: { $0 != 1 })
        #expect(found.plans == [[2]] && found.isComplete && found.steps <= 1)
    }

    @Test func `complete plans of more than nine facts are the minimal sets`() {
        var random = SplitMix64(seed: 12)
        var (complete, cut) = (0, 0)
        for round in 0..<200 {
            let requirement = Requirement.all(
                (0..<3).map { _ in
                    .any((0..<4).map { _ in Requirement<Int>.random(facts: 12, depth: 2, using: &random) })
                })
            let found = requirement.searchUnlockPlans(
                truth: { _ in .false }, canChange: { _ in true }, limit: 10_000)
            guard requirement.facts.count > 9, requirement.evaluate({ _ in .false }) != .true else { continue }
            let smallest = smallestSets(requirement)
            let plans = Set(found.plans.map { plan in plan.reduce(0) { $0 | 1 << $1 } })
            #expect(plans.isSubset(of: smallest), "round \(round)")
            if found.isComplete { #expect(plans == smallest, "round \(round)") }
            complete += found.isComplete ? 1 : 0
            cut += smallest.count > 8 ? 1 : 0
        }
        #expect(complete > 100 && cut > 3, "\(complete), \(cut)")
    }

    @Test func `plans of many facts in shared and nested rules are minimal`() {
        var random = SplitMix64(seed: 13)
        var incomplete = 0
        for _ in 0..<30 {
            let requirement = Requirement<Int>.all(
                (0..<60).map { _ in
                    .any(
                        (0..<3).map { _ in
                            .all(
                                (0..<Int.random(in: 1...2, using: &random)).map { _ in
                                    .fact(Int.random(in: 0..<50, using: &random))
                                })
                        })
                })
            let found = search(requirement)
            #expect(!found.plans.isEmpty && found.steps < 4_000_000)
            incomplete += found.isComplete ? 0 : 1
            for plan in found.plans {
                #expect(requirement.evaluate { plan.contains($0) ? .true : .false } == .true)
                for fact in plan {
                    #expect(requirement.evaluate { $0 != fact && plan.contains($0) ? .true : .false } == .false)
                }
            }
        }
        #expect(incomplete > 20)
    }

    /// Returns the smallest sets that satisfy a requirement over 12 facts, as bits, by testing every set.
    private func smallestSets(_ requirement: Requirement<Int>) -> Set<Int> {
        let meets = (0..<1 << 12).map { bits in requirement.isMet { bits >> $0 & 1 == 1 } }
        return Set(
            meets.indices.filter { bits in
                meets[bits] && !(0..<12).contains { bits >> $0 & 1 == 1 && meets[bits & ~(1 << $0)] }
            })
    }
}
