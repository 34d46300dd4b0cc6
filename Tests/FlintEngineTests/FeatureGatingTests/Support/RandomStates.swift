import FeatureGating
import FlintTestSupport

/// A random state space with its requirements and an enumeration of its states.
struct RandomStates {
    let space: StateSpace
    let valueCounts: [Int]
    let variables: [StateVariable]

    init(_ valueCounts: [Int]) {
        var space = StateSpace()
        variables = valueCounts.map { space.addVariable(valueCount: $0) }
        self.space = space
        self.valueCounts = valueCounts
    }

    /// Creates a space of up to five variables with one to five values each.
    init(using random: inout SplitMix64) {
        self.init(
            (0..<Int.random(in: 1...5, using: &random)).map { _ in
                [1, 2, 2, 2, 3, 5].randomElement(using: &random) ?? 2
            })
    }

    /// Returns a random test.
    ///
    /// A few tests accept no value, all values, or values that do not exist.
    func atom(using random: inout SplitMix64) -> StateAtom {
        let index = Int.random(in: 0..<variables.count, using: &random)
        return StateAtom(variables[index], in: .random(in: 0..<(1 << UInt64(valueCounts[index] + 1)), using: &random))
    }

    func requirement(isShared: Bool, depth: Int = 4, using random: inout SplitMix64) -> Requirement<StateAtom> {
        let atoms = (0..<8).map { _ in atom(using: &random) }
        let shape =
            isShared
            ? Requirement<Int>.randomGraph(facts: 8, levels: 10, using: &random)
            : Requirement<Int>.random(facts: 8, depth: depth, using: &random)
        return shape.map { atoms[$0] }
    }

    /// All states, each with the value of every variable.
    var states: [[Int]] {
        valueCounts.reduce([[]]) { states, count in states.flatMap { state in (0..<count).map { state + [$0] } } }
    }

    func met(_ requirement: Requirement<StateAtom>) -> [Bool] {
        states.map { state in
            requirement.evaluate { atom in
                Truth(atom.values >> UInt64(state[variables.firstIndex(of: atom.variable) ?? 0]) & 1 == 1)
            } == .true
        }
    }
}

extension Requirement<StateAtom> {
    /// Returns a requirement that a two-valued variable has its second value.
    static func on(_ variable: StateVariable) -> Self { .fact(StateAtom(variable, in: 0b10)) }

    /// Returns a requirement of alternatives with three variables each, which no rule can factor.
    static func coupled(_ variables: [StateVariable], using random: inout SplitMix64) -> Self {
        .all(
            variables.indices.map { index in
                let others = (0..<2).map { _ in variables.randomElement(using: &random) ?? variables[0] }
                return .any(([variables[index]] + others).map { on($0) })
            })
    }
}
