/// The programs of all nodes, one behind the other in a single block of memory.
///
/// A change evaluates many small programs in a row. Kept apart, each would cost a reference to count and a jump to
/// somewhere else in memory, which takes longer than its evaluation.
struct ProgramArena: Sendable {
    /// Where a program is.
    private struct Place {
        var first: Int32
        var count: Int32
        var start: Int32
    }

    private var tests: [CompiledRequirement.Test] = []
    private var places: [Place] = []
    /// How many tests belong to programs that have been replaced.
    private var unused = 0

    /// How many programs there are.
    var count: Int { places.count }

    /// How many tests are kept, those of replaced programs included.
    var size: Int { tests.count }

    /// Adds the program of the next node.
    mutating func append(_ requirement: Requirement<FactID>) {
        places.append(add(requirement))
    }

    /// Puts another program in the place of a node's.
    mutating func replace(_ node: NodeID, with requirement: Requirement<FactID>) {
        unused += Int(places[node.index].count)
        places[node.index] = add(requirement)
        if unused > tests.count / 2 { compact() }
    }

    /// The facts a node's program may read, in reading order, as often as they are mentioned.
    func mentions(of node: NodeID) -> some Sequence<FactID> {
        tests[range(of: node)].lazy.map { FactID(rawValue: $0.fact) }
    }

    /// Evaluates a node's program over the values of facts by number.
    @inline(__always)
    func evaluate(_ node: NodeID, _ truths: UnsafeBufferPointer<Truth>) -> Truth {
        tests.withUnsafeBufferPointer { tests in
            CompiledRequirement.evaluate(
                UnsafeBufferPointer(rebasing: tests[range(of: node)]), from: places[node.index].start
            ) { truths[$0.index] }
        }
    }

    @inline(__always)
    private func range(of node: NodeID) -> Range<Int> {
        let place = places[node.index]
        return Int(place.first)..<Int(place.first + place.count)
    }

    /// Compiles a requirement behind the others.
    private mutating func add(_ requirement: Requirement<FactID>) -> Place {
        let first = tests.count
        let start = CompiledRequirement.write(requirement, behind: &tests)
        return Place(first: Int32(first), count: Int32(tests.count - first), start: start)
    }

    /// Leaves replaced programs out.
    private mutating func compact() {
        var kept: [CompiledRequirement.Test] = []
        kept.reserveCapacity(tests.count - unused)
        for index in places.indices {
            let range = range(of: NodeID(rawValue: Int32(index)))
            places[index].first = Int32(kept.count)
            kept += tests[range]
        }
        tests = kept
        unused = 0
    }
}
