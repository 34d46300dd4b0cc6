import FeatureGating
import FlintTestSupport
import Testing

struct RequirementProgramTests {
    @Test func `a compiled requirement matches its source`() {
        var random = SplitMix64(seed: 4)
        for _ in 0..<5_000 {
            let requirement = Requirement<Int>.random(facts: 6, using: &random)
            var table = FactTable<Int>()
            // Interned in a different order, so that an identifier does not equal its key by accident.
            for key in [3, 0, 5, 1, 4, 2] { _ = table.intern(key) }
            let program = CompiledProgram(requirement, interning: &table)
            let values = [Truth].random(count: 6, using: &random)
            for key in 0..<6 { table[table.intern(key)] = values[key] }

            let expected = requirement.evaluate { values[$0] }
            #expect(program.evaluate(table.truths) == expected, "\(requirement) over \(values)")
            #expect(program.evaluate { table[$0] } == expected)
            #expect(program.facts.map { table.key(of: $0) } == requirement.facts)
        }
    }

    @Test func `new facts are interned in reading order`() {
        var table = FactTable<String>()
        let program = CompiledProgram(.all([.fact("b"), .any([.fact("a"), .fact("b")])]), interning: &table)
        #expect(program.facts.map(\.rawValue) == [0, 1])
        #expect(table.key(of: program.facts[0]) == "b")
        #expect(program.evaluate(table.truths) == .unknown)
    }

    @Test func `empty requirements read no facts`() {
        var table = FactTable<Int>()
        #expect(CompiledProgram(.always, interning: &table).evaluate([]) == .true)
        #expect(CompiledProgram(.never, interning: &table).evaluate([]) == .false)
        #expect(table.count == 0)
    }

    @Test func `facts that cannot affect the result are not read`() {
        var table = FactTable<Int>()
        let program = CompiledProgram(.any([.fact(0), .all([.fact(1), .fact(2)])]), interning: &table)
        var read: [Int] = []
        let value = program.evaluate { fact in
            read.append(table.key(of: fact))
            return .true
        }
        #expect(value == .true)
        #expect(read == [0])
    }
}
