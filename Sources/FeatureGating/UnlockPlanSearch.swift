// SPDX-License-Identifier: MIT

/// A search for unlock plans of more than nine facts, in bounded time.
///
/// The search tries up to three strategies, each within a step budget, and returns the result of the first that
/// finishes. The first strategy combines all plans of all parts, so its result is complete. The second combines the
/// best few plans of each part. The third takes the cheapest alternative everywhere, in time proportional to the size
/// of the requirement, and then varies the result.
///
/// ``TruthTable`` handles circuits of at most nine facts.
struct UnlockPlanSearch {
    /// The maximum number of steps for each phase of the first two strategies; the third may take five times as many.
    private let budget: Int
    /// The number of plans that the second strategy retains for each part.
    private static let width = 126

    private let circuit: FactCircuit
    private let limit: Int
    private(set) var steps = 0
    private var stepLimit = 0

    init(_ circuit: FactCircuit, limit: Int) {
        self.circuit = circuit
        self.limit = limit
        // A fixed budget for small requirements, plus ten passes over the circuit.
        budget = 200_000 + 10 * circuit.size
    }

    mutating func run() -> (plans: [[Int32]], isComplete: Bool) {
        stepLimit = steps + budget
        if let plans = combinePlans(width: nil) { return (Array(plans.prefix(limit)), true) }
        stepLimit = steps + budget
        if let plans = combinePlans(width: max(limit, Self.width)) {
            // If facts are mentioned more than once, truncated lists of plans can lead to a plan with an unneeded fact.
            stepLimit = steps + budget
            if let best = best(of: plans.compactMap { reduced($0) }) { return (best, false) }
        }
        return (variedPlans(), false)
    }

    private mutating func spendSteps(_ count: Int) -> Bool {
        steps += count
        return steps <= stepLimit
    }

    private mutating func best(of plans: [[Int32]]) -> [[Int32]]? {
        stepLimit = steps + budget
        return minimal(plans, width: limit)
    }
}

// MARK: - Combining the plans of parts

extension UnlockPlanSearch {
    /// Builds the requirement's plans from the plans of its parts, or returns `nil` beyond the step limit.
    ///
    /// The width is the maximum number of plans to keep for each part, or `nil` for no maximum.
    private mutating func combinePlans(width: Int?) -> [[Int32]]? {
        var plans: [[[Int32]]] = []
        plans.reserveCapacity(circuit.nodes.count)
        for node in circuit.nodes {
            guard spendSteps(1 + node.parts.count) else { return nil }
            if node.fact >= 0 {
                plans.append([[node.fact]])
            } else if node.isConjunction {
                guard let combined = product(of: node, plans, width: width) else { return nil }
                plans.append(combined)
            } else {
                var all: [[Int32]] = []
                for part in circuit.parts(of: node) {
                    guard spendSteps(plans[Int(part)].count) else { return nil }
                    all += plans[Int(part)]
                }
                guard let kept = minimal(all, width: width) else { return nil }
                plans.append(kept)
            }
        }
        return plans[circuit.root]
    }

    private mutating func product(of node: FactCircuit.Node, _ plans: [[[Int32]]], width: Int?) -> [[Int32]]? {
        // Parts with a single plan are merged first, because their number can be very large.
        var common: [Int32] = []
        for part in circuit.parts(of: node) where plans[Int(part)].count == 1 {
            common += plans[Int(part)][0]
            guard spendSteps(plans[Int(part)][0].count) else { return nil }
        }
        common.sort()
        var first: [Int32] = []
        for fact in common where first.last != fact { first.append(fact) }
        var result = [first]
        for part in circuit.parts(of: node) where plans[Int(part)].count > 1 {
            let more = plans[Int(part)]
            guard spendSteps(Self.size(of: result) * more.count + Self.size(of: more) * result.count) else {
                return nil
            }
            let combined = result.flatMap { plan in more.map { plan.union(withPlan: $0) } }
            guard let kept = minimal(combined, width: width) else { return nil }
            result = kept
        }
        return result
    }

    private static func size(of plans: [[Int32]]) -> Int {
        plans.reduce(0) { sum, plan in sum + plan.count }
    }

    /// Returns the best plans that do not contain another plan, or `nil` if the search exceeds the step limit.
    private mutating func minimal(_ plans: [[Int32]], width: Int?) -> [[Int32]]? {
        if plans.count < 2 { return plans }
        guard spendSteps(plans.count * (Int.bitWidth - plans.count.leadingZeroBitCount)) else { return nil }
        var kept: [[Int32]] = []
        // A plan contains another plan of the same length only if they are equal, and equal plans are neighbors.
        var shorter = 0
        for plan in plans.sorted(by: { $0.ranksBefore($1) }) {
            if kept.count == width { break }
            if let last = kept.last {
                if last == plan { continue }
                if last.count < plan.count { shorter = kept.count }
            }
            var isMinimal = true
            for other in kept[..<shorter] {
                guard spendSteps(other.count) else { return nil }
                if other.isSubset(ofPlan: plan) {
                    isMinimal = false
                    break
                }
            }
            if isMinimal { kept.append(plan) }
        }
        return kept
    }
}

