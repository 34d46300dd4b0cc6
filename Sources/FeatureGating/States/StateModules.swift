// SPDX-License-Identifier: MIT

/// The modules of a circuit, which can be counted separately.
///
/// A module is a node whose variables are tested nowhere else in the circuit. To the rest of the circuit, a module is a
/// variable with two weighted values, unmet and met. ``StateCounter`` counts each module once and then replaces it with
/// such a variable.
struct StateModules {
    /// The modules, inner modules first; the last element is the root.
    private(set) var nodes: [Int32] = []

    private struct Visits {
        var first = -1
        var last = -1

        mutating func recordVisit(at date: Int) -> Bool {
            last = date
            guard first < 0 else { return false }
            first = date
            return true
        }
    }

    /// Finds the modules in two passes, each in time proportional to the size of the circuit.
    ///
    /// The first pass records the time of each node's first and last visit, and the time at which its parts are
    /// finished. A node is a module if all visits of the nodes and variables below it fall between the node's own first
    /// visit and that finish time.
    ///
    /// `variableCount` must be greater than every variable in the circuit.
    init(_ circuit: StateCircuit, variableCount: Int) {
        var nodeVisits = [Visits](repeating: Visits(), count: circuit.nodes.count)
        var variableVisits = [Visits](repeating: Visits(), count: variableCount)
        var ends = [Int](repeating: 0, count: circuit.nodes.count)
        var date = 0
        var open: [(node: Int32, next: Int)] = []
        func visit(_ index: Int32) {
            let node = circuit.nodes[Int(index)]
            date += 1
            if node.isAtom { _ = variableVisits[Int(node.variable)].recordVisit(at: date) }
            if nodeVisits[Int(index)].recordVisit(at: date), !node.isAtom {
                open.append((index, Int(node.parts.lowerBound)))
            }
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
        // The first and last visits of everything below each node.
        var below = [Visits](repeating: Visits(), count: circuit.nodes.count)
        for (index, node) in circuit.nodes.enumerated() where !node.isAtom {
            var span = Visits(first: .max, last: 0)
            for part in circuit.parts(of: node) {
                let inner = circuit.nodes[Int(part)]
                // For an atom, the visits of its variable count, because another atom may test the same variable.
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
    /// Returns the parts of the root in groups that share no variables, in the order of their first parts.
    ///
    /// The count must be greater than every variable in the circuit.
    func independentParts(variableCount: Int) -> [[Int32]] {
        let members = Array(parts(of: root))
        var leaders = Array(members.indices)
        func leader(of member: Int) -> Int {
            var member = member
            while leaders[member] != member {
                // Halving the path keeps later searches short.
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
                // The smaller member leads, so that the groups are in the order of their first parts.
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
