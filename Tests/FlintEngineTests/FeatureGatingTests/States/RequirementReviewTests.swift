import FlintTestSupport
import Testing

@testable import FeatureGating

struct RequirementReviewTests {
    @Test func `redundant parts are those that can be removed without changing any state`() {
        var random = SplitMix64(seed: 31)
        var (redundant, impossible) = (0, 0)
        for round in 0..<1_500 {
            let states = RandomStates(using: &random)
            let requirement = states.requirement(isShared: round % 4 == 0, depth: 3, using: &random)
            guard requirement.size <= 60 else { continue }
            let met = states.met(requirement)
            let review = states.space.review(requirement)
            #expect(review.isComplete)
            #expect(review.canBeMet == met.contains(true) && review.isAlwaysMet == !met.contains(false))
            var expected: [[Int]] = []
            for path in requirement.allPaths where !expected.contains(where: { path.starts(with: $0) }) {
                if states.met(requirement.removing(path)) == met { expected.append(path) }
            }
            #expect(review.redundantParts == expected, "\(requirement)")
            redundant += expected.count
            impossible += review.canBeMet ? 0 : 1
        }
        #expect(redundant > 500 && impossible > 50, "\(redundant), \(impossible)")
    }

    @Test func `redundant parts of a large requirement are found by counting`() {
        let states = RandomStates(Array(repeating: 2, count: 20))
        let facts = states.variables.map { Requirement<StateAtom>.on($0) }
        let parts = (0..<19).map { Requirement.any([facts[$0], facts[$0 + 1]]) }
        let requirement = Requirement.all(parts + [.any([facts[3], facts[4], facts[9]]), facts[12]])
        let review = states.space.review(requirement)
        #expect(review.isComplete && review.canBeMet && !review.isAlwaysMet)
        #expect(review.redundantParts == [[11], [12], [19]])
    }

    @Test func `parts of a requirement with too many states to count stay unknown`() {
        let states = RandomStates(Array(repeating: 5, count: 140))
        let some = states.variables.map { Requirement.fact(StateAtom($0, in: 0b11)) }
        let requirement = Requirement.any([.all(some), .all([some[0], .any([some[1], some[2]])])])
        let review = states.space.review(requirement)
        #expect(review.canBeMet && !review.isAlwaysMet && !review.isComplete)
    }
}
