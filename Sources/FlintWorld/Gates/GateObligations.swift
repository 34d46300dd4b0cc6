// SPDX-License-Identifier: MIT

internal import FeatureGating

/// The situations that a set of personas must contain to cover the gates of an app.
///
/// Each feature must be available at least once, and each of its own conditions must be the only reason for a denial at
/// least once: the condition is not met, and the feature would be available if it were.
struct GateObligations {
    struct Obligation {
        let gate: Int
        /// The index of the gate's condition that is the only reason for a denial, or `nil` for an available feature.
        let condition: Int?
    }

    private static let stepLimit = 20_000

    let circuit: GateCircuit
    let all: [Obligation]

    init(_ circuit: GateCircuit, gates: [Int]) {
        self.circuit = circuit
        all = gates.flatMap { gate in
            [Obligation(gate: gate, condition: nil)]
                + circuit.gates[gate].conditions.indices.map { Obligation(gate: gate, condition: $0) }
        }
    }

    /// Returns the goals of an obligation, including goals for the groups above the feature.
    ///
    /// With a group count, only the nearest groups are included.
    func goals(of obligation: Obligation, groupCount: Int? = nil) -> [GateSearch.Goal] {
        let gate = circuit.gates[obligation.gate]
        guard let condition = obligation.condition.map({ gate.conditions[$0].node }) else {
            return [GateSearch.Goal(node: gate.full, isTrue: true)]
        }
        // The condition alone decides: the feature would be available if the condition were met.
        var goals = [
            GateSearch.Goal(node: condition, isTrue: false),
            GateSearch.Goal(node: gate.own, isTrue: true, assumed: condition, assumedTruth: true),
            GateSearch.Goal(node: gate.own, isTrue: false, assumed: condition, assumedTruth: false),
        ]
        if let groupCount {
            goals += groups(above: gate).prefix(groupCount).map { .init(node: circuit.gates[$0].own, isTrue: true) }
        } else if let parent = gate.parent {
            goals.append(.init(node: circuit.gates[parent].full, isTrue: true))
        }
        return goals
    }

    private func groups(above gate: GateCircuit.Gate) -> [Int] { gate.parent.map(circuit.lineage) ?? [] }

    /// Returns the given obligations that are met for all values that the facts may have.
    func metObligations(by domains: [UInt64], of obligations: [Int]) -> [Int] {
        let truths = circuit.truths(domains)
        return obligations.filter { index in
            let (obligation, gate) = (all[index], circuit.gates[all[index].gate])
            guard let condition = obligation.condition.map({ gate.conditions[$0].node }) else {
                return truths[gate.full] == .true
            }
            return truths[condition] == .false && truths[gate.own] == .false
                && gate.parent.map { truths[circuit.gates[$0].full] == .true } != false
                && circuit.truth(of: gate, meeting: condition, domains, truths) == .true
        }
    }

    // MARK: Feasibility

    enum Obstacle {
        case neverAvailable
        case alwaysMet
        case impliedByGroup(Int)
        case impliedByOthers
        /// Whenever the condition's alternative is met, another alternative is met too.
        case neverDecides
        case gaveUp
    }

    func obstacle(to obligation: Obligation, _ search: inout GateSearch) -> Obstacle? {
        defer { search.reset() }
        search.reset()
        func isPossible(_ goals: [GateSearch.Goal]) -> GateSearch.Outcome {
            search.reset()
            return search.satisfy(goals, limit: Self.stepLimit)
        }
        switch isPossible(goals(of: obligation)) {
        case .found: return nil
        case .gaveUp: return .gaveUp
        case .impossible:
            // A platform that the circuit does not represent may meet the goals.
            if !circuit.hasEveryValue { return .gaveUp }
        }
        let gate = circuit.gates[obligation.gate]
        guard let condition = obligation.condition.map({ gate.conditions[$0].node }) else { return .neverAvailable }
        guard isPossible([.init(node: gate.full, isTrue: true)]) == .found else { return .neverAvailable }
        let isUnmet = GateSearch.Goal(node: condition, isTrue: false)
        guard isPossible([isUnmet]) == .found else { return .alwaysMet }
        // Without this group and the groups above it, the obligation can be met, so this group implies the condition.
        for (count, group) in groups(above: gate).enumerated().reversed()
        where isPossible(goals(of: obligation, groupCount: count)) == .found {
            return .impliedByGroup(group)
        }
        let othersAreMet = GateSearch.Goal(node: gate.own, isTrue: true, assumed: condition, assumedTruth: true)
        return isPossible([isUnmet, othersAreMet]) == .found ? .neverDecides : .impliedByOthers
    }

    // MARK: Lower bound

    /// Returns a lower bound of the number of personas.
    ///
    /// The bound is the size of a set of obligations that each need a different persona.
    func lowerBound(_ obligations: [Int], _ search: inout GateSearch) -> Int {
        guard circuit.hasEveryValue else { return min(1, obligations.count) }
        var byGate: [Int: [Int]] = [:]
        for index in obligations { byGate[all[index].gate, default: []].append(index) }
        // The obligations of a feature and of the groups above it usually exclude each other.
        let lines = byGate.keys.sorted().map { gate in
            ([gate] + groups(above: circuit.gates[gate])).flatMap { byGate[$0] ?? [] }
        }
        // More obligations get fewer starts, which limits the time.
        let starts = max(1, min(32, 200_000 / max(1, obligations.count)))
        let longest = lines.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
        var best = obligations.isEmpty ? 0 : 1
        for line in longest.prefix(starts).map(\.element) {
            var clique: [Int] = []
            for index in line + obligations where !clique.contains(index) {
                let goals = goals(of: all[index])
                let excludesAll = clique.allSatisfy { other in
                    search.reset()
                    return search.satisfy(goals + self.goals(of: all[other]), limit: 1_000) == .impossible
                }
                if excludesAll { clique.append(index) }
            }
            best = max(best, clique.count)
        }
        search.reset()
        return best
    }
}
