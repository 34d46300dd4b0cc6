// SPDX-License-Identifier: MIT

/// A tree of requirements over shared facts that keeps every node's verdict up to date.
///
/// A node's *own verdict* is the value of its requirement. Its *verdict* is the conjunction of the own verdicts of the
/// node and all of its ancestors. A change visits only the nodes whose requirements mention the fact and, below them,
/// the nodes whose verdicts change. The cost does not depend on the size of the graph.
///
/// ```swift
/// var graph = AvailabilityGraph<String>()
/// let (beta, premium) = (graph.intern("beta"), graph.intern("premium"))
/// let group = graph.addNode(numbered: .fact(beta), parent: nil)
/// let export = graph.addNode(numbered: .fact(premium), parent: group)
/// graph.set(.true, at: premium)   // [], because the group is still unknown
/// graph.set(.true, at: beta)      // group and export: unknown -> true
/// ```
///
/// The dependents of a fact are listed in ascending order. The graph has value semantics: copies share storage until
/// either changes.
package struct AvailabilityGraph<Key: Hashable & Sendable>: Sendable {
    @usableFromInline
    var table = FactTable<Key>()
    @usableFromInline
    var store = VerdictStore()

    package init() {}

    package var count: Int { store.verdicts.count }

    /// Adds a node and evaluates its requirement.
    ///
    /// Facts without a value are unknown. The parent must be available for the new node to be available. A root has no
    /// parent.
    @inlinable
    package mutating func addNode(numbered requirement: Requirement<FactID>, parent: NodeID?) -> NodeID {
        store.addNode(requirement, parent: parent, truths: table.truths)
    }

    /// Replaces a node's own requirement, and returns the changed verdicts of the node and its descendants.
    @inlinable
    @discardableResult
    package mutating func setRequirement(numbered requirement: Requirement<FactID>, of node: NodeID) -> [VerdictChange]
    {
        store.setProgram(requirement, of: node, truths: table.truths)
    }

    /// Moves a node below another parent, or makes it a root.
    ///
    /// If the parent is the node itself or one of its descendants, the graph stays unchanged and the result is empty.
    /// To distinguish this case from a move that changes no verdict, call ``canSetParent(_:of:)``.
    ///
    /// - Returns: The changed verdicts of the node and its descendants.
    @discardableResult
    package mutating func setParent(_ parent: NodeID?, of node: NodeID) -> [VerdictChange] {
        store.setParent(parent, of: node)
    }

    package func canSetParent(_ parent: NodeID?, of node: NodeID) -> Bool {
        store.canSetParent(parent, of: node)
    }

    /// Sets the value of a fact.
    ///
    /// The graph also stores the value of a fact that no node mentions yet.
    ///
    /// - Returns: The verdicts that changed, each node once. The order depends only on the graph's history.
    @discardableResult
    @inlinable
    package mutating func set(_ truth: Truth, at fact: FactID) -> [VerdictChange] {
        guard table[fact] != truth else { return [] }
        table[fact] = truth
        return store.factChanged(fact, truths: table.truths)
    }

    /// Sets the values of several facts as one change, so that intermediate verdicts are not reported.
    ///
    /// If a fact occurs several times, the last value applies. Each node appears once in the result.
    @discardableResult
    package mutating func set(_ values: [(FactID, Truth)]) -> [VerdictChange] {
        var changed: [FactID] = []
        for (fact, truth) in values where table[fact] != truth {
            table[fact] = truth
            changed.append(fact)
        }
        return changed.isEmpty ? [] : store.factsChanged(changed, truths: table.truths)
    }

    /// Returns the verdicts that would change if the facts had other values.
    ///
    /// The method sets the values temporarily instead of copying the graph, so its cost is proportional to the number
    /// of affected nodes.
    package mutating func preview(_ values: [(FactID, Truth)]) -> [VerdictChange] {
        // Setting the previous values again also restores every verdict.
        let before = values.map { ($0.0, table[$0.0]) }
        let changes = set(values)
        set(before)
        return changes
    }

    @inlinable
    package mutating func intern(_ key: Key) -> FactID { table.intern(key) }

    /// Assigns a number to a fact without registering its key for lookup.
    ///
    /// Use this method for a fact that only one node mentions. The fact can then be found only by its number.
    @inlinable
    package mutating func add(_ key: Key) -> FactID { table.add(key) }

    /// Returns the number of a key, or `nil` if the key is not registered.
    ///
    /// ``intern(_:)`` registers a key. ``add(_:)`` does not.
    @inlinable
    package func id(of key: Key) -> FactID? { table.id(of: key) }

    @inlinable
    package func key(of fact: FactID) -> Key { table.key(of: fact) }

    package var verdicts: [Truth] { store.verdicts }

    @inlinable
    package func verdict(_ node: NodeID) -> Truth {
        store.verdicts[node.index]
    }

    package func parent(of node: NodeID) -> NodeID? {
        store.parents[node.index]
    }

    /// Returns the nodes directly below a node, in the order in which they were added or moved there.
    package func children(of node: NodeID) -> [NodeID] {
        store.children[node.index]
    }

    package func dependents(at fact: FactID) -> [NodeID] { store.index.dependents(of: fact) }
}

@usableFromInline
package typealias NodeID = Ordinal<NodeTag>

@usableFromInline
package enum NodeTag {}
