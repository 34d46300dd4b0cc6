// SPDX-License-Identifier: MIT

import FeatureGating

/// Measures the counting of all states of a requirement: the cost of an ordinary requirement, and the cost per state of
/// a large one.
enum StatesSuite {
    /// The number of states that one operation of the large case represents.
    private static let statesPerOperation = 1_024

    /// Measures counts of 40,000 states, starting from the declared requirement, and of 2^30 states without a split.
    static func run(_ report: inout Report) {
        let ordinary = Ordinary()
        let large = Large()
        let small = [("a formula that factors", ordinary.factored), ("a coupled formula", ordinary.coupled)]
        let timings = report.measure(
            [Floor.lookUp]
                + small.map { name, requirement in
                    Case(name: "states: 40000, \(name)") { times in
                        for _ in 0..<times { consume(ordinary.space.count(meeting: requirement)) }
                    }
                })
        report.add(timings)
        for timing in timings.dropFirst() {
            report.addCost(timing.name, of: timing, lookUp: timings[0])
            report.add("\(timing.name)/allocations", timing.allocations, .count)
        }
        let operations = (1 << 30) / statesPerOperation
        let inBlocks = report.measure(
            [
                Floor.lookUp,
                Case(name: "states: 1024 of 2^30, all evaluated", operations: operations, countedRuns: 1) { times in
                    for _ in 0..<times { consume(large.space.count(meeting: large.requirement, blockLimit: .infinity)) }
                },
            ], rounds: 4)
        report.add([inBlocks[1]])
        report.addCost(inBlocks[1].name, of: inBlocks[1], lookUp: inBlocks[0])
        report.add("states: 2^30, all evaluated/allocations", inBlocks[1].allocations * Double(operations), .count)

        let split = large.space.count(meeting: large.requirement)
        let evaluated = large.space.count(meeting: large.requirement, blockLimit: .infinity)
        let factored = ordinary.space.count(meeting: ordinary.factored)
        // All four permissions, one of four products, and one of two user settings.
        let isWrong = split == nil || split != evaluated || factored?.met != StateCount(15 * 3)
        report.add("states/wrong answers", isWrong ? 1 : 0, .count)
    }

    /// Four products, four permissions with five statuses each, and two user settings.
    private struct Ordinary {
        let space: StateSpace
        /// Requires any product, every permission, and any user setting.
        let factored: Requirement<StateAtom>
        /// Requires any of five alternatives, which share facts with one another.
        let coupled: Requirement<StateAtom>

        init() {
            var space = StateSpace()
            let products = (0..<4).map { _ in isOn(space.addVariable(valueCount: 2)) }
            let permissions = (0..<4).map { _ in
                Requirement.fact(StateAtom(space.addVariable(valueCount: 5), in: 0b1000))
            }
            let toggles = (0..<2).map { _ in isOn(space.addVariable(valueCount: 2)) }
            self.space = space
            factored = .all([.any(products), .all(permissions), .any(toggles)])
            coupled = .all([
                .any([products[0], products[1], .all([permissions[0], toggles[0]])]),
                .any([products[1], products[2], permissions[1]]),
                .any([.all([products[2], permissions[2]]), products[3], toggles[1]]),
                .any([permissions[3], products[0], .all([permissions[1], toggles[1]])]),
                .any([toggles[0], permissions[2], products[3]]),
            ])
        }
    }

    /// Thirty two-valued facts in forty groups of three alternatives.
    private struct Large {
        let space: StateSpace
        let requirement: Requirement<StateAtom>

        init() {
            var space = StateSpace()
            let facts = (0..<30).map { _ in isOn(space.addVariable(valueCount: 2)) }
            self.space = space
            requirement = .all(
                (0..<40).map { group in
                    .any([group, group * group + 3, group * group * group + 11].map { facts[$0 % facts.count] })
                })
        }
    }

    /// Requires that a two-valued variable has its second value.
    private static func isOn(_ variable: StateVariable) -> Requirement<StateAtom> {
        .fact(StateAtom(variable, in: 0b10))
    }
}
