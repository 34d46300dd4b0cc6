/// A tree of requirements over shared facts, with the verdict of every node kept up to date.
///
/// A node's *own verdict* is the value of its requirement; its *verdict* is the conjunction of that and its ancestors'.
/// A change costs what depends on it: the dependants of the fact, and below them only nodes whose verdict changes;
/// never the size of the graph.
///
/// ```swift
/// var graph = AvailabilityGraph<String>()
/// let group = graph.addNode(requirement: .fact("beta"), parent: nil)
/// let export = graph.addNode(requirement: .fact("premium"), parent: group)
/// graph.set(.true, for: "premium")   // [] for the group is still unknown
/// graph.set(.true, for: "beta")      // group and export: unknown -> true
/// ```
///
/// A graph is a value: a copy shares storage until one of the two changes.
package struct AvailabilityGraph<Key: Hashable & Sendable>: Sendable {
    @usableFromInline
    var table = FactTable<Key>()
    @usableFromInline
    var store = VerdictStore()

    /// Creates a graph without nodes.
    package init() {}

    /// How many nodes there are.
    package var count: Int { store.verdicts.count }

    /// How many requirements have been evaluated since the graph was created, for tests of what a change costs.
    package var evaluations: Int { store.evaluations }

    /// Adds a node and evaluates it.
    ///
    /// - Parameters:
    ///   - requirement: The node's own condition. Facts that have not been set are unknown.
    ///   - parent: The node that must be available for this one to be, or nil at the top.
    /// - Returns: The number of the new node.
    package mutating func addNode(requirement: Requirement<Key>, parent: NodeID?) -> NodeID {
        addNode(numbered: requirement.map { table.intern($0) }, parent: parent)
    }

    /// Adds a node whose facts have their numbers already, and evaluates it.
    ///
    /// - Parameters:
    ///   - requirement: The node's own condition, over numbers this graph has given out.
    ///   - parent: The node that must be available for this one to be, or nil at the top.
    /// - Returns: The number of the new node.
    @inlinable
    package mutating func addNode(numbered requirement: Requirement<FactID>, parent: NodeID?) -> NodeID {
        store.addNode(requirement, parent: parent, truths: table.truths)
    }

    /// Replaces a node's own condition.
    ///
    /// - Returns: The verdicts that changed: the node's and its descendants'.
    @discardableResult
    package mutating func setRequirement(_ requirement: Requirement<Key>, of node: NodeID) -> [VerdictChange] {
        setRequirement(numbered: requirement.map { table.intern($0) }, of: node)
    }

    /// Replaces a node's own condition by one whose facts have their numbers already.
    ///
    /// - Returns: The verdicts that changed, as with ``setRequirement(_:of:)``.
    @inlinable
    @discardableResult
    package mutating func setRequirement(numbered requirement: Requirement<FactID>, of node: NodeID) -> [VerdictChange]
    {
        store.setProgram(requirement, of: node, truths: table.truths)
    }

    /// Moves a node below another parent, or to the top.
    ///
    /// A parent that is the node itself or one of its descendants is refused: nothing changes. Ask
    /// ``canSetParent(_:of:)`` to tell a refusal from a move without consequences.
    ///
    /// - Returns: The verdicts that changed: the node's and its descendants'.
    @discardableResult
    package mutating func setParent(_ parent: NodeID?, of node: NodeID) -> [VerdictChange] {
        store.setParent(parent, of: node)
    }

    /// Whether a node can be moved below a parent without becoming its own ancestor.
    package func canSetParent(_ parent: NodeID?, of node: NodeID) -> Bool {
        store.canSetParent(parent, of: node)
    }

    /// Gives a fact a value.
    ///
    /// A key that no node mentions is kept for nodes to come and changes nothing.
    ///
    /// - Returns: The verdicts that changed, each node once, in an order that depends on nothing but the graph's
    ///   history.
    @discardableResult
    package mutating func set(_ truth: Truth, for key: Key) -> [VerdictChange] {
        let fact = table.intern(key)
        guard table[fact] != truth else { return [] }
        table[fact] = truth
        return store.factChanged(fact, truths: table.truths)
    }

    /// Gives several facts their values at once, as one change.
    ///
    /// - Parameter values: Keys and values; of several values for one key the last counts.
    /// - Returns: The verdicts that differ between before and after, each node once; steps in between do not show.
    @discardableResult
    package mutating func set(_ values: [(Key, Truth)]) -> [VerdictChange] {
        var changed: [FactID] = []
        for (key, truth) in values {
            let fact = table.intern(key)
            guard table[fact] != truth else { continue }
            table[fact] = truth
            changed.append(fact)
        }
        return changed.isEmpty ? [] : store.factsChanged(changed, truths: table.truths)
    }

    /// Gives a fact that is known by its number a value, which spares the lookup of its key.
    ///
    /// - Parameters:
    ///   - truth: The value.
    ///   - fact: A number this graph has given out.
    /// - Returns: The verdicts that changed, as with ``set(_:for:)``.
    @discardableResult
    @inlinable
    package mutating func set(_ truth: Truth, at fact: FactID) -> [VerdictChange] {
        guard table[fact] != truth else { return [] }
        table[fact] = truth
        return store.factChanged(fact, truths: table.truths)
    }

    /// Gives several facts that are known by their numbers their values at once, as one change.
    @discardableResult
    package mutating func set(_ values: [(FactID, Truth)]) -> [VerdictChange] {
        var changed: [FactID] = []
        for (fact, truth) in values where table[fact] != truth {
            table[fact] = truth
            changed.append(fact)
        }
        return changed.isEmpty ? [] : store.factsChanged(changed, truths: table.truths)
    }

    /// Returns the verdicts that would change if facts that are known by their numbers had other values.
    ///
    /// It costs the dependants of the facts, because it sets the values and restores them in place of working on a copy.
    package mutating func preview(_ values: [(FactID, Truth)]) -> [VerdictChange] {
        let before = values.map { ($0.0, table[$0.0]) }
        let changes = set(values)
        set(before)
        return changes
    }

    /// Gives a fact a number, now or as it was given before; a new fact is unknown.
    @inlinable
    package mutating func intern(_ key: Key) -> FactID { table.intern(key) }

    /// Gives a fact that only one node mentions a number, which spares the lookup of its key.
    ///
    /// The fact is known by that number from then on and not by its key.
    @inlinable
    package mutating func add(_ key: Key) -> FactID { table.add(key) }

    /// The number of a fact, or `nil` if nothing has mentioned it.
    @inlinable
    package func id(of key: Key) -> FactID? { table.id(of: key) }

    /// The key of a fact.
    ///
    /// - Parameter fact: A number this graph has given out.
    /// - Returns: The key the number was given to.
    @inlinable
    package func key(of fact: FactID) -> Key { table.key(of: fact) }

    /// The value of a fact; unknown for a key that was never mentioned.
    package func truth(of key: Key) -> Truth {
        table.id(of: key).map { table[$0] } ?? .unknown
    }

    /// The verdict of every node, by number.
    package var verdicts: [Truth] { store.verdicts }

    /// Whether a node and all of its ancestors meet their requirements.
    @inlinable
    package func verdict(_ node: NodeID) -> Truth {
        store.verdicts[node.index]
    }

    /// The node above, or nil at the top.
    package func parent(of node: NodeID) -> NodeID? {
        store.parents[node.index]
    }

    /// The nodes directly below, in the order in which they came there.
    package func children(of node: NodeID) -> [NodeID] {
        store.children[node.index]
    }

    /// The nodes whose own condition mentions a fact, in ascending order.
    package func dependants(of key: Key) -> [NodeID] {
        table.id(of: key).map { store.index.dependants(of: $0) } ?? []
    }

    /// The nodes whose own condition mentions a fact that is known by its number, in ascending order.
    package func dependants(at fact: FactID) -> [NodeID] { store.index.dependants(of: fact) }
}

/// The number of a node in an ``AvailabilityGraph``: dense, from zero, in the order of adding.
@usableFromInline
package struct NodeID: Hashable, Sendable, Comparable {
    /// The number itself.
    @usableFromInline
    package let rawValue: Int32

    /// Creates an identifier from its number.
    ///
    /// - Parameter rawValue: A number below the `count` of the graph it is used with.
    @inlinable
    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The number as an array index.
    @inlinable
    package var index: Int { Int(rawValue) }

    /// Orders nodes by the moment they were added.
    @inlinable
    package static func < (lhs: NodeID, rhs: NodeID) -> Bool {
        lhs.rawValue < rhs.rawValue
    }
}
