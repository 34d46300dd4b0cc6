/// A requirement in the form in which its states are counted: a circuit over variables with weighted classes of values.
///
/// Values of a variable that no test distinguishes are one class, and its weight is how many there are. A permission that
/// is only asked whether it is authorized has two classes, of weight 1 and 4, and not five values.
struct StateProblem {
    /// What the requirement amounts to: a constant, or the root of the circuit.
    let isConstant: Bool?
    /// The requirement, whose tests accept classes; without nodes if it is constant.
    private(set) var circuit = StateCircuit()
    /// By variable, the weight of each class.
    private(set) var weights: [[StateCount]] = []
    /// How often each state of the circuit's variables occurs in the space: once for all values of all others.
    private(set) var factor = StateCount.one

    /// Reads a requirement.
    init(_ requirement: Requirement<StateAtom>, in space: StateSpace) {
        var reader = StateReader(space)
        let root = reader.read(requirement)
        guard case .node(let root) = root else {
            isConstant = root == .constant(true)
            factor = space.stateCount
            return
        }
        isConstant = nil
        circuit = reader.circuit.reduced(to: root)
        var classes = [[UInt64]](repeating: [], count: reader.variables.count)
        for node in circuit.nodes where node.isAtom {
            let variable = Int(node.variable)
            if classes[variable].isEmpty { classes[variable] = [space.allValues(of: reader.variables[variable])] }
            Self.divide(&classes[variable], by: node.values)
        }
        circuit.mapValues { variable, values in
            var mask: UInt64 = 0
            for (index, members) in classes[Int(variable)].enumerated() where members & values != 0 {
                mask |= 1 << UInt64(index)
            }
            return mask
        }
        weights = classes.map { $0.map { StateCount($0.nonzeroBitCount) } }
        var isTested = [Bool](repeating: false, count: space.variableCount)
        for (variable, classes) in zip(reader.variables, classes) { isTested[variable.index] = !classes.isEmpty }
        for (index, valueCount) in space.valueCounts.enumerated() where !isTested[index] {
            factor = factor * StateCount(valueCount)
        }
    }

    /// Divides classes of values so that a test accepts all values of a class or none.
    static func divide(_ classes: inout [UInt64], by values: UInt64) {
        for index in classes.indices {
            let (inside, outside) = (classes[index] & values, classes[index] & ~values)
            guard inside != 0, outside != 0 else { continue }
            classes[index] = outside
            classes.append(inside)
        }
    }
}

/// Reads requirements into one circuit, and numbers the variables that they mention.
struct StateReader {
    private let space: StateSpace
    private var builder: StateCircuitBuilder
    /// By the variable's position in the space, its number; negative before it is mentioned.
    private var numbers: [Int32]
    /// The variables that are mentioned, by number.
    private(set) var variables: [StateVariable] = []

    /// Creates a reader; see ``StateCircuitBuilder`` for what the circuit leaves out.
    init(_ space: StateSpace, removesImplied: Bool = false) {
        self.space = space
        builder = StateCircuitBuilder(removesImplied: removesImplied)
        numbers = Array(repeating: -1, count: space.variableCount)
    }

    /// The nodes of everything that was read.
    var circuit: StateCircuit { builder.circuit }

    /// Reads a requirement.
    mutating func read(_ requirement: Requirement<StateAtom>) -> StateCircuit.Part {
        requirement.fold { atom in
            builder.atom(variable: number(of: atom.variable), values: atom.values)
        } group: { isConjunction, parts in
            builder.group(isConjunction: isConjunction, parts)
        }
    }

    private mutating func number(of variable: StateVariable) -> Int32 {
        let known = numbers[variable.index]
        if known >= 0 { return known }
        let number = builder.addVariable(allValues: space.allValues(of: variable))
        numbers[variable.index] = number
        variables.append(variable)
        return number
    }
}

extension StateCircuit {
    /// Returns what is left once a variable has a value.
    ///
    /// - Parameters:
    ///   - variable: The variable.
    ///   - value: Its value, or the class that it is in.
    ///   - weights: By variable, the weight of each class.
    /// - Returns: The circuit, and what it amounts to; its variables keep their numbers.
    func setting(
        _ variable: Int32, to value: Int, weights: [[StateCount]]
    ) -> (part: Part, circuit: StateCircuit) {
        var builder = StateCircuitBuilder()
        for classes in weights { _ = builder.addVariable(allValues: .max >> UInt64(64 - max(1, classes.count))) }
        var parts: [Part] = []
        parts.reserveCapacity(nodes.count)
        for node in nodes {
            if node.variable == variable {
                parts.append(.constant(node.values >> UInt64(value) & 1 == 1))
            } else if node.isAtom {
                parts.append(builder.atom(variable: node.variable, values: node.values))
            } else {
                parts.append(
                    builder.group(
                        isConjunction: node.isConjunction, self.parts(of: node).lazy.map { parts[Int($0)] }))
            }
        }
        guard case .node(let root) = parts[nodes.count - 1] else { return (parts[nodes.count - 1], StateCircuit()) }
        return (.node(0), builder.circuit.reduced(to: root))
    }
}
