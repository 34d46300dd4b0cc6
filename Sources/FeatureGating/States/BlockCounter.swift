/// Counts the states that meet a circuit by evaluating every one of them, 512 at a time.
///
/// It is exact because each combination of classes is one slot of one block, and is counted with its weight once. It is
/// fast because a block costs a few instructions of ``BlockProgram`` and one addition to ``SlotSums``; nothing is
/// allocated once it runs, and nothing but the turn of the odometer depends on data.
struct BlockCounter: ~Copyable {
    private let layout: BlockLayout
    private let program: BlockProgram
    private let weights: [[StateCount]]
    // Copies in memory that is not counted by reference, because they are read for each block.
    private let registers: UnsafeMutableBufferPointer<StateBlock>
    private let instructions: UnsafeMutableBufferPointer<BlockProgram.Instruction>
    private let operands: UnsafeMutableBufferPointer<Int32>
    private let outerTests: UnsafeMutableBufferPointer<BlockProgram.OuterTest>
    /// By position of an outer variable, its class.
    private let classes: UnsafeMutableBufferPointer<Int>
    /// By position of an outer variable, how many classes it has.
    private let classCounts: UnsafeMutableBufferPointer<Int>
    private var sums: SlotSums

    /// How many blocks are evaluated between two notes of progress.
    private static let blocksPerNote: UInt64 = 4_096

    /// Prepares to count.
    ///
    /// - Parameters:
    ///   - circuit: The circuit.
    ///   - weights: By variable, the weight of each class.
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
        sums = SlotSums(blockCount: classCounts.prefix(layout.evenOuterCount).reduce(1) { $0 * Double($1) })
    }

    deinit {
        registers.deallocate()
        instructions.deallocate()
        operands.deallocate()
        outerTests.deallocate()
        classes.deallocate()
        classCounts.deallocate()
    }

    /// Counts the states, once.
    ///
    /// - Parameters:
    ///   - progress: Notes how much of the whole count is done.
    ///   - span: The share of the whole count that this one is.
    /// - Returns: The counts; `nil` if the count was cancelled.
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

    /// Combines registers.
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

    /// Gives the outer variables their next classes.
    ///
    /// - Returns: The last position that turned, or the number of positions after the last combination.
    @inline(__always)
    private func turn() -> Int {
        for position in 0..<classes.count {
            // Not added in place, which the compiler cannot instrument for the thread sanitizer.
            let next = classes[position] + 1
            classes[position] = next
            if next < classCounts[position] { return position }
            classes[position] = 0
        }
        return classes.count
    }

    /// Sets the registers that test an outer variable.
    @inline(__always)
    private func setTests(of position: Int) {
        for index in Int(program.outerStarts[position])..<Int(program.outerStarts[position + 1]) {
            let test = outerTests[index]
            let isMet = test.classes >> UInt64(classes[position]) & 1 == 1
            registers[Int(test.register)] = StateBlock(repeating: isMet ? .max : 0)
        }
    }

    /// The product of the weights of the outer variables that are not even.
    private var outerWeight: StateCount {
        (layout.evenOuterCount..<layout.outer.count).reduce(.one) { product, position in
            product * weights[Int(layout.outer[position])][classes[position]]
        }
    }

    /// What the blocks since the last reset add up to, by the weights of their slots.
    private var weightedSums: StateCounts {
        var counts = StateCounts(all: .zero, areMet: false)
        for group in layout.weightedSlots {
            let met = sums.total(of: group.slots)
            let all = UInt128(sums.blockCount) * UInt128(SlotSums.bitCount(group.slots))
            counts += StateCounts(met: StateCount(met), unmet: StateCount(all - met)) * group.weight
        }
        return counts
    }
}

extension UnsafeMutableBufferPointer {
    /// Allocates a buffer with the elements of an array, which have to be trivial.
    fileprivate static func copy(of elements: [Element]) -> Self {
        let buffer = allocate(capacity: elements.count)
        _ = buffer.initialize(from: elements)
        return buffer
    }
}
