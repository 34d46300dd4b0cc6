// SPDX-License-Identifier: MIT

internal import FeatureGating

/// A search for values of facts that make some nodes of a circuit true and others false.
///
/// The search narrows the values that each fact may have, propagates forced parts before it tries alternatives, and
/// gives up after a number of steps. All values that remain after a successful search meet the goals, so further goals
/// can be added to a state.
struct GateSearch {
    struct Goal: Hashable {
        let node: Int
        let isTrue: Bool
        /// A node that is assumed to have the truth ``assumedTruth``, or -1.
        var assumed = -1
        var assumedTruth = false
    }

    enum Outcome {
        case found
        case impossible
        case gaveUp
    }

    private struct Cell {
        let goal: Goal
        let next: Int
    }

    /// A choice between the parts of a group, with the state of the search before the choice.
    private struct Choice {
        let goal: Goal
        let parts: [Int]
        var nextPart: Int
        let deferred: Int
        let cells: Int
        let mark: Mark
    }

    struct Mark {
        fileprivate let trail: Int
        fileprivate let asserted: Int
    }

    let circuit: GateCircuit
    private let allValues: [UInt64]
    private(set) var domains: [UInt64]
    /// The largest number of facts whose values may be narrowed.
    var narrowedLimit = Int.max
    private(set) var narrowedCount = 0
    private(set) var steps = 0
    private var trail: [(fact: Int, values: UInt64)] = []
    /// The goals of groups that are met or pending, so that a shared group is visited once.
    private var asserted: Set<Goal> = []
    private var assertedOrder: [Goal] = []
    // Linked lists of goals. A choice can return to a list by its index, because cells are only added and removed at
    // the end.
    private var cells: [Cell] = []

    init(_ circuit: GateCircuit) {
        self.circuit = circuit
        allValues = circuit.allValues
        domains = allValues
    }

    var mark: Mark { Mark(trail: trail.count, asserted: assertedOrder.count) }

    mutating func addSteps(_ count: Int) { steps += count }

    mutating func reset() { undo(to: Mark(trail: 0, asserted: 0)) }

    mutating func undo(to mark: Mark) {
        while trail.count > mark.trail, let (fact, values) = trail.popLast() {
            // The fact has all of its values again.
            if values == allValues[fact] { narrowedCount -= 1 }
            domains[fact] = values
        }
        while assertedOrder.count > mark.asserted, let goal = assertedOrder.popLast() { asserted.remove(goal) }
    }

    /// Narrows the values of facts until goals are met.
    ///
    /// Unless the outcome is ``Outcome/found``, the values are unchanged.
    mutating func satisfy(_ goals: [Goal], limit: Int) -> Outcome {
        let start = mark
        let end = steps + limit
        cells.removeAll(keepingCapacity: true)
        var (pending, deferred) = (-1, -1)
        var choices: [Choice] = []
        for goal in goals { push(goal, to: &pending) }
        while true {
            steps += 1
            if steps > end {
                undo(to: start)
                return .gaveUp
            }
            if pending >= 0 {
                let goal = cells[pending].goal
                pending = cells[pending].next
                if meet(goal, &pending, &deferred) { continue }
            } else if let (goal, parts) = takeDeferred(&deferred) {
                // The only open part is forced.
                if parts.count == 1 {
                    push(part(parts[0], of: goal), to: &pending)
                    continue
                }
                if !parts.isEmpty {
                    choices.append(
                        Choice(
                            goal: goal, parts: parts, nextPart: 1, deferred: deferred, cells: cells.count, mark: mark))
                    push(part(parts[0], of: goal), to: &pending)
                    continue
                }
            } else {
                return .found
            }
            // The goal cannot be met, so the next part of the last choice is tried.
            guard let choice = nextChoice(&choices) else {
                undo(to: start)
                return .impossible
            }
            (pending, deferred) = (-1, choice.deferred)
            push(part(choice.parts[choice.nextPart - 1], of: choice.goal), to: &pending)
        }
    }

    /// Removes the deferred goal with the fewest open parts, and all goals that are met already.
    ///
    /// The result is `nil` if all goals are met.
    private mutating func takeDeferred(_ deferred: inout Int) -> (goal: Goal, parts: [Int])? {
        var best: (goal: Goal, parts: [Int], rank: (Int, Int))?
        var others: [Goal] = []
        while deferred >= 0 {
            let goal = cells[deferred].goal
            deferred = cells[deferred].next
            steps += 1
            guard let parts = openParts(of: goal) else { continue }
            // Goals without a choice are first. Goals that must be false follow: once they are met, the others conflict
            // only over the platform, because requirements have no negation.
            let rank = (parts.count < 2 ? 0 : goal.isTrue ? 2 : 1, parts.count)
            guard best.map({ rank < $0.rank }) != false else {
                others.append(goal)
                continue
            }
            if let best { others.append(best.goal) }
            best = (goal, parts, rank)
            if rank.0 == 0 { break }
        }
        for goal in others { push(goal, to: &deferred) }
        return best.map { ($0.goal, $0.parts) }
    }

