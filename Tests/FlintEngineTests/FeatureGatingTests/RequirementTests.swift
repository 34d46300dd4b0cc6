import FeatureGating
import FlintTestSupport
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

    @Test func `evaluation matches the result of trying every value of unknown facts`() {
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
}
