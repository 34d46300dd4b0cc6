import FeatureGating

// Which features depend on overridden facts. Lists mark them, so the answer must be at hand for every row; it is kept
// as a count for each feature, which a change of one override corrects for the dependants of that fact only.

/// How many overridden facts each feature depends on, through itself or a group above it.
struct OverrideCounts: Sendable {
    /// The counts, by node.
    private(set) var counts: [Int32]
    /// The number of the last walk that came to a node, by node.
    private var visits: [UInt32]
    private var walk: UInt32 = 0

    /// Creates counts of zero for a number of nodes.
    init(nodes: Int) {
        counts = Array(repeating: 0, count: nodes)
        visits = Array(repeating: 0, count: nodes)
    }

    /// Adds a number to the counts of everything at and below some nodes, each counted once.
    mutating func add(_ number: Int32, below nodes: [NodeID], in graph: AvailabilityGraph<ConditionAnswer>) {
        for node in nodesBelow(nodes, in: graph) { counts[node.index] += number }
    }

    /// Returns some nodes and everything below them, each once, at the cost of these nodes only.
    mutating func nodesBelow(_ nodes: [NodeID], in graph: AvailabilityGraph<ConditionAnswer>) -> [NodeID] {
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
/// It shares storage with the store; the store copies its lists if they change while this is kept.
package struct FeatureStates: Sendable {
    private let verdicts: [Truth]
    private let overrideCounts: [Int32]

    init(verdicts: [Truth], overrideCounts: [Int32]) {
        self.verdicts = verdicts
        self.overrideCounts = overrideCounts
    }

    /// Returns the verdict of a feature; one that is being registered is not available.
    package func verdict(of node: NodeID?) -> Truth {
        guard let node, verdicts.indices.contains(node.index) else { return .false }
        return verdicts[node.index]
    }

    /// Returns whether a feature depends on an overridden fact.
    package func isOverridden(_ node: NodeID?) -> Bool {
        guard let node, overrideCounts.indices.contains(node.index) else { return false }
        return overrideCounts[node.index] > 0
    }
}

extension FactStore {
    /// The availability of all features now.
    package var featureStates: FeatureStates {
        settled { $0.index.states(overridden: $0.overridden) }
    }

    /// Returns the features that depend on a fact, through themselves or a group above, each once.
    package func nodes(dependingOn key: FactKey) -> [NodeID] {
        settled { $0.index.nodes(dependingOn: key, overridden: $0.overridden) }
    }
}
