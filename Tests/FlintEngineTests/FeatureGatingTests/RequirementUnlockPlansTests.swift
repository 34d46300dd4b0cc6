import FeatureGating
import FlintTestSupport
import Testing

struct RequirementUnlockPlansTests {
    @Test func `alternatives give plans in reading order`() {
        let requirement = Requirement.all([.any([.fact("B"), .fact("A")]), .fact("C")])
        #expect(
            requirement.unlockPlans(truth: { _ in .false }, canChange: { _ in true }) == [["B", "C"], ["A", "C"]])
    }

    @Test func `shorter plans come first`() {
        let requirement = Requirement.any([.all([.fact(1), .fact(2)]), .fact(3)])
        #expect(requirement.unlockPlans(truth: { _ in .unknown }, canChange: { _ in true }) == [[3], [1, 2]])
    }

    @Test func `a plan that contains another is removed`() {
        let requirement = Requirement.any([.all([.fact(1), .fact(2)]), .fact(1)])
        #expect(requirement.unlockPlans(truth: { _ in .false }, canChange: { _ in true }) == [[1]])
    }

    @Test func `a satisfied or impossible requirement has no plan`() {
        let requirement = Requirement.all([.fact("platform"), .fact("purchase")])
        #expect(requirement.unlockPlans(truth: { _ in .true }, canChange: { _ in true }).isEmpty)
        #expect(requirement.unlockPlans(truth: { _ in .false }, canChange: { $0 == "purchase" }).isEmpty)
        #expect(Requirement<Int>.never.unlockPlans(truth: { _ in .true }, canChange: { _ in true }).isEmpty)
    }

    @Test func `the number of plans is limited`() {
        let requirement = Requirement.any((0..<30).map { .fact($0) })
        #expect(requirement.unlockPlans(truth: { _ in .false }, canChange: { _ in true }, limit: 2) == [[0], [1]])
        #expect(requirement.unlockPlans(truth: { _ in .false }, canChange: { _ in true }, limit: 0).isEmpty)
        #expect(requirement.unlockPlans(truth: { _ in .false }, canChange: { _ in true }, limit: -1).isEmpty)
    }

    @Test func `plans of small requirements are exactly the minimal sets`() {
        var random = SplitMix64(seed: 7)
        var several = 0
        for _ in 0..<3_000 {
            let requirement = Requirement<Int>.random(facts: 6, using: &random)
            let values = [Truth].random(count: 6, using: &random)
            let fixed = Int.random(in: 0..<12, using: &random)
            let plans = requirement.unlockPlans(truth: { values[$0] }, canChange: { $0 != fixed }, limit: 100)
            let expected = minimalSets(requirement, values: values, fixed: fixed)
            #expect(Set(plans.map { Set($0) }) == expected, "\(requirement) over \(values)")
            #expect(plans.count == expected.count)
            #expect(plans.map(\.count) == plans.map(\.count).sorted())
            several += expected.count > 1 ? 1 : 0
        }
        #expect(several > 100)
    }

    @Test func `plans over nine facts are complete`() {
        var random = SplitMix64(seed: 9)
        for _ in 0..<150 {
            let requirement = Requirement<Int>.random(facts: 9, using: &random)
            let plans = requirement.unlockPlans(truth: { _ in .false }, canChange: { _ in true }, limit: 200)
            var smallest: [Int] = []
            for bits in (0..<512).sorted(by: { $0.nonzeroBitCount < $1.nonzeroBitCount })
            where !smallest.contains(where: { $0 & bits == $0 }) {
                if requirement.evaluate({ bits >> $0 & 1 == 1 ? .true : .false }) == .true { smallest.append(bits) }
            }
            let found: Set<Int> = Set(plans.map { plan in plan.reduce(0) { bits, fact in bits | (1 << fact) } })
            let expected: Set<Int> = smallest == [0] ? [] : Set(smallest)
            #expect(found == expected)
        }
        // A set that contains a fact of every six of the nine facts has at least four facts. There are 126 sets of
        // four.
        let sixes = (0..<512).filter { $0.nonzeroBitCount == 6 }
        let majority = Requirement<Int>.all(
            sixes.map { bits in .any((0..<9).filter { bits >> $0 & 1 == 1 }.map { .fact($0) }) })
        let plans = majority.unlockPlans(truth: { _ in .false }, canChange: { _ in true }, limit: 200)
        #expect(plans.count == 126 && plans.allSatisfy { $0.count == 4 })
    }

    /// Finds the minimal sufficient sets by testing every set of changeable facts that are not true.
    private func minimalSets(_ requirement: Requirement<Int>, values: [Truth], fixed: Int) -> Set<Set<Int>> {
        guard requirement.evaluate({ values[$0] }) != .true else { return [] }
        let facts = values.indices.filter { values[$0] != .true && $0 != fixed }
        let sufficient = (0..<(1 << facts.count)).map { bits in
            Set(facts.indices.filter { bits >> $0 & 1 == 1 }.map { facts[$0] })
        }.filter { set in
            requirement.evaluate { set.contains($0) ? .true : values[$0] } == .true
        }
        return Set(sufficient.filter { set in !sufficient.contains { $0.isStrictSubset(of: set) } })
    }

    @Test func `large requirements get minimal plans in bounded work`() {
        // The alternatives share facts and have about 3^40 combinations.
        let requirement = Requirement.all(
            (0..<40).map { part in .any([.fact(part), .fact(part * 7 % 41), .all([.fact(part + 1), .fact(90)])]) })
        let plans = requirement.unlockPlans(truth: { _ in .false }, canChange: { _ in true })
        #expect(!plans.isEmpty && plans.count <= 8)
        for plan in plans {
            #expect(requirement.evaluate { plan.contains($0) ? .true : .false } == .true)
            for fact in plan {
                #expect(requirement.evaluate { $0 != fact && plan.contains($0) ? .true : .false } != .true)
            }
        }
    }
}
