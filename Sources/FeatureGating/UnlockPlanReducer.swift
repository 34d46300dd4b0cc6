/// Takes facts out of a plan for as long as the rest is enough.
///
/// A fact that is taken out is followed upwards through the groups that are no longer met, so one that cannot be taken
/// out mostly costs a few steps, whatever the size of the requirement.
struct UnlockPlanReducer {
    private let circuit: FactCircuit
    private let plan: [Int32]
    /// By node, where its groups are listed.
    private var groupsOfNode: [Int32]
    private var groups: [Int32]
    /// By node, how many of its parts are met; for a fact whether it is in the plan.
    private var metParts: [Int32]
    private var nodeOfFact: [Int32]
    /// How many nodes have been looked at.
    private(set) var steps: Int

    /// Creates a reducer for a plan that meets the circuit.
    init(_ circuit: FactCircuit, plan: [Int32]) {
        self.circuit = circuit
        self.plan = plan
        steps = circuit.size
        groupsOfNode = Array(repeating: 0, count: circuit.nodes.count + 1)
        for part in circuit.parts { groupsOfNode[Int(part) + 1] += 1 }
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

    /// Returns the facts that are needed; `nil` if it takes too many steps to find out.
    mutating func run(upTo limit: Int) -> [Int32]? {
        var kept: [Int32] = []
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

    /// Takes a fact out; `false`, and nothing is changed, if the rest is not enough.
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
                if wasMet, !isMet(Int(group)) { pending.append(group) }
            }
        }
        if isMet(circuit.root) { return true }
        for node in changed { metParts[Int(node)] += 1 }
        return false
    }
}
