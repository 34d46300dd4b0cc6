import FlintTestSupport
import Testing

@testable import FeatureGating

/// Compares requirements that share parts with equal requirements without sharing.
struct SharedRequirementTests {
    @Test func `every operation on a shared requirement matches the same operation on its expansion`() {
        var random = SplitMix64(seed: 64)
        var (compiledApart, repeated) = (0, 0)
        for round in 0..<100 {
            let requirement = Requirement<Int>.randomGraph(
                facts: 6, levels: Int.random(in: 2...60, using: &random), using: &random)
            guard requirement.size < 1_500 else { continue }
            let full = requirement.written()
            #expect(requirement == full, "round \(round)")
            #expect(requirement.hashValue == full.hashValue)
            #expect(requirement.facts == full.facts)
            #expect(requirement.map { $0 + 1 } == full.map { $0 + 1 })
            let program = CompiledProgram(requirement.map { FactID(rawValue: Int32($0)) })
            compiledApart += program.sharedParts.isEmpty ? 0 : 1
            for _ in 0..<2 {
                let values = [Truth].random(count: 6, using: &random)
                let expected = full.evaluate { values[$0] }
                #expect(requirement.evaluate { values[$0] } == expected, "round \(round)")
                #expect(program.evaluate { values[$0.index] } == expected)
                let explanation = Explanation(requirement) { values[$0] }
                #expect(explanation.verdict == expected)
                repeated += explanation.rows.contains { $0.firstOccurrence != nil } ? 1 : 0
                let fixed = Int.random(in: 0..<12, using: &random)
                let plans = requirement.unlockPlans(truth: { values[$0] }, canChange: { $0 != fixed })
                #expect(plans == full.unlockPlans(truth: { values[$0] }, canChange: { $0 != fixed }))
            }
        }
        #expect(compiledApart > 8 && repeated > 50, "\(compiledApart), \(repeated)")
    }

    @Test func `the blocking facts of an explanation satisfy the requirement together`() {
        var random = SplitMix64(seed: 65)
        var blocked = 0
        for _ in 0..<2_000 {
            let requirement = Requirement<Int>.randomGraph(facts: 6, levels: 8, using: &random)
            let values = [Truth].random(count: 6, using: &random)
            let explanation = Explanation(requirement) { values[$0] }
            let blocking = Set(explanation.rows.filter(\.isBlocking).map(\.kind))
            guard explanation.verdict != .true else {
                #expect(blocking.isEmpty)
                continue
            }
            let best = requirement.evaluate { _ in .true }
            #expect(requirement.evaluate { blocking.contains(.fact($0)) ? .true : values[$0] } == best)
            if let first = explanation.firstBlocking { #expect(explanation.rows[first].truth == explanation.verdict) }
            blocked += 1
        }
        #expect(blocked > 300)
    }

    @Test func `a shared part is listed in full once and then as its heading`() {
        let shared = Requirement.any([.fact("a"), .fact("b")])
        let rows = Explanation(.all([.any([.fact("c"), shared]), shared])) { $0 == "c" ? .true : .false }.rows
        #expect(rows.map(\.kind) == [.any, .fact("c"), .any, .fact("a"), .fact("b"), .any])
        #expect(rows.map(\.firstOccurrence) == [nil, nil, nil, nil, nil, 2])
        // The first occurrence is in a satisfied alternative. It is marked as blocking because the repetition blocks.
        #expect(rows.map(\.isBlocking) == [false, false, true, true, true, true])
    }

    @Test(arguments: [64, 2_000])
    func `a rule that doubles at every level is evaluated once per level`(levels: Int) {
        let rule = Self.doubling(levels: levels)
        #expect(rule.size == .max)
        var asked = 0
        let truth = rule.evaluate { _ in
            asked += 1
            return .false
        }
        #expect(truth == .false && asked <= 2 * levels + 1)
        #expect(rule.facts.count == 2 * levels + 1)

        let program = CompiledProgram(rule.map { FactID(rawValue: Int32($0)) })
        #expect(program.tests.count <= 4 * levels + 1)
        #expect(program.evaluate { _ in .false } == .false)
        #expect(program.evaluate { _ in .true } == .true)
        #expect(Explanation(rule) { _ in .false }.rows.count <= 6 * levels + 1)

        var copy = Self.doubling(levels: levels)
        #expect(copy == rule && copy.hashValue == rule.hashValue)
        copy = .all([copy, .fact(-1)])
        #expect(copy != rule)
        #expect(!rule.description.isEmpty)

        let found = rule.searchUnlockPlans(truth: { _ in .false }, canChange: { _ in true })
        #expect(found.plans.contains([1, 2].map { $0 + 2 * (levels - 1) }))
        #expect(!found.isComplete && found.steps < 4_000_000)
    }

    /// Returns a requirement in which each level contains the inner level twice, each time beside a different fact.
    private static func doubling(levels: Int) -> Requirement<Int> {
        (0..<levels).reduce(.fact(0)) { inner, level in
            .all([.any([inner, .fact(2 * level + 1)]), .any([inner, .fact(2 * level + 2)])])
        }
    }

    @Test func `a graph keeps the verdict of a shared rule up to date`() {
        var random = SplitMix64(seed: 66)
        var graph = AvailabilityGraph<Int>()
        let requirements = (0..<20).map { _ in Requirement<Int>.randomGraph(facts: 6, levels: 40, using: &random) }
        var nodes = requirements.map { graph.addNode(requirement: $0, parent: nil) }
        nodes[0] = graph.addNode(requirement: Self.doubling(levels: 64), parent: nodes[1])
        var values = [Truth](repeating: .unknown, count: 6)
        for _ in 0..<300 {
            let fact = Int.random(in: 0..<6, using: &random)
            values[fact] = Truth.allCases.randomElement(using: &random) ?? .unknown
            graph.set(values[fact], for: fact)
            for (node, requirement) in zip(nodes, requirements).dropFirst() {
                #expect(graph.verdict(node) == requirement.evaluate { values[$0] })
            }
            graph.setRequirement(requirements[7], of: nodes[7])
        }
    }
}
