// SPDX-License-Identifier: MIT

/// A requirement prepared for counting: a circuit over variables with weighted classes of values.
///
/// Values that no test distinguishes form a class, and the class's weight is the number of its values. If a requirement
/// only tests whether a permission is authorized, the permission has two classes with weights 1 and 4, instead of five
/// values.
struct StateProblem {
    /// The requirement's value if it is constant, or `nil` if it depends on variables.
    let isConstant: Bool?
    /// The requirement's circuit, whose tests accept classes; empty if the requirement is constant.
    private(set) var circuit = StateCircuit()
    private(set) var weights: [[StateCount]] = []
    private(set) var factor = StateCount.one

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

    /// Divides classes of values until a test accepts either all values or no value of each class.
    static func divide(_ classes: inout [UInt64], by values: UInt64) {
        for index in classes.indices {
            let (inside, outside) = (classes[index] & values, classes[index] & ~values)
            guard inside != 0, outside != 0 else { continue }
            classes[index] = outside
            classes.append(inside)
        }
    }
}

/// A reader that translates requirements into one circuit and numbers their variables.
///
/// Variables receive numbers in the order in which they are first mentioned. ``variables`` translates the numbers back.
struct StateReader {
    private let space: StateSpace
    private var builder: StateCircuitBuilder
    /// The number of each variable by its position in the space, or a negative number before its first mention.
    private var numbers: [Int32]
    private(set) var variables: [StateVariable] = []

    init(_ space: StateSpace, removesImplied: Bool = false) {
        self.space = space
        builder = StateCircuitBuilder(removesImplied: removesImplied)
        numbers = Array(repeating: -1, count: space.variableCount)
    }

    var circuit: StateCircuit { builder.circuit }

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
    /// Returns the part and the circuit that remain after a variable is set to the class at an index.
    ///
    /// The circuit is empty if the part is constant. Variables keep their numbers.
    func setting(
        _ variable: Int32, to value: Int, weights: [[StateCount]]
    ) -> (part: Part, circuit: StateCircuit) {
        var builder = StateCircuitBuilder()
        // The builder numbers variables in order, so each variable keeps its number, even if no test mentions it.
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
