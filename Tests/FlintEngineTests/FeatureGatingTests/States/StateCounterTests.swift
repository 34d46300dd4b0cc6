import FlintTestSupport
import Testing

@testable import FeatureGating

struct StateCounterTests {
    @Test func `the count of a random requirement matches the count of all states`() throws {
        var random = SplitMix64(seed: 1)
        var open = 0
        for round in 0..<1_500 {
            let states = RandomStates(using: &random)
            let requirement = states.requirement(isShared: round % 3 == 0, using: &random)
            let met = states.met(requirement)
            for diagramLimit in [1, 6, StateSpace.standardDiagramLimit] {
                let counts = try #require(states.space.count(meeting: requirement, diagramLimit: diagramLimit))
                #expect(counts.met == StateCount(met.count { $0 }), "\(requirement) at \(diagramLimit)")
                #expect(counts.unmet == StateCount(met.count { !$0 }))
            }
            open += Set(met).count - 1
        }
        #expect(open > 400, "\(open)")
    }

    @Test func `the count of a space with several blocks matches the count of all states`() throws {
        var random = SplitMix64(seed: 2)
        let spaces = [Array(repeating: 2, count: 11), [3, 5, 3, 5, 3, 5], [5, 2, 4, 2, 3, 2, 2, 2, 2], [64, 40]]
        for states in spaces.map({ RandomStates($0) }) {
            for _ in 0..<4 {
                let parts = (0..<10).map { _ in
                    Requirement<StateAtom>.any(
                        states.variables.indices.shuffled(using: &random).prefix(3).map { index in
                            .fact(StateAtom(states.variables[index], in: .random(in: 0...(.max), using: &random)))
                        })
                }
                let requirement = Requirement.all(parts)
                let met = states.met(requirement)
                let counts = try #require(states.space.count(meeting: requirement))
                #expect(counts.met == StateCount(met.count { $0 }) && counts.unmet == StateCount(met.count { !$0 }))
                #expect(states.space.count(meeting: requirement, diagramLimit: 100) == counts)
            }
        }
    }

    @Test(arguments: [
        Array(repeating: 2, count: 17), Array(repeating: 5, count: 12), [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14],
        [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 5, 5, 5, 5, 5], [3, 3, 3, 3, 3, 3, 3, 3, 3, 2, 2],
    ])
    func `evaluating all states and splitting give the same result`(valueCounts: [Int]) throws {
        var random = SplitMix64(seed: UInt64(valueCounts.count))
        let states = RandomStates(valueCounts)
        for _ in 0..<3 {
            let requirement = Requirement<StateAtom>.coupled(states.variables, using: &random)
            let counts = try #require(states.space.count(meeting: requirement, diagramLimit: .infinity))
            #expect(counts.met > .zero && counts.all == states.space.stateCount)
            #expect(states.space.count(meeting: requirement, diagramLimit: 1) == counts)
            #expect(states.space.count(meeting: requirement, diagramLimit: 1_000) == counts)
        }
    }

    @Test func `variables that do not occur multiply both numbers`() throws {
        var space = StateSpace()
        let first = space.addVariable(valueCount: 2)
        _ = space.addVariable(valueCount: 5)
        let always = space.addVariable(valueCount: 3)
        let requirement = Requirement.all([.on(first), .fact(StateAtom(always, in: 0b111))])
        #expect(space.count(meeting: requirement) == StateCounts(met: StateCount(15), unmet: StateCount(15)))
        #expect(space.count(meeting: .always) == StateCounts(met: StateCount(30), unmet: .zero))
        #expect(space.count(meeting: .never) == StateCounts(met: .zero, unmet: StateCount(30)))
        #expect(StateSpace().count(meeting: .always) == StateCounts(met: .one, unmet: .zero))
    }

    @Test func `numbers beyond 128 bits are saturated, and smaller numbers stay exact`() throws {
        let states = RandomStates(Array(repeating: 2, count: 300))
        let all = try #require(states.space.count(meeting: .all(states.variables.map { .on($0) })))
        #expect(all.met == .one && all.unmet.isSaturated && all.all.isSaturated)
        #expect("\(all.unmet)" == "at least 340282366920938463463374607431768211455")
        let any = try #require(states.space.count(meeting: .any(states.variables.map { .on($0) })))
        #expect(any.met.isSaturated && any.unmet == .one)
        let few = RandomStates(Array(repeating: 2, count: 127))
        let half = try #require(few.space.count(meeting: .on(few.variables[0])))
        let power = (0..<126).reduce(StateCount.one) { product, _ in product + product }
        #expect(half.met == power && half.met == half.unmet && half.all == power * StateCount(2))
        #expect("\(half.all)" == "170141183460469231731687303715884105728")
    }

    @Test func `long and deep requirements are counted part by part`() throws {
        let states = RandomStates(Array(repeating: 2, count: 4_000))
        let variables = states.variables
        // Alternating alternatives and conjunctions, each with a separate fact.
        let deep = variables.enumerated().reduce(Requirement<StateAtom>.always) { inner, next in
            next.offset % 2 == 1 ? .any([inner, .on(next.element)]) : .all([inner, .on(next.element)])
        }
        #expect(try #require(states.space.count(meeting: deep)).met.isSaturated)
        // Each part shares a fact with the next part. For 100 facts, the number of solutions is a Fibonacci number.
        let few = RandomStates(Array(repeating: 2, count: 100))
        let chain = Requirement.all((0..<99).map { .any([.on(few.variables[$0]), .on(few.variables[$0 + 1])]) })
        var (last, next) = (StateCount.one, StateCount(2))
        for _ in 1..<100 { (last, next) = (next, last + next) }
        #expect(try #require(few.space.count(meeting: chain, diagramLimit: 1_024)).met == next)
    }

    @Test func `progress ascends to 1 in a limited number of reports`() throws {
        var random = SplitMix64(seed: 5)
        let states = RandomStates(Array(repeating: 2, count: 24))
        let requirement = Requirement<StateAtom>.coupled(states.variables, using: &random)
        for diagramLimit in [64, 4_096, Double.infinity] {
            var reports: [Double] = []
            _ = try #require(
                states.space.count(meeting: requirement, diagramLimit: diagramLimit, progress: { reports.append($0) }))
            #expect(reports.last == 1)
            #expect(reports.count > 1 && reports.count <= StateProgress.maximumReportCount + 2)
            #expect(zip(reports, reports.dropFirst()).allSatisfy { $0 < $1 })
        }
    }

    @Test func `a canceled count has no result`() {
        var random = SplitMix64(seed: 6)
        let states = RandomStates(Array(repeating: 2, count: 60))
        let requirement = Requirement<StateAtom>.coupled(states.variables, using: &random)
        for diagramLimit in [2, Double.infinity] {
            for most in [0, 1, 3] {
                var asked = 0
                let counts = states.space.count(
                    meeting: requirement, diagramLimit: diagramLimit,
                    shouldContinue: {
                        asked += 1
                        return asked <= most
                    })
                #expect(counts == nil && asked == most + 1)
            }
        }
        #expect(states.space.count(meeting: .always, shouldContinue: { false }) == nil)
    }
}
