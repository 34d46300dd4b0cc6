import FlintTestSupport
import Testing

@testable import FeatureGating

struct StateDiagramTests {
    @Test func `a hundred facts in a grid can be counted`() throws {
        let states = RandomStates(Array(repeating: 2, count: 100))
        let facts = states.variables.map { Requirement<StateAtom>.on($0) }
        let rows = (0..<100).filter { $0 % 10 < 9 }.map { Requirement.any([facts[$0], facts[$0 + 1]]) }
        let columns = (0..<90).map { Requirement.any([facts[$0], facts[$0 + 10]]) }
        let counts = try #require(states.space.count(meeting: .all(rows + columns)))
        // The number of ways to place kings of which no two are side by side (sequence A006506).
        #expect(counts.met == StateCount(2_030_049_051_145_980_050) && counts.all == states.space.stateCount)
    }

    @Test func `facts that are tested in pairs can be counted even if they are far apart`() throws {
        let states = RandomStates(Array(repeating: 2, count: 120))
        let facts = states.variables.map { Requirement<StateAtom>.on($0) }
        let pairs = (0..<60).map { Requirement.any([facts[$0], facts[119 - $0]]) }
        let counts = try #require(states.space.count(meeting: .all([.any(Array(facts.prefix(60)))] + pairs)))
        let all = (0..<60).reduce(StateCount.one) { product, _ in product * StateCount(3) }
        #expect(counts.met + .one == all)
    }

    @Test func `a diagram with too many steps or variables is abandoned`() {
        let (few, many) = (RandomStates(Array(repeating: 2, count: 40)), RandomStates(Array(repeating: 2, count: 300)))
        var random = SplitMix64(seed: 7)
        for (states, stepLimit) in [(few, 10), (many, 1_000_000)] {
            let problem = StateProblem(.coupled(states.variables, using: &random), in: states.space)
            var progress = StateProgress(report: { _ in }, shouldContinue: { true })
            let outcome = StateDiagram.count(
                problem.circuit, weights: problem.weights, stepLimit: stepLimit, &progress, in: 0...1)
            guard case .tooLarge = outcome else {
                Issue.record("\(outcome)")
                continue
            }
        }
    }

    @Test func `states are tried one by one if splitting is not allowed`() throws {
        var random = SplitMix64(seed: 8)
        for _ in 0..<50 {
            let states = RandomStates([2, 3, 2, 5, 2, 4])
            let requirement = Requirement<StateAtom>.coupled(states.variables, using: &random)
            let problem = StateProblem(requirement, in: states.space)
            var counter = StateCounter(
                weights: problem.weights, diagramLimit: 1, maximumSplitCount: 0,
                progress: StateProgress(report: { _ in }, shouldContinue: { true }))
            let found = counter.run(problem.circuit)
            let counts = try #require(found)
            #expect(counts * problem.factor == states.space.count(meeting: requirement))
        }
    }
}
