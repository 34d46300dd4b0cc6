/// The part of an availability graph that knows facts only by number: programs, ancestry and verdicts.
///
/// It is apart from the generic graph so that the work of a change is compiled once, with concrete types.
@usableFromInline
struct VerdictStore: Sendable {
    private(set) var index = DependencyIndex()
    private(set) var parents: [NodeID?] = []
    private(set) var children: [[NodeID]] = []
    private(set) var ownVerdicts: [Truth] = []
    @usableFromInline
    private(set) var verdicts: [Truth] = []
    private var programs = ProgramArena()
    /// By node, its index in the list of changes being made, or -1; all are -1 between changes.
    private var changeIndices: [Int32] = []
    /// How many programs have been evaluated since the beginning, which is what changes and additions cost.
    private(set) var evaluations = 0

    /// Creates a store without nodes.
    @usableFromInline
    init() {}

    /// Adds a node below a parent.
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

    /// Replaces a node's program.
    @usableFromInline
    mutating func setProgram(
        _ requirement: Requirement<FactID>, of node: NodeID, truths: [Truth]
    ) -> [VerdictChange] {
        for fact in programs.mentions(of: node) { index.remove(node, dependingOn: fact) }
        programs.replace(node, with: requirement)
        for fact in programs.mentions(of: node) { index.add(node, dependingOn: fact) }
        return reevaluate([node], truths: truths)
    }

    /// Moves a node below another parent, unless that would make it its own ancestor.
    mutating func setParent(_ parent: NodeID?, of node: NodeID) -> [VerdictChange] {
        guard parent != parents[node.index], canSetParent(parent, of: node) else { return [] }
        if let old = parents[node.index] { children[old.index].removeAll { $0 == node } }
        if let parent { children[parent.index].append(node) }
        parents[node.index] = parent
        var changes: [VerdictChange] = []
        refresh(node, into: &changes)
        return settled(changes)
    }

    /// Whether a node may be moved below a parent: not below itself, nor below a descendant.
    func canSetParent(_ parent: NodeID?, of node: NodeID) -> Bool {
        var ancestor = parent
        while let current = ancestor {
            if current == node { return false }
            ancestor = parents[current.index]
        }
        return true
    }

    /// Evaluates again what depends on a fact that has changed.
    @usableFromInline
    mutating func factChanged(_ fact: FactID, truths: [Truth]) -> [VerdictChange] {
        // So it is with every new fact.
        if index.hasNoDependants(fact) { return [] }
        return reevaluate(index.dependants(of: fact), truths: truths)
    }

    /// Evaluates again what depends on facts that have changed.
    mutating func factsChanged(_ facts: [FactID], truths: [Truth]) -> [VerdictChange] {
        if facts.count == 1 { return factChanged(facts[0], truths: truths) }
        // Ascending, so that parents mostly come before their children and few nodes are visited twice.
        let nodes = Set(facts.flatMap { index.dependants(of: $0) }).sorted()
        return reevaluate(nodes, truths: truths)
    }

    /// Evaluates nodes' own programs, and passes each difference down to the descendants it reaches.
    private mutating func reevaluate(_ nodes: [NodeID], truths: [Truth]) -> [VerdictChange] {
        var changes: [VerdictChange] = []
        evaluations += nodes.count
        changes.reserveCapacity(nodes.count)
        truths.withUnsafeBufferPointer { truths in
            for node in nodes {
                let own = programs.evaluate(node, truths)
                guard own != ownVerdicts[node.index] else { continue }
                ownVerdicts[node.index] = own
                refresh(node, into: &changes)
            }
        }
        return settled(changes)
    }

    /// Brings the verdicts of a node and its descendants up to date, going no deeper than verdicts change.
    private mutating func refresh(_ node: NodeID, into changes: inout [VerdictChange]) {
        guard update(node, in: &changes), !children[node.index].isEmpty else { return }
        var pending = children[node.index]
        while let next = pending.popLast() {
            if update(next, in: &changes) { pending += children[next.index] }
        }
    }

    /// Brings one verdict up to date and notes the change; false if there is none.
    private mutating func update(_ node: NodeID, in changes: inout [VerdictChange]) -> Bool {
        let before = verdicts[node.index]
        let after = ownVerdicts[node.index] && inherited(from: parents[node.index])
        guard after != before else { return false }
        verdicts[node.index] = after
        let position = Int(changeIndices[node.index])
        if position >= 0 {
            changes[position] = VerdictChange(node: node, before: changes[position].before, after: after)
        } else {
            changeIndices[node.index] = Int32(changes.count)
            changes.append(VerdictChange(node: node, before: before, after: after))
        }
        return true
    }

    /// What a node inherits: its parent's verdict, or true at the top.
    private func inherited(from parent: NodeID?) -> Truth {
        guard let parent else { return .true }
        return verdicts[parent.index]
    }

    /// Closes a list of changes: forgets the indices and leaves out nodes that ended where they began.
    private mutating func settled(_ changes: [VerdictChange]) -> [VerdictChange] {
        var needsFilter = false
        for change in changes {
            changeIndices[change.node.index] = -1
            needsFilter = needsFilter || change.before == change.after
        }
        return needsFilter ? changes.filter { $0.before != $0.after } : changes
    }
}

/// A node whose verdict is no longer what it was.
@usableFromInline
package struct VerdictChange: Hashable, Sendable {
    /// The node.
    @usableFromInline
    package let node: NodeID
    /// The verdict before the change.
    @usableFromInline
    package let before: Truth
    /// The verdict after it; never equal to ``before`` in what a graph returns.
    @usableFromInline
    package let after: Truth

    /// Creates a change.
    ///
    /// - Parameters:
    ///   - node: The node.
    ///   - before: Its verdict before the change.
    ///   - after: Its verdict after the change.
    @inlinable
    package init(node: NodeID, before: Truth, after: Truth) {
        self.node = node
        self.before = before
        self.after = after
    }
}
