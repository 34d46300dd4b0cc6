/// A requirement over the variables of a space as a list in which parts come before what they are part of.
///
/// Equal parts are one node, and no part is constant: a requirement that is always or never met has no circuit.
struct StateCircuit {
    /// What a part of a requirement amounts to.
    enum Part: Hashable {
        /// It is met in all states, or in none.
        case constant(Bool)
        /// It is as a node is.
        case node(Int32)
    }

    /// A test of a variable, or a group of earlier nodes.
    struct Node {
        /// The number of the variable; negative for groups.
        let variable: Int32
        /// The accepted values of the variable.
        fileprivate(set) var values: UInt64
        /// Whether all parts of the group must be met, not one of them.
        let isConjunction: Bool
        /// Where the parts of the group are listed.
        let parts: Range<Int32>

        /// Whether the node tests a variable.
        var isAtom: Bool { variable >= 0 }
    }

    private(set) var nodes: [Node] = []
    private(set) var parts: [Int32] = []

    /// The node of the whole requirement.
    var root: Int32 { Int32(nodes.count - 1) }

    /// Creates a circuit of known size without nodes.
    init(nodeCapacity: Int = 0) {
        nodes.reserveCapacity(nodeCapacity)
    }

    /// Adds a test of a variable.
    mutating func appendAtom(variable: Int32, values: UInt64) -> Int32 {
        nodes.append(Node(variable: variable, values: values, isConjunction: false, parts: 0..<0))
        return root
    }

    /// Adds a group of nodes.
    mutating func appendGroup(isConjunction: Bool, _ group: some Sequence<Int32>) -> Int32 {
        let first = Int32(parts.count)
        parts += group
        nodes.append(
            Node(variable: -1, values: 0, isConjunction: isConjunction, parts: first..<Int32(parts.count)))
        return root
    }

    /// Lists the parts of a group in another order.
    mutating func reorder(_ group: Int32, as members: [Int32]) {
        for (index, part) in zip(nodes[Int(group)].parts, members) { parts[Int(index)] = part }
    }

    /// Changes the values that each test accepts.
    mutating func mapValues(_ transform: (_ variable: Int32, _ values: UInt64) -> UInt64) {
        for index in nodes.indices where nodes[index].isAtom {
            nodes[index].values = transform(nodes[index].variable, nodes[index].values)
        }
    }

    /// Returns the nodes that are parts of a node.
    func parts(of node: Int32) -> ArraySlice<Int32> { parts(of: nodes[Int(node)]) }

    /// Returns the nodes that are parts of a node.
    func parts(of node: Node) -> ArraySlice<Int32> {
        parts[Int(node.parts.lowerBound)..<Int(node.parts.upperBound)]
    }

    /// Returns a node with everything it depends on, and nothing else.
    func reduced(to root: Int32) -> StateCircuit {
        reduced(isConjunction: nil, [root])
    }

    /// Returns a group of nodes with everything they depend on, and nothing else.
    ///
    /// - Parameters:
    ///   - isConjunction: Whether the new group is a conjunction; `nil` for no group, but the only node itself.
    ///   - roots: The parts of the new group.
    ///   - variable: Returns the number of a two-valued variable that stands for a node; negative for none.
    /// - Returns: The circuit, whose nodes are in the same order as here.
    func reduced(
        isConjunction: Bool?, _ roots: [Int32], replacing variable: (Int32) -> Int32 = { _ in -1 }
    ) -> StateCircuit {
        var numbers = [Int32](repeating: -1, count: nodes.count)
        var reached: [Int32] = []
        var pending = roots
        while let node = pending.popLast() {
            guard numbers[Int(node)] < 0 else { continue }
            numbers[Int(node)] = 0
            reached.append(node)
            if variable(node) < 0 { pending += parts(of: node) }
        }
        reached.sort()
        var result = StateCircuit(nodeCapacity: reached.count + 1)
        for index in reached {
            let node = nodes[Int(index)]
            let standIn = variable(index)
            if standIn >= 0 {
                numbers[Int(index)] = result.appendAtom(variable: standIn, values: 0b10)
            } else if node.isAtom {
                numbers[Int(index)] = result.appendAtom(variable: node.variable, values: node.values)
            } else {
                numbers[Int(index)] = result.appendGroup(
                    isConjunction: node.isConjunction, parts(of: node).lazy.map { numbers[Int($0)] })
            }
        }
        if let isConjunction {
            _ = result.appendGroup(isConjunction: isConjunction, roots.map { numbers[Int($0)] })
        }
        return result
    }

    /// The variables that are tested, each once, in ascending order.
    var variables: [Int32] {
        var result = nodes.lazy.filter(\.isAtom).map(\.variable).sorted()
        var kept = 0
        for variable in result where kept == 0 || result[kept - 1] != variable {
            result[kept] = variable
            kept += 1
        }
        result.removeSubrange(kept...)
        return result
    }
}

extension StateCircuit: Hashable {
    /// Returns whether two circuits have the same nodes in the same order, which equal functions need not have.
    static func == (lhs: StateCircuit, rhs: StateCircuit) -> Bool {
        lhs.parts == rhs.parts && lhs.nodes == rhs.nodes
    }

    /// Hashes the nodes.
    func hash(into hasher: inout Hasher) {
        hasher.combine(parts)
        for node in nodes where node.isAtom {
            hasher.combine(node.variable)
            hasher.combine(node.values)
        }
    }
}

extension StateCircuit.Node: Equatable {}
