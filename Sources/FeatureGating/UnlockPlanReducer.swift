// SPDX-License-Identifier: MIT

/// A reducer that removes unneeded facts from an unlock plan.
///
/// The reducer removes facts one at a time, starting with the last fact in reading order. It follows each removal
/// upward through the groups that are no longer met. If the removal reaches the root, the fact is needed and is
/// restored. A needed fact usually costs only a few steps, regardless of the size of the requirement.
struct UnlockPlanReducer {
    private let circuit: FactCircuit
    private let plan: [Int32]
    /// The index in `groups` at which each node's groups start, by node, with an additional entry at the end.
    private var groupsOfNode: [Int32]
    private var groups: [Int32]
    /// The number of each group's met parts, by node; for a fact, 1 if the plan contains it.
    private var metParts: [Int32]
    private var nodeOfFact: [Int32]
    private(set) var steps: Int

    init(_ circuit: FactCircuit, plan: [Int32]) {
        self.circuit = circuit
        self.plan = plan
        steps = circuit.size
        groupsOfNode = Array(repeating: 0, count: circuit.nodes.count + 1)
        for part in circuit.parts { groupsOfNode[Int(part) + 1] += 1 }
        // The counts become offsets, so that one array holds the groups of all nodes.
        for index in circuit.nodes.indices { groupsOfNode[index + 1] += groupsOfNode[index] }
        groups = Array(repeating: 0, count: circuit.parts.count)
        var filled = groupsOfNode
        nodeOfFact = Array(repeating: 0, count: circuit.factCount)
        metParts = Array(repeating: 0, count: circuit.nodes.count)
        for (index, node) in circuit.nodes.enumerated() {
            if node.fact >= 0 { nodeOfFact[Int(node.fact)] = Int32(index) }
            for part in circuit.parts(of: node) {
                groups[Int(filled[Int(part)])] = Int32(index)
                filled[Int(part)] += 1
            }
        }
        for fact in plan { metParts[Int(nodeOfFact[Int(fact)])] = 1 }
        for (index, node) in circuit.nodes.enumerated() where node.fact < 0 {
            metParts[index] = circuit.parts(of: node).reduce(0) { $0 + (isMet(Int($1)) ? 1 : 0) }
        }
    }

    mutating func run(upTo limit: Int) -> [Int32]? {
        var kept: [Int32] = []
        // Facts late in reading order are removed first, so that the plan keeps the early facts.
        for fact in plan.reversed() {
            if steps > limit { return nil }
            if !remove(nodeOfFact[Int(fact)]) { kept.append(fact) }
        }
        return kept.reversed()
    }

    private func isMet(_ index: Int) -> Bool {
        let node = circuit.nodes[index]
        return node.isConjunction ? Int(metParts[index]) == node.parts.count : metParts[index] > 0
    }

    /// Removes a fact and returns whether the remaining facts meet the circuit; restores the fact if they do not.
    private mutating func remove(_ fact: Int32) -> Bool {
        var changed: [Int32] = [fact]
        metParts[Int(fact)] = 0
        var pending = [fact]
        while let next = pending.popLast(), Int(next) != circuit.root {
            let list = groups[Int(groupsOfNode[Int(next)])..<Int(groupsOfNode[Int(next) + 1])]
            steps += 1 + list.count
            for group in list {
                let wasMet = isMet(Int(group))
                metParts[Int(group)] -= 1
                changed.append(group)
                // A group that stays met, or that was not met before, changes nothing above it.
                if wasMet, !isMet(Int(group)) { pending.append(group) }
            }
        }
        if isMet(circuit.root) { return true }
        // A group can occur several times, once for each part that it lost.
        for node in changed { metParts[Int(node)] += 1 }
        return false
    }
}
