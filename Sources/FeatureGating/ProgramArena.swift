/// The programs of all nodes, one behind the other in a single block of memory.
///
/// A change evaluates many small programs in a row. Kept apart, each would cost a reference to count and a jump to
/// somewhere else in memory, which takes longer than its evaluation.
struct ProgramArena: Sendable {
    /// Where a program is.
    private struct Slot {
        var first: Int32
        var count: Int32
        var start: Int32
        /// The index of the targets that begin its shared parts; negative if there are none, which is nearly always.
        var sharedParts: Int32
    }

    private var tests: [CompiledRequirement.Test] = []
    private var slots: [Slot] = []
    /// The targets that begin the shared parts of the programs that have some.
    private var sharedParts: [[Int32]] = []
    /// How many tests belong to programs that have been replaced.
    private var unused = 0

    /// How many programs there are.
    var count: Int { slots.count }

    /// How many tests are kept, those of replaced programs included.
    var size: Int { tests.count }

    /// Adds the program of the next node.
    mutating func append(_ requirement: Requirement<FactID>) {
        slots.append(add(requirement))
    }

    /// Replaces a node's program.
    mutating func replace(_ node: NodeID, with requirement: Requirement<FactID>) {
        unused += Int(slots[node.index].count)
        let shared = Int(slots[node.index].sharedParts)
        if shared >= 0 { sharedParts[shared] = [] }
        slots[node.index] = add(requirement)
        if unused > tests.count / 2 { compact() }
    }

    /// The facts a node's program may read, as often as it tests them.
    func mentions(of node: NodeID) -> some Sequence<FactID> {
        tests[range(of: node)].lazy.filter { $0.fact >= 0 }.map { FactID(rawValue: $0.fact) }
    }

    /// Evaluates a node's program over the values of facts by number.
    @inline(__always)
    func evaluate(_ node: NodeID, _ truths: UnsafeBufferPointer<Truth>) -> Truth {
        tests.withUnsafeBufferPointer { tests in
            let slot = slots[node.index]
            let program = UnsafeBufferPointer(rebasing: tests[range(of: node)])
            if slot.sharedParts >= 0 { return evaluate(program, slot, truths) }
            return CompiledRequirement.evaluate(program, from: slot.start) { truths[$0.index] }
        }
    }

    /// Evaluates a program with shared parts.
    @inline(never)
    private func evaluate(
        _ program: UnsafeBufferPointer<CompiledRequirement.Test>, _ slot: Slot, _ truths: UnsafeBufferPointer<Truth>
    ) -> Truth {
        CompiledRequirement.evaluate(
            program, from: slot.start, sharing: sharedParts[Int(slot.sharedParts)]
        ) { truths[$0.index] }
    }

    @inline(__always)
    private func range(of node: NodeID) -> Range<Int> {
        let slot = slots[node.index]
        return Int(slot.first)..<Int(slot.first + slot.count)
    }

    /// Appends the program of a requirement.
    private mutating func add(_ requirement: Requirement<FactID>) -> Slot {
        let first = tests.count
        let (start, shared) = CompiledRequirement.write(requirement, behind: &tests)
        if !shared.isEmpty { sharedParts.append(shared) }
        return Slot(
            first: Int32(first), count: Int32(tests.count - first), start: start,
            sharedParts: shared.isEmpty ? -1 : Int32(sharedParts.count - 1))
    }

    /// Leaves replaced programs out.
    private mutating func compact() {
        var kept: [CompiledRequirement.Test] = []
        kept.reserveCapacity(tests.count - unused)
        for index in slots.indices {
            let range = range(of: NodeID(rawValue: Int32(index)))
            slots[index].first = Int32(kept.count)
            kept += tests[range]
        }
        tests = kept
        unused = 0
    }
}
