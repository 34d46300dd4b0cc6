/// Finds the parts of a circuit that can be counted apart.
///
/// A module is a node whose variables are tested nowhere else. To the rest of the circuit it is one more variable of
/// two weighted values, unmet and met, so each module is counted once and then replaced.
struct StateModules {
    /// The modules, inner ones first; the last is the root.
    private(set) var nodes: [Int32] = []

    /// When a node or a variable is visited while the circuit is walked through.
    private struct Visits {
        var first = -1
        var last = -1

        /// Notes a visit; returns whether it is the first.
        mutating func note(_ date: Int) -> Bool {
            last = date
            guard first < 0 else { return false }
            first = date
            return true
        }
    }

    /// Finds the modules in two passes, each of which takes time in proportion to the circuit.
    ///
    /// The first notes when each node is visited first and last, and when its parts are finished. A node is a module if
    /// everything below it is visited between its own first visit and that end only.
    ///
    /// - Parameters:
    ///   - circuit: The circuit.
    ///   - variableCount: More than the number of any variable in it.
    init(_ circuit: StateCircuit, variableCount: Int) {
        var nodeVisits = [Visits](repeating: Visits(), count: circuit.nodes.count)
        var variableVisits = [Visits](repeating: Visits(), count: variableCount)
        var ends = [Int](repeating: 0, count: circuit.nodes.count)
        var date = 0
        var open: [(node: Int32, next: Int)] = []
        func visit(_ index: Int32) {
            let node = circuit.nodes[Int(index)]
            date += 1
            if node.isAtom { _ = variableVisits[Int(node.variable)].note(date) }
            if nodeVisits[Int(index)].note(date), !node.isAtom { open.append((index, Int(node.parts.lowerBound))) }
        }
        visit(circuit.root)
        while let (index, next) = open.last {
            guard next < Int(circuit.nodes[Int(index)].parts.upperBound) else {
                date += 1
                ends[Int(index)] = date
                open.removeLast()
                continue
            }
            open[open.count - 1].next += 1
            visit(circuit.parts[next])
        }
        // What is below each node: when any of it is visited first, and when last.
        var below = [Visits](repeating: Visits(), count: circuit.nodes.count)
        for (index, node) in circuit.nodes.enumerated() where !node.isAtom {
            var span = Visits(first: .max, last: 0)
            for part in circuit.parts(of: node) {
                let inner = circuit.nodes[Int(part)]
                let visits = inner.isAtom ? variableVisits[Int(inner.variable)] : nodeVisits[Int(part)]
                span.first = min(span.first, visits.first, inner.isAtom ? .max : below[Int(part)].first)
                span.last = max(span.last, visits.last, below[Int(part)].last)
            }
            below[index] = span
            if span.first > nodeVisits[index].first, span.last < ends[index] { nodes.append(Int32(index)) }
        }
    }
}

extension StateCircuit {
    /// Returns the parts of the root in groups that share no variable with each other.
    ///
    /// - Parameter variableCount: More than the number of any variable in the circuit.
    /// - Returns: The groups, in the order of their first parts.
    func independentParts(variableCount: Int) -> [[Int32]] {
        let members = Array(parts(of: root))
        var leaders = Array(members.indices)
        func leader(of member: Int) -> Int {
            var member = member
            while leaders[member] != member {
                leaders[member] = leaders[leaders[member]]
                member = leaders[member]
            }
            return member
        }
        var ownerOfNode = [Int](repeating: -1, count: nodes.count)
        var ownerOfVariable = [Int](repeating: -1, count: variableCount)
        for member in members.indices {
            var pending = [members[member]]
            while let index = pending.popLast() {
                let node = nodes[Int(index)]
                var owner = node.isAtom ? ownerOfVariable[Int(node.variable)] : ownerOfNode[Int(index)]
                if owner < 0 {
                    owner = member
                    if node.isAtom {
                        ownerOfVariable[Int(node.variable)] = member
                    } else {
                        ownerOfNode[Int(index)] = member
                    }
                    pending += parts(of: node)
                }
                // The smaller one leads, so that groups are in the order of their first parts.
                let (one, other) = (leader(of: owner), leader(of: member))
                leaders[max(one, other)] = min(one, other)
            }
        }
        var result: [[Int32]] = []
        var positions = [Int](repeating: -1, count: members.count)
        for member in members.indices {
            let first = leader(of: member)
            if positions[first] < 0 {
                positions[first] = result.count
                result.append([])
            }
            result[positions[first]].append(members[member])
        }
        return result
    }
}
