// SPDX-License-Identifier: MIT

/// A circuit compiled to a linear list of instructions over registers of 512 states each.
///
/// An instruction combines registers with AND or OR. Its level is the position of the first outer variable that it
/// depends on, and the list is in descending order of levels. When the odometer advances the variables up to a
/// position, only the instructions at that level and below must run again. They form the end of the list.
///
/// A group is split where the levels of its parts differ, so that the result of the unchanged parts is reused. The
/// variable at position 0 advances with each block, and the variable at position *n* advances about once in 2^n blocks.
/// On average, a block of a long circuit therefore runs little more than the instructions that depend on the first two
/// or three variables.
struct BlockProgram {
    struct Instruction {
        let isConjunction: Bool
        /// The index of the first register to combine, in the program's `operands`.
        let firstOperand: Int32
        let operandCount: Int32
        let result: Int32
        let level: Int32
    }

    /// A register that is all ones or all zeros, depending on the class of an outer variable.
    struct OuterTest {
        let classes: UInt64
        let register: Int32
    }

    private(set) var instructions: [Instruction] = []
    private(set) var operands: [Int32] = []
    /// The initial values of the registers.
    private(set) var registers: [StateBlock] = []
    /// The tests of outer variables, grouped by variable.
    private(set) var outerTests: [OuterTest] = []
    /// The index in ``outerTests`` of each outer variable's first test, with an additional entry at the end.
    private(set) var outerStarts: [Int32] = [0]
    /// The instruction at which to start, by the position of the last outer variable that advanced.
    private(set) var starts: [Int32] = []
    private(set) var root: Int32 = 0

    private var registerOfNode: [Int32]
    private var levelOfNode: [Int32]

    /// The level of nodes that depend on no outer variable.
    private static let constant = Int32.max

    /// Compiles a circuit for a layout of its variables.
    ///
    /// `variableCount` must be greater than every variable in the circuit.
    init(_ circuit: StateCircuit, layout: BlockLayout, variableCount: Int) {
        registerOfNode = Array(repeating: 0, count: circuit.nodes.count)
        levelOfNode = Array(repeating: Self.constant, count: circuit.nodes.count)
        registers.reserveCapacity(2 * circuit.nodes.count)
        addTests(circuit, layout: layout, variableCount: variableCount)
        for (index, node) in circuit.nodes.enumerated() where !node.isAtom {
            addGroup(Int32(index), isConjunction: node.isConjunction, Array(circuit.parts(of: node)))
        }
        root = registerOfNode[Int(circuit.root)]
        sort(outerCount: layout.outer.count)
    }

    private mutating func addTests(_ circuit: StateCircuit, layout: BlockLayout, variableCount: Int) {
        var innerOfVariable = [Int](repeating: -1, count: variableCount)
        for (index, inner) in layout.inner.enumerated() { innerOfVariable[Int(inner.variable)] = index }
        var levels = [Int32](repeating: Self.constant, count: variableCount)
        for (position, variable) in layout.outer.enumerated() { levels[Int(variable)] = Int32(position) }
        var tests: [(level: Int32, test: OuterTest)] = []
        for (index, node) in circuit.nodes.enumerated() where node.isAtom {
            let inner = innerOfVariable[Int(node.variable)]
            let register = Int32(registers.count)
            registers.append(inner < 0 ? .zero : BlockLayout.slots(of: layout.inner[inner], in: node.values))
            registerOfNode[index] = register
            levelOfNode[index] = levels[Int(node.variable)]
            if inner < 0 { tests.append((levelOfNode[index], OuterTest(classes: node.values, register: register))) }
        }
        for position in layout.outer.indices {
            outerTests += tests.lazy.filter { $0.level == Int32(position) }.map(\.test)
            outerStarts.append(Int32(outerTests.count))
        }
    }

    /// Adds the instructions of a group, one for each level of its parts.
    private mutating func addGroup(_ index: Int32, isConjunction: Bool, _ parts: [Int32]) {
        let ordered = parts.sorted { levelOfNode[Int($0)] > levelOfNode[Int($1)] }
        var pending: [Int32] = []
        for (position, part) in ordered.enumerated() {
            let level = levelOfNode[Int(part)]
            pending.append(registerOfNode[Int(part)])
            let isLastOfLevel = position + 1 == ordered.count || levelOfNode[Int(ordered[position + 1])] != level
            guard isLastOfLevel, pending.count > 1 else { continue }
            let result = Int32(registers.count)
            registers.append(.zero)
            instructions.append(
                Instruction(
                    isConjunction: isConjunction, firstOperand: Int32(operands.count),
                    operandCount: Int32(pending.count), result: result, level: level))
            operands += pending
            pending = [result]
        }
        registerOfNode[Int(index)] = pending[0]
        levelOfNode[Int(index)] = levelOfNode[Int(ordered[ordered.count - 1])]
    }

    /// Sorts the instructions by descending level, in a stable order, so that operands come first within a level.
    private mutating func sort(outerCount: Int) {
        let order = instructions.indices.sorted { one, other in
            let (level, otherLevel) = (instructions[one].level, instructions[other].level)
            return level == otherLevel ? one < other : level > otherLevel
        }
        instructions = order.map { instructions[$0] }
        starts = Array(repeating: Int32(instructions.count), count: outerCount)
        var index = instructions.count
        for position in 0..<outerCount {
            while index > 0, instructions[index - 1].level <= Int32(position) { index -= 1 }
            starts[position] = Int32(index)
        }
    }
}
