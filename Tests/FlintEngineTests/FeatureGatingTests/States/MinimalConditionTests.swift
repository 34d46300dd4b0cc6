import FlintTestSupport
import Testing

@testable import FeatureGating

struct MinimalConditionTests {
    @Test func `the minimal condition is equivalent in every state and never longer`() {
        var random = SplitMix64(seed: 21)
        var (smaller, open) = (0, 0)
        for round in 0..<3_000 {
            let states = RandomStates(using: &random)
            let requirement = states.requirement(isShared: round % 4 == 0, using: &random)
            let minimal = states.space.minimalCondition(of: requirement)
            let met = states.met(requirement)
            #expect(states.met(minimal) == met, "\(requirement)")
            #expect(minimal.size <= requirement.size)
            smaller += minimal.size < requirement.size ? 1 : 0
            open += Set(met).count - 1
            // Redundant parts are removed only from requirements of at most 512 facts.
            guard minimal.size <= 512, minimal.depth > 0 else { continue }
            for path in minimal.allPaths {
                #expect(states.met(minimal.removing(path)) != met, "\(minimal) at \(path)")
            }
        }
        #expect(smaller > 1_000 && open > 800, "\(smaller), \(open)")
    }

    @Test func `parts that are redundant for any facts are removed`() {
        let (a, b, c) = (Requirement.fact("A"), Requirement.fact("B"), Requirement.fact("C"))
        #expect(Requirement.any([a, .all([a, b])]).minimalCondition() == a)
        #expect(Requirement.all([a, .any([b, a])]).minimalCondition() == a)
        let nested = Requirement.all([.all([a]), .all([b, .all([a, c])])])
        #expect(nested.minimalCondition() == .all([a, b, c]))
        #expect(Requirement.any([a, .never, .all([b, .always])]).minimalCondition() == .any([a, b]))
        #expect(Requirement.any([a, .always]).minimalCondition() == .always)
        let implied = Requirement.all([a, .any([b, .all([a, c])])])
        #expect(implied.minimalCondition() == .all([a, .any([b, c])]))
        // The last part is implied by the first two together, but by neither of them alone.
        let minimal = Requirement.all([.any([a, b]), .any([a, c]), .any([a, .all([b, c])])]).minimalCondition()
        #expect(minimal == .all([.any([a, b]), .any([a, c])]))
    }

    @Test func `several tests of one variable are combined`() {
        var space = StateSpace()
        let permission = space.addVariable(valueCount: 5)
        func status(_ values: UInt64) -> Requirement<StateAtom> { .fact(StateAtom(permission, in: values)) }
        #expect(space.minimalCondition(of: .any([status(0b1), status(0b100)])) == status(0b101))
        #expect(space.minimalCondition(of: .all([status(0b11), status(0b110)])) == status(0b10))
        #expect(space.minimalCondition(of: .all([status(0b1), status(0b10)])) == .never)
        #expect(space.minimalCondition(of: .any([status(0b111), status(0b11000)])) == .always)
    }

    @Test func `a large requirement is reduced by the rules for one group`() {
        let facts = (0..<40).map { Requirement.fact($0) }
        let requirement = Requirement.all((0..<39).map { .any([facts[$0], facts[$0 + 1]]) } + [facts[3]])
        let minimal = requirement.minimalCondition()
        #expect(minimal.size == requirement.size - 4)
    }

    @Test func `a requirement that doubles at every level stays shared`() {
        var rule = Requirement.any([.fact(0), .fact(1)])
        for level in 1..<200 {
            rule = .any([.all([rule, .fact(2 * level)]), .all([rule, .fact(2 * level + 1)])])
        }
        let minimal = rule.minimalCondition()
        #expect(minimal.facts.count == 400)
    }
}

extension Requirement {
    /// The paths of all parts, outer parts first.
    var allPaths: [[Int]] {
        switch form {
        case .fact: []
        case .all(let parts), .any(let parts):
            parts.enumerated().flatMap { index, part in [[index]] + part.allPaths.map { [index] + $0 } }
        }
    }
}
