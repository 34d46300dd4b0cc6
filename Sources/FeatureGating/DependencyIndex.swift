/// Which nodes depend on which fact.
///
/// Dependants are kept in ascending order, so a change is worked through in the order in which nodes were made, and
/// looking them up costs one array access whatever the size of the graph.
package struct DependencyIndex: Sendable {
    private var table: [[NodeID]] = []

    /// Creates an index in which nothing depends on anything.
    package init() {}

    /// The nodes that depend on a fact, in ascending order.
    package func dependants(of fact: FactID) -> [NodeID] {
        fact.index < table.count ? table[fact.index] : []
    }

    /// Notes that a node depends on a fact; noting it twice is the same as once.
    package mutating func add(_ node: NodeID, dependingOn fact: FactID) {
        while table.count <= fact.index { table.append([]) }
        // Nodes are mostly added in ascending order.
        guard let last = table[fact.index].last, last >= node else { return table[fact.index].append(node) }
        let position = Self.position(of: node, in: table[fact.index])
        if table[fact.index][position] == node { return }
        table[fact.index].insert(node, at: position)
    }

    /// Whether nothing depends on a fact.
    func hasNoDependants(_ fact: FactID) -> Bool {
        fact.index >= table.count || table[fact.index].isEmpty
    }

    /// Forgets that a node depends on a fact; without effect if it did not.
    package mutating func remove(_ node: NodeID, dependingOn fact: FactID) {
        guard fact.index < table.count else { return }
        let position = Self.position(of: node, in: table[fact.index])
        guard position < table[fact.index].count, table[fact.index][position] == node else { return }
        table[fact.index].remove(at: position)
    }

    /// The first position whose node is not below the given one, by bisection.
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
