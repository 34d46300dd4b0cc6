// SPDX-License-Identifier: MIT

/// The compiled programs of all nodes in one contiguous block of memory.
///
/// A change evaluates many small programs in a row. If each program had its own storage, reference counting and cache
/// misses would cost more than the evaluation.
package struct ProgramArena: Sendable {
    private struct Slot {
        var first: Int32
        var count: Int32
        var start: Int32
        /// The index in the arena's `sharedParts`, or a negative number for a program without shared parts.
        var sharedParts: Int32
    }

    private var tests: [RequirementProgram.Test] = []
    private var slots: [Slot] = []
    private var sharedParts: [[Int32]] = []
    private var unused = 0

    package init() {}

    var count: Int { slots.count }

    var size: Int { tests.count }

    package mutating func append(_ requirement: Requirement<FactID>) {
        slots.append(add(requirement))
    }

    mutating func replace(_ node: NodeID, with requirement: Requirement<FactID>) {
        unused += Int(slots[node.index].count)
        let shared = Int(slots[node.index].sharedParts)
        // The entry stays, because the other programs' indices must not change.
        if shared >= 0 { sharedParts[shared] = [] }
        slots[node.index] = add(requirement)
        // Compaction copies at most as many tests as were replaced, so replacing costs constant time on average.
        if unused > tests.count / 2 { compact() }
    }

    /// Returns the facts that a node's program can read, with one element for each test of a fact.
    func mentions(of node: NodeID) -> some Sequence<FactID> {
        tests[range(of: node)].lazy.filter { $0.fact >= 0 }.map { FactID(rawValue: $0.fact) }
    }

    @inline(__always)
    package func evaluate(_ node: NodeID, _ truths: UnsafeBufferPointer<Truth>) -> Truth {
        tests.withUnsafeBufferPointer { tests in
            let slot = slots[node.index]
            let program = UnsafeBufferPointer(rebasing: tests[range(of: node)])
            if slot.sharedParts >= 0 { return evaluate(program, slot, truths) }
            return RequirementProgram.evaluate(program, from: slot.start) { truths[$0.index] }
        }
    }

    @inline(never)
    private func evaluate(
        _ program: UnsafeBufferPointer<RequirementProgram.Test>, _ slot: Slot, _ truths: UnsafeBufferPointer<Truth>
    ) -> Truth {
        // The method is not inlined, so that the common path stays small.
        RequirementProgram.evaluate(
            program, from: slot.start, sharing: sharedParts[Int(slot.sharedParts)]
        ) { truths[$0.index] }
    }

    @inline(__always)
    private func range(of node: NodeID) -> Range<Int> {
        let slot = slots[node.index]
        return Int(slot.first)..<Int(slot.first + slot.count)
    }

    private mutating func add(_ requirement: Requirement<FactID>) -> Slot {
        let first = tests.count
        let (start, shared) = RequirementProgram.append(requirement, to: &tests)
        if !shared.isEmpty { sharedParts.append(shared) }
        return Slot(
            first: Int32(first), count: Int32(tests.count - first), start: start,
            sharedParts: shared.isEmpty ? -1 : Int32(sharedParts.count - 1))
    }

    private mutating func compact() {
        var kept: [RequirementProgram.Test] = []
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
