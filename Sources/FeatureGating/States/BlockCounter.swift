// SPDX-License-Identifier: MIT

/// A counter that evaluates every state of a circuit, 512 states at a time.
///
/// The count is exact, because each combination of classes occupies one slot of one block and its weight is added once.
/// A block costs a few instructions of ``BlockProgram`` and one addition to ``SlotCounters``. The counter allocates its
/// memory in the initializer and runs once.
struct BlockCounter: ~Copyable {
    private let layout: BlockLayout
    private let program: BlockProgram
    private let weights: [[StateCount]]
    // These copies are not reference-counted, because they are read for every block.
    private let registers: UnsafeMutableBufferPointer<StateBlock>
    private let instructions: UnsafeMutableBufferPointer<BlockProgram.Instruction>
    private let operands: UnsafeMutableBufferPointer<Int32>
    private let outerTests: UnsafeMutableBufferPointer<BlockProgram.OuterTest>
    /// The class of each outer variable, by its position in the layout.
    private let classes: UnsafeMutableBufferPointer<Int>
    private let classCounts: UnsafeMutableBufferPointer<Int>
    private var sums: SlotCounters

    private static let blocksPerNote: UInt64 = 4_096

    /// Creates a counter for a circuit, given the weight of each class by variable.
    init(_ circuit: StateCircuit, weights: [[StateCount]]) {
        layout = BlockLayout(circuit, weights: weights)
        program = BlockProgram(circuit, layout: layout, variableCount: weights.count)
        self.weights = weights
        registers = .copy(of: program.registers)
        instructions = .copy(of: program.instructions)
        operands = .copy(of: program.operands)
        outerTests = .copy(of: program.outerTests)
        classes = .copy(of: Array(repeating: 0, count: layout.outer.count))
        classCounts = .copy(of: layout.outer.map { weights[Int($0)].count })
        sums = SlotCounters(blockCount: classCounts.prefix(layout.evenOuterCount).reduce(1) { $0 * Double($1) })
    }

    deinit {
        registers.deallocate()
        instructions.deallocate()
        operands.deallocate()
        outerTests.deallocate()
        classes.deallocate()
        classCounts.deallocate()
    }

    /// Counts the states.
    ///
    /// Call this method only once.
    ///
    /// - Parameters:
    ///   - progress: The meter that receives the progress.
    ///   - span: The range of the whole count's progress that this count covers.
    /// - Returns: The counts, or `nil` if the count was canceled.
    mutating func run(_ progress: inout StateProgress, in span: ClosedRange<Double>) -> StateCounts? {
        let blockCount = classCounts.reduce(1) { $0 * Double($1) }
        var counts = StateCounts(all: .zero, areMet: false)
        var weight = outerWeight
        var done: UInt64 = 0
        var start = 0
        for position in layout.outer.indices { setTests(of: position) }
        while true {
            for index in start..<instructions.count { execute(instructions[index]) }
            sums.add(registers[Int(program.root)])
            done += 1
            if done % Self.blocksPerNote == 0 {
                let part = Double(done) / blockCount * (span.upperBound - span.lowerBound)
                guard progress.note(span.lowerBound + part) else { return nil }
            }
            let position = turn()
            if position >= layout.evenOuterCount {
                counts += weightedSums * weight
                if position == layout.outer.count { return counts * layout.factor }
                sums.reset()
                weight = outerWeight
            }
            for turned in 0...position { setTests(of: turned) }
            start = Int(program.starts[position])
        }
    }

    @inline(__always)
    private func execute(_ instruction: BlockProgram.Instruction) {
        var operand = Int(instruction.firstOperand)
        let end = operand + Int(instruction.operandCount)
        var result = registers[Int(operands[operand])]
        operand += 1
        if instruction.isConjunction {
            while operand < end {
                result &= registers[Int(operands[operand])]
                operand += 1
            }
        } else {
            while operand < end {
                result |= registers[Int(operands[operand])]
                operand += 1
            }
        }
        registers[Int(instruction.result)] = result
    }

    /// Advances the outer variables to their next combination of classes, like an odometer.
    ///
    /// - Returns: The highest position that advanced, or the number of positions after the last combination.
    @inline(__always)
    private func turn() -> Int {
        for position in 0..<classes.count {
            // Not an in-place addition, because the compiler cannot instrument it for the thread sanitizer.
            let next = classes[position] + 1
            classes[position] = next
            if next < classCounts[position] { return position }
            classes[position] = 0
        }
        return classes.count
    }

    @inline(__always)
    private func setTests(of position: Int) {
        for index in Int(program.outerStarts[position])..<Int(program.outerStarts[position + 1]) {
            let test = outerTests[index]
            let isMet = test.classes >> UInt64(classes[position]) & 1 == 1
            registers[Int(test.register)] = StateBlock(repeating: isMet ? .max : 0)
        }
    }

    private var outerWeight: StateCount {
        (layout.evenOuterCount..<layout.outer.count).reduce(.one) { product, position in
            product * weights[Int(layout.outer[position])][classes[position]]
        }
    }

    /// The weighted counts of the blocks that were added since the last reset.
    private var weightedSums: StateCounts {
        var counts = StateCounts(all: .zero, areMet: false)
        for group in layout.weightedSlots {
            let met = sums.total(of: group.slots)
            let all = UInt128(sums.blockCount) * UInt128(SlotCounters.bitCount(group.slots))
            counts += StateCounts(met: StateCount(met), unmet: StateCount(all - met)) * group.weight
        }
        return counts
    }
}

extension UnsafeMutableBufferPointer {
    /// Allocates a buffer and copies an array into it.
    ///
    /// The elements must be trivial.
    fileprivate static func copy(of elements: [Element]) -> Self {
        let buffer = allocate(capacity: elements.count)
        _ = buffer.initialize(from: elements)
        return buffer
    }
}