    private mutating func nextChoice(_ choices: inout [Choice]) -> Choice? {
        while var choice = choices.popLast() {
            undo(to: choice.mark)
            // The cells that were added since the choice belong to abandoned lists.
            cells.removeLast(cells.count - choice.cells)
            guard choice.nextPart < choice.parts.count else { continue }
            choice.nextPart += 1
            // The last part leaves no alternative to return to.
            if choice.nextPart < choice.parts.count { choices.append(choice) }
            return choice
        }
        return nil
    }

    private mutating func push(_ goal: Goal, to list: inout Int) {
        cells.append(Cell(goal: goal, next: list))
        list = cells.count - 1
    }

    private func part(_ node: Int, of goal: Goal) -> Goal {
        Goal(node: node, isTrue: goal.isTrue, assumed: goal.assumed, assumedTruth: goal.assumedTruth)
    }

    /// Narrows values or adds the goal's parts to the pending goals, and returns whether the goal may be met.
    private mutating func meet(_ goal: Goal, _ pending: inout Int, _ deferred: inout Int) -> Bool {
        if goal.node == goal.assumed { return goal.isTrue == goal.assumedTruth }
        switch circuit.nodes[goal.node] {
        case .constant(let isTrue): return isTrue == goal.isTrue
        case .fact(let fact, let values): return narrow(fact, to: goal.isTrue ? values : ~values)
        case .group(let isConjunction, let parts):
            guard asserted.insert(goal).inserted else { return true }
            assertedOrder.append(goal)
            // A true conjunction and a false disjunction need all of their parts; other goals need only one part.
            if isConjunction == goal.isTrue {
                // The goal that is added last is met first.
                for node in circuit.parts[parts].reversed() { push(part(node, of: goal), to: &pending) }
            } else {
                push(goal, to: &deferred)
            }
            return true
        }
    }

    private mutating func narrow(_ fact: Int, to values: UInt64) -> Bool {
        let old = domains[fact]
        let new = old & values
        guard new != old else { return true }
        guard new != 0 else { return false }
        // A fact counts once, however often its values are narrowed.
        if old == allValues[fact] {
            guard narrowedCount < narrowedLimit else { return false }
            narrowedCount += 1
        }
        trail.append((fact, old))
        domains[fact] = new
        return true
    }

    /// Returns the parts of a group that can still have the goal's truth, or `nil` if one of them already has it.
    private func openParts(of goal: Goal) -> [Int]? {
        guard case .group(_, let range) = circuit.nodes[goal.node] else { return [] }
        let wanted = Truth(goal.isTrue)
        var open: [Int] = []
        for node in circuit.parts[range] {
            var visits = Self.visitLimit
            let truth = truth(of: node, in: goal, depth: 4, &visits)
            if truth == wanted { return nil }
            if truth == .unknown { open.append(node) }
        }
        return open
    }

    /// The largest number of parts that are evaluated for one part of a group.
    ///
    /// Without the limit, a few nested groups that share their parts would take as long as all paths through them.
    private static let visitLimit = 4_096

    /// Returns the truth of a node as far as the remaining values determine it.
    ///
    /// Groups below the depth, large groups, and groups beyond the number of visits are unknown.
    private func truth(of node: Int, in goal: Goal, depth: Int, _ visits: inout Int) -> Truth {
        if node == goal.assumed { return Truth(goal.assumedTruth) }
        switch circuit.nodes[node] {
        case .constant(let isTrue): return Truth(isTrue)
        case .fact(let fact, let values): return GateCircuit.truth(domains[fact], values)
        case .group(let isConjunction, let range):
            guard depth > 0, range.count <= 64, range.count <= visits else { return .unknown }
            visits -= range.count
            var truth = Truth(isConjunction)
            let deciding = Truth(!isConjunction)
            for part in circuit.parts[range] where truth != deciding {
                let value = self.truth(of: part, in: goal, depth: depth - 1, &visits)
                truth = isConjunction ? truth && value : truth || value
            }
            return truth
        }
    }
}
