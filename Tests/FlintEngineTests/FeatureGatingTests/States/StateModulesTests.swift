import Testing

@testable import FeatureGating

struct StateModulesTests {
    @Test func `a part is a module if its variables occur only in it`() {
        // (A or B) and (C or (A and D)): only D and the whole are independent, and a single test does not count as a
        // module.
        #expect(modules(of: .all([.any([on(0), on(1)]), .any([on(2), .all([on(0), on(3)])])])) == 1)
        // (A or B) and (C or D): three modules.
        #expect(modules(of: .all([.any([on(0), on(1)]), .any([on(2), on(3)])])) == 3)
        // A shared part is one module, regardless of its position.
        let shared = Requirement.all([on(0), on(1)])
        #expect(modules(of: .all([.any([shared, on(2)]), .any([shared, on(3)])])) == 2)
    }

    @Test func `parts that share variables stay together`() {
        let pairs = [(0, 1), (2, 3), (1, 5), (3, 0)].map { Requirement.any([on($0), on($1)]) }
        let circuit = circuit(of: .all([on(4)] + pairs))
        let groups = circuit.independentParts(variableCount: 6)
        #expect(groups.map(\.count) == [1, 4])
        #expect(circuit.nodes[Int(groups[0][0])].isAtom)
    }

    private var states: RandomStates { RandomStates(Array(repeating: 2, count: 6)) }

    private func on(_ index: Int) -> Requirement<StateAtom> { .on(states.variables[index]) }

    private func circuit(of requirement: Requirement<StateAtom>) -> StateCircuit {
        StateProblem(requirement, in: states.space).circuit
    }

    private func modules(of requirement: Requirement<StateAtom>) -> Int {
        StateModules(circuit(of: requirement), variableCount: 6).nodes.count
    }
}
