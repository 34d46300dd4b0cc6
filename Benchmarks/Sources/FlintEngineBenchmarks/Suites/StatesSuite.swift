// SPDX-License-Identifier: MIT

import FeatureGating

/// Measures the counting of all states of a requirement, for an ordinary requirement and for a large one.
enum StatesSuite {
    /// Measures counts of 40,000 states and of 2^30 states, starting from the declared requirement.
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
        let name = "states: 2^30, a coupled formula"
        let many = report.measure(
            [
                Floor.lookUp,
                Case(name: name, countedRuns: 1) { times in
                    for _ in 0..<times { consume(large.space.count(meeting: large.requirement)) }
                },
            ], rounds: 4)
        report.add([many[1]])
        report.addCost(name, of: many[1], lookUp: many[0])
        report.add("\(name)/allocations", many[1].allocations, .count)

        let counted = large.space.count(meeting: large.requirement)
        let split = large.space.count(meeting: large.requirement, diagramLimit: 1)
        let factored = ordinary.space.count(meeting: ordinary.factored)
        // All four permissions, one of four products, and one of two user settings.
        let isWrong = split == nil || split != counted || factored?.met != StateCount(15 * 3)
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
