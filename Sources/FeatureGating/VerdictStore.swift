// SPDX-License-Identifier: MIT

/// The non-generic part of an availability graph: compiled programs, ancestry, and verdicts.
///
/// ``AvailabilityGraph`` translates keys to fact numbers and delegates every other step to this store. The store is
/// separate from the generic graph so that propagation is compiled once, with concrete types. It does not own the
/// facts' values: each method that evaluates receives the current values as an array indexed by fact number.
///
/// A node's own verdict is the value of its requirement, and its verdict is the conjunction of that value and the
/// parent's verdict. Mutating methods return the verdicts that changed, each node once.
@usableFromInline
struct VerdictStore: Sendable {
    private(set) var index = DependencyIndex()
    private(set) var parents: [NodeID?] = []
    private(set) var children: [[NodeID]] = []
    private(set) var ownVerdicts: [Truth] = []
    @usableFromInline
    private(set) var verdicts: [Truth] = []
    private var programs = ProgramArena()
    /// The position of each node in the list of pending changes, or -1 for a node that has not changed.
    private var changeIndices: [Int32] = []
    private(set) var evaluations = 0

    @usableFromInline
    init() {}

    @usableFromInline
    mutating func addNode(_ requirement: Requirement<FactID>, parent: NodeID?, truths: [Truth]) -> NodeID {
        let node = NodeID(rawValue: Int32(programs.count))
        programs.append(requirement)
        let own = truths.withUnsafeBufferPointer { programs.evaluate(node, $0) }
        evaluations += 1
        parents.append(parent)
        children.append([])
        ownVerdicts.append(own)
        verdicts.append(own && inherited(from: parent))
        changeIndices.append(-1)
        if let parent { children[parent.index].append(node) }
        for fact in programs.mentions(of: node) { index.add(node, dependingOn: fact) }
        return node
    }

    @usableFromInline
    mutating func setProgram(
        _ requirement: Requirement<FactID>, of node: NodeID, truths: [Truth]
    ) -> [VerdictChange] {
        for fact in programs.mentions(of: node) { index.remove(node, dependingOn: fact) }
        programs.replace(node, with: requirement)
        for fact in programs.mentions(of: node) { index.add(node, dependingOn: fact) }
        return reevaluate([node], truths: truths)
    }

    mutating func setParent(_ parent: NodeID?, of node: NodeID) -> [VerdictChange] {
        guard parent != parents[node.index], canSetParent(parent, of: node) else { return [] }
        if let old = parents[node.index] { children[old.index].removeAll { $0 == node } }
        if let parent { children[parent.index].append(node) }
        parents[node.index] = parent
        var changes: [VerdictChange] = []
        refresh(node, into: &changes)
        return finishChanges(changes)
    }

    func canSetParent(_ parent: NodeID?, of node: NodeID) -> Bool {
        var ancestor = parent
        while let current = ancestor {
            if current == node { return false }
            ancestor = parents[current.index]
        }
        return true
    }

    @usableFromInline
    mutating func factChanged(_ fact: FactID, truths: [Truth]) -> [VerdictChange] {
        // A new fact, for example, has no dependents yet.
        if index.hasNoDependents(fact) { return [] }
        return reevaluate(index.dependents(of: fact), truths: truths)
    }

    mutating func factsChanged(_ facts: [FactID], truths: [Truth]) -> [VerdictChange] {
        if facts.count == 1 { return factChanged(facts[0], truths: truths) }
        // Ascending order puts most parents before their children, so few nodes are visited twice.
        let nodes = Set(facts.flatMap { index.dependents(of: $0) }).sorted()
        return reevaluate(nodes, truths: truths)
    }

    private mutating func reevaluate(_ nodes: [NodeID], truths: [Truth]) -> [VerdictChange] {
        var changes: [VerdictChange] = []
        evaluations += nodes.count
        changes.reserveCapacity(nodes.count)
        truths.withUnsafeBufferPointer { truths in
            for node in nodes {
                let own = programs.evaluate(node, truths)
                // An own verdict that stays the same leaves everything below it unchanged.
                guard own != ownVerdicts[node.index] else { continue }
                ownVerdicts[node.index] = own
                refresh(node, into: &changes)
            }
        }
        return finishChanges(changes)
    }

    private mutating func refresh(_ node: NodeID, into changes: inout [VerdictChange]) {
        guard update(node, in: &changes), !children[node.index].isEmpty else { return }
        var pending = children[node.index]
        while let next = pending.popLast() {
            if update(next, in: &changes) { pending += children[next.index] }
        }
    }

    /// Updates one verdict, records the change, and returns whether the verdict changed.
    private mutating func update(_ node: NodeID, in changes: inout [VerdictChange]) -> Bool {
        let before = verdicts[node.index]
        let after = ownVerdicts[node.index] && inherited(from: parents[node.index])
        guard after != before else { return false }
        verdicts[node.index] = after
        let position = Int(changeIndices[node.index])
        // A node can change twice within one change. Its first verdict remains the one to compare with.
        if position >= 0 {
            changes[position] = VerdictChange(node: node, before: changes[position].before, after: after)
        } else {
            changeIndices[node.index] = Int32(changes.count)
            changes.append(VerdictChange(node: node, before: before, after: after))
        }
        return true
    }

    private func inherited(from parent: NodeID?) -> Truth {
        guard let parent else { return .true }
        return verdicts[parent.index]
    }

    /// Resets the change positions and removes changes whose verdict returned to its original value.
    private mutating func finishChanges(_ changes: [VerdictChange]) -> [VerdictChange] {
        var needsFilter = false
        for change in changes {
            changeIndices[change.node.index] = -1
            needsFilter = needsFilter || change.before == change.after
        }
        return needsFilter ? changes.filter { $0.before != $0.after } : changes
    }
}

/// A change of one node's verdict, with different values for ``before`` and ``after``.
@usableFromInline
package struct VerdictChange: Hashable, Sendable {
    @usableFromInline
    package let node: NodeID
    @usableFromInline
    package let before: Truth
    @usableFromInline
    package let after: Truth

    @inlinable
    package init(node: NodeID, before: Truth, after: Truth) {
        self.node = node
        self.before = before
        self.after = after
    }
}
