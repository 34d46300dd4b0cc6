import FlintTestSupport
import Testing

@testable import FeatureGating

/// Compares programs that are stored contiguously with separately stored programs.
struct ProgramArenaTests {
    @Test(arguments: 0..<20)
    func `replacing a program does not change the others`(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        var table = FactTable<Int>()
        for fact in 0..<6 {
            let id = table.intern(fact)
            table[id] = Truth.allCases.randomElement(using: &random) ?? .unknown
        }
        var arena = ProgramArena()
        var programs: [CompiledProgram] = []
        for step in 0..<300 {
            let requirement = Self.requirement(depth: 3, using: &random).map { table.intern($0) }
            let program = CompiledProgram(requirement)
            if step < 10 {
                arena.append(requirement)
                programs.append(program)
            } else {
                let node = Int.random(in: 0..<10, using: &random)
                arena.replace(NodeID(rawValue: Int32(node)), with: requirement)
                programs[node] = program
            }
            let truths = table.truths
            for (index, program) in programs.enumerated() {
                let node = NodeID(rawValue: Int32(index))
                let found = truths.withUnsafeBufferPointer { arena.evaluate(node, $0) }
                #expect(found == program.evaluate(truths))
                #expect(arena.mentions(of: node).map(\.rawValue) == program.tests.map(\.fact))
            }
        }
        #expect(arena.count == 10)
        #expect(arena.size <= programs.reduce(0) { $0 + $1.tests.count } * 2 + 64, "Replaced programs are removed.")
    }

    private static func requirement(depth: Int, using random: inout SplitMix64) -> Requirement<Int> {
        guard depth > 0, Int.random(in: 0..<3, using: &random) > 0 else {
            return .fact(Int.random(in: 0..<6, using: &random))
        }
        var parts: [Requirement<Int>] = []
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            parts.append(requirement(depth: depth - 1, using: &random))
        }
        return Bool.random(using: &random) ? .all(parts) : .any(parts)
    }
}
