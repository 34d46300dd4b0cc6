import Testing

@testable import FeatureGating

struct StateProblemTests {
    @Test func `values that no test distinguishes form one class`() {
        var space = StateSpace()
        let permission = space.addVariable(valueCount: 5)
        let product = space.addVariable(valueCount: 2)
        let authorized = Requirement.fact(StateAtom(permission, in: 0b1000))
        let limited = Requirement.fact(StateAtom(permission, in: 0b11000))
        let one = StateProblem(.any([authorized, .on(product)]), in: space)
        #expect(one.weights == [[4, 1].map { StateCount($0) }, [1, 1].map { StateCount($0) }])
        let two = StateProblem(.any([.all([limited, .on(product)]), authorized]), in: space)
        #expect(two.weights.map { $0.sorted() } == [[1, 1, 3], [1, 1]].map { $0.map { StateCount($0) } })
    }

    @Test func `equal parts share a node, and constants have no node`() {
        var space = StateSpace()
        let (a, b) = (space.addVariable(valueCount: 2), space.addVariable(valueCount: 2))
        let problem = StateProblem(
            .any([
                .all([.on(a), .on(b)]),
                .all([.on(b), .on(a), .fact(StateAtom(a, in: 0b11))]),
                .fact(StateAtom(b, in: 0)),
            ]), in: space)
        #expect(problem.circuit.nodes.count == 3)
        let off = Requirement.fact(StateAtom(a, in: 0b1))
        #expect(StateProblem(.any([.on(a), off]), in: space).isConstant == true)
        #expect(StateProblem(.all([.on(a), .all([.on(b), off])]), in: space).isConstant == false)
    }
}
