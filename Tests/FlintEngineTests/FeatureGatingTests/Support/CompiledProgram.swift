@testable import FeatureGating

/// The program of one requirement, stored separately.
struct CompiledProgram {
    let tests: [RequirementProgram.Test]
    let start: Int32
    let sharedParts: [Int32]

    init<Key>(_ requirement: Requirement<Key>, interning table: inout FactTable<Key>) {
        self.init(requirement.map { table.intern($0) })
    }

    init(_ requirement: Requirement<FactID>) {
        var tests: [RequirementProgram.Test] = []
        (start, sharedParts) = RequirementProgram.append(requirement, to: &tests)
        self.tests = tests
    }

    var facts: [FactID] {
        var seen: Set<FactID> = []
        return tests.filter { $0.fact >= 0 }.map { FactID(rawValue: $0.fact) }.filter { seen.insert($0).inserted }
    }

    func evaluate(_ truths: [Truth]) -> Truth {
        evaluate { truths[$0.index] }
    }

    func evaluate(_ truth: (FactID) -> Truth) -> Truth {
        tests.withUnsafeBufferPointer { tests in
            sharedParts.isEmpty
                ? RequirementProgram.evaluate(tests, from: start, truth)
                : RequirementProgram.evaluate(tests, from: start, sharing: sharedParts, truth)
        }
    }
}