// MARK: - Choosing the cheapest alternatives

extension UnlockPlanSearch {
    /// Returns the plan with the cheapest alternatives, together with plans that avoid one or more of its facts.
    private mutating func variedPlans() -> [[Int32]] {
        stepLimit = steps + 5 * budget
        let isNecessary = circuit.necessaryFacts
        let even = Array(repeating: 1, count: circuit.factCount)
        var found: [[Int32]] = []
        var known: Set<[Int32]> = []
        var pending: [(plan: [Int32], excluded: [Int32])] = []
        func add(_ plan: [Int32]?, excluding excluded: [Int32]) {
            guard let plan, known.insert(plan).inserted else { return }
            found.append(plan)
            pending.append((plan, excluded))
        }
        if circuit.hasSharedNodes { add(cheapestPlan(weights: sharedWeights, excluding: []), excluding: []) }
        add(cheapestPlan(weights: even, excluding: []), excluding: [])
        var next = 0
        while next < pending.count, found.count < limit {
            let (plan, excluded) = pending[next]
            next += 1
            // Excluding a fact late in reading order leaves the early part of the plan unchanged.
            for fact in plan.reversed() where !isNecessary[Int(fact)] && found.count < limit {
                guard spendSteps(circuit.size) else { return sorted(found) }
                let excluded = excluded + [fact]
                add(cheapestPlan(weights: even, excluding: excluded), excluding: excluded)
            }
        }
        return sorted(found)
    }

    private func sorted(_ plans: [[Int32]]) -> [[Int32]] {
        Array(plans.sorted { $0.ranksBefore($1) }.prefix(limit))
    }

    private var sharedWeights: [Int] {
        // Facts that are mentioned often become cheaper. 5,040 is divisible by all numbers up to 10, so these weights
        // are exact.
        var mentions = Array(repeating: 0, count: circuit.nodes.count)
        for part in circuit.parts { mentions[Int(part)] += 1 }
        return circuit.nodes.indices.filter { circuit.nodes[$0].fact >= 0 }.map { 5_040 / max(1, mentions[$0]) + 1 }
    }

    /// Returns a plan that takes the cheapest alternative in every group.
    ///
    /// The result is `nil` if no plan exists without the excluded facts, or if the search exceeds the step limit.
    private mutating func cheapestPlan(weights: [Int], excluding excluded: [Int32]) -> [Int32]? {
        steps += circuit.size
        let excluded = Set(excluded)
        var costs: [Int] = []
        costs.reserveCapacity(circuit.nodes.count)
        for node in circuit.nodes {
            if node.fact >= 0 {
                costs.append(excluded.contains(node.fact) ? .max : weights[Int(node.fact)])
            } else if node.isConjunction {
                costs.append(
                    circuit.parts(of: node).reduce(0) { sum, part in
                        // A cost of `.max` means that the excluded facts make the part impossible.
                        let (more, isTooLarge) = sum.addingReportingOverflow(costs[Int(part)])
                        return isTooLarge ? .max : more
                    })
            } else {
                costs.append(circuit.parts(of: node).reduce(.max) { min($0, costs[Int($1)]) })
            }
        }
        guard costs[circuit.root] < .max else { return nil }
        var plan: [Int32] = []
        var seen = Array(repeating: false, count: circuit.nodes.count)
        var pending = [Int32(circuit.root)]
        while let next = pending.popLast() {
            guard !seen[Int(next)] else { continue }
            seen[Int(next)] = true
            let node = circuit.nodes[Int(next)]
            if node.fact >= 0 {
                plan.append(node.fact)
            } else if node.isConjunction {
                pending += circuit.parts(of: node)
            } else if let part = circuit.parts(of: node).first(where: { costs[Int($0)] == costs[Int(next)] }) {
                pending.append(part)
            }
        }
        return reduced(plan.sorted())
    }
}

// MARK: - Removing unneeded facts

extension UnlockPlanSearch {
    /// Returns a plan without its unneeded facts, or `nil` if the search exceeds the step limit.
    private mutating func reduced(_ plan: [Int32]) -> [Int32]? {
        // If every part is mentioned once, the plan has no unneeded facts.
        guard circuit.hasSharedNodes else { return plan }
        var reducer = UnlockPlanReducer(circuit, plan: plan)
        let result = reducer.run(upTo: max(0, stepLimit - steps))
        steps += reducer.steps
        return result
    }
}
