// SPDX-License-Identifier: MIT

/// An index from each fact to the nodes that depend on it.
///
/// Dependents are in ascending order, so that a change visits nodes in the order in which they were created. A
/// lookup costs one array access, regardless of the size of the graph.
package struct DependencyIndex: Sendable {
    private var table: [[NodeID]] = []

    package init() {}

    package func dependents(of fact: FactID) -> [NodeID] {
        fact.index < table.count ? table[fact.index] : []
    }

    package mutating func add(_ node: NodeID, dependingOn fact: FactID) {
        while table.count <= fact.index { table.append([]) }
        // Nodes are usually added in ascending order.
        guard let last = table[fact.index].last, last >= node else { return table[fact.index].append(node) }
        let position = Self.position(of: node, in: table[fact.index])
        if table[fact.index][position] == node { return }
        table[fact.index].insert(node, at: position)
    }

    func hasNoDependents(_ fact: FactID) -> Bool {
        fact.index >= table.count || table[fact.index].isEmpty
    }

    package mutating func remove(_ node: NodeID, dependingOn fact: FactID) {
        guard fact.index < table.count else { return }
        let position = Self.position(of: node, in: table[fact.index])
        guard position < table[fact.index].count, table[fact.index][position] == node else { return }
        table[fact.index].remove(at: position)
    }

    private static func position(of node: NodeID, in nodes: [NodeID]) -> Int {
        var low = 0
        var high = nodes.count
        while low < high {
            let middle = (low + high) / 2
            if nodes[middle] < node { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
