// SPDX-License-Identifier: MIT

import FeatureGating

/// The number of overridden facts on which each feature depends, directly or through a group.
///
/// Lists mark the features that depend on overrides, so the number must be available for each row without a search. A
/// changed override updates only the counts of the features that depend on its fact.
struct OverrideCounts: Sendable {
    private(set) var counts: [Int32]
    /// The number of the last traversal that visited each node, by node index.
    private var visits: [UInt32]
    private var walk: UInt32 = 0

    init(nodes: Int) {
        counts = Array(repeating: 0, count: nodes)
        visits = Array(repeating: 0, count: nodes)
    }

    mutating func add(_ number: Int32, below nodes: [NodeID], in graph: AvailabilityGraph<Condition>) {
        for node in nodesBelow(nodes, in: graph) { counts[node.index] += number }
    }

    /// Returns the given nodes and all their descendants, without duplicates.
    mutating func nodesBelow(_ nodes: [NodeID], in graph: AvailabilityGraph<Condition>) -> [NodeID] {
        // A new number unmarks all nodes without clearing the array.
        walk &+= 1
        var found: [NodeID] = []
        func visit(_ nodes: [NodeID]) {
            for node in nodes where visits[node.index] != walk {
                visits[node.index] = walk
                found.append(node)
            }
        }
        visit(nodes)
        var next = 0
        while next < found.count {
            visit(graph.children(of: found[next]))
            next += 1
        }
        return found
    }
}

/// The availability of all features at one moment, for lists.
///
/// The arrays are shared with the fact store, which copies them only if they change while this value exists.
package struct FeatureStates: Sendable {
    private let verdicts: [Truth]
    private let overrideCounts: [Int32]

    init(verdicts: [Truth], overrideCounts: [Int32]) {
        self.verdicts = verdicts
        self.overrideCounts = overrideCounts
    }

    package func verdict(of node: NodeID?) -> Truth {
        guard let node, verdicts.indices.contains(node.index) else { return .false }
        return verdicts[node.index]
    }

    package func isOverridden(_ node: NodeID?) -> Bool {
        guard let node, overrideCounts.indices.contains(node.index) else { return false }
        return overrideCounts[node.index] > 0
    }
}

extension FactStore {
    package var featureStates: FeatureStates {
        withCurrentState { $0.index.states(overridden: $0.overridden) }
    }

    package func nodes(dependingOn key: FactKey) -> [NodeID] {
        withCurrentState { $0.index.nodes(dependingOn: key, overridden: $0.overridden) }
    }
}
