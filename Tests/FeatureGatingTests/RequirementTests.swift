import FeatureGating
import Testing

struct RequirementTests {
    @Test func `an empty conjunction is true and an empty alternative false`() {
        #expect(Requirement<Int>.always.evaluate { _ in .false } == .true)
        #expect(Requirement<Int>.never.evaluate { _ in .true } == .false)
    }

    @Test func `false takes precedence over unknown in a conjunction`() {
        let requirement = Requirement.all([.fact("asked"), .fact("platform")])
        #expect(requirement.evaluate { $0 == "platform" ? .false : .unknown } == .false)
    }

    @Test func `true takes precedence over unknown in an alternative`() {
        let requirement = Requirement.any([.fact("monthly"), .fact("yearly")])
        #expect(requirement.evaluate { $0 == "yearly" ? .true : .unknown } == .true)
        #expect(requirement.evaluate { $0 == "yearly" ? .false : .unknown } == .unknown)
    }

    @Test func `evaluation matches trying every value of unknown facts`() {
        var random = SplitMix64(seed: 1)
        var seen = Set<Truth>()
        for _ in 0..<5_000 {
            let requirement = Requirement<Int>.random(facts: 6, using: &random)
            let values = [Truth].random(count: 6, using: &random)
            let expected = requirement.valueByTryingAll(values)
            #expect(requirement.evaluate { values[$0] } == expected, "\(requirement) over \(values)")
            seen.insert(expected)
        }
        #expect(seen.count == 3)
    }

    @Test func `a fact that becomes true never lowers the value`() {
        var random = SplitMix64(seed: 2)
        for _ in 0..<2_000 {
            let requirement = Requirement<Int>.random(facts: 5, using: &random)
            var values = [Truth].random(count: 5, using: &random)
            let before = requirement.evaluate { values[$0] }
            values[Int.random(in: 0..<5, using: &random)] = .true
            #expect(requirement.evaluate { values[$0] }.rawValue >= before.rawValue)
        }
    }

    @Test func `facts are listed once in reading order`() {
        let requirement = Requirement.all([.fact("b"), .any([.fact("a"), .fact("b")]), .all([.fact("c")])])
        #expect(requirement.facts == ["b", "a", "c"])
        #expect(Requirement<Int>.never.facts.isEmpty)
    }

    @Test func `map keeps the structure`() {
        let requirement = Requirement.all([.fact(1), .any([.fact(2), .never])])
        #expect(requirement.map { "\($0)" } == .all([.fact("1"), .any([.fact("2"), .never])]))
    }

    @Test func `simplifying merges nested nodes and unwraps single ones`() {
        let nested = Requirement.all([.all([.fact(1), .all([.fact(2)])]), .any([.any([.fact(3)])])])
        #expect(nested.simplified() == .all([.fact(1), .fact(2), .fact(3)]))
        #expect(Requirement.any([.all([.fact(1)])]).simplified() == .fact(1))
        #expect(Requirement<Int>.all([.all([])]).simplified() == .always)
        #expect(Requirement<Int>.any([.all([])]).simplified() == .always)
        #expect(Requirement<Int>.all([.never]).simplified() == .never)
    }

    @Test func `simplifying keeps values and facts`() {
        var random = SplitMix64(seed: 3)
        for _ in 0..<2_000 {
            let requirement = Requirement<Int>.random(facts: 5, using: &random)
            let simple = requirement.simplified()
            let values = [Truth].random(count: 5, using: &random)
            #expect(simple.evaluate { values[$0] } == requirement.evaluate { values[$0] })
            #expect(simple.facts == requirement.facts)
            #expect(simple.simplified() == simple)
        }
    }
}
