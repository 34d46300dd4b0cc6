// SPDX-License-Identifier: MIT

/// A requirement over the variables of a space, as a list of nodes in which parts precede their groups.
///
/// A node is a test of a variable or a group of earlier nodes, and its index identifies it. Equal parts share a node,
/// and no node is constant. A requirement that is always met or never met has no circuit. ``StateCircuitBuilder``
/// builds circuits and simplifies them.
struct StateCircuit {
    enum Part: Hashable {
        /// The part is met in all states (`true`) or in no state (`false`).
        case constant(Bool)
        case node(Int32)
    }

    struct Node {
        let variable: Int32
        /// The accepted values or classes of the variable, as a bit mask.
        fileprivate(set) var values: UInt64
        let isConjunction: Bool
        let parts: Range<Int32>

        var isAtom: Bool { variable >= 0 }
    }

    private(set) var nodes: [Node] = []
    private(set) var parts: [Int32] = []

    var root: Int32 { Int32(nodes.count - 1) }

    init(nodeCapacity: Int = 0) {
        nodes.reserveCapacity(nodeCapacity)
    }

    mutating func appendAtom(variable: Int32, values: UInt64) -> Int32 {
        nodes.append(Node(variable: variable, values: values, isConjunction: false, parts: 0..<0))
        return root
    }

    mutating func appendGroup(isConjunction: Bool, _ group: some Sequence<Int32>) -> Int32 {
        let first = Int32(parts.count)
        parts += group
        nodes.append(
            Node(variable: -1, values: 0, isConjunction: isConjunction, parts: first..<Int32(parts.count)))
        return root
    }

    mutating func reorder(_ group: Int32, as members: [Int32]) {
        for (index, part) in zip(nodes[Int(group)].parts, members) { parts[Int(index)] = part }
    }

    mutating func mapValues(_ transform: (_ variable: Int32, _ values: UInt64) -> UInt64) {
        for index in nodes.indices where nodes[index].isAtom {
            nodes[index].values = transform(nodes[index].variable, nodes[index].values)
        }
    }

    func parts(of node: Int32) -> ArraySlice<Int32> { parts(of: nodes[Int(node)]) }

    func parts(of node: Node) -> ArraySlice<Int32> {
        parts[Int(node.parts.lowerBound)..<Int(node.parts.upperBound)]
    }

    func reduced(to root: Int32) -> StateCircuit {
        reduced(isConjunction: nil, [root])
    }

    /// Returns a circuit that contains only the given nodes and the nodes that they depend on, in the same order.
    ///
    /// `isConjunction` is the kind of the new root group, or `nil` to add no group around a single root. The closure
    /// returns the number of the two-valued variable that replaces a node, or a negative number to keep the node.
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
            // A replaced node becomes a leaf, and the nodes below it are omitted.
            if variable(node) < 0 { pending += parts(of: node) }
        }
        // Ascending order keeps the parts before their groups.
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
    /// Returns whether two circuits have the same nodes in the same order.
    ///
    /// Equivalent circuits can be unequal.
    static func == (lhs: StateCircuit, rhs: StateCircuit) -> Bool {
        lhs.parts == rhs.parts && lhs.nodes == rhs.nodes
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(parts)
        for node in nodes where node.isAtom {
            hasher.combine(node.variable)
            hasher.combine(node.values)
        }
    }
}

extension StateCircuit.Node: Equatable {}
