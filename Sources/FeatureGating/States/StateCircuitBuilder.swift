// SPDX-License-Identifier: MIT

/// A builder for a ``StateCircuit`` that simplifies every added group.
///
/// The builder applies these rules:
///
/// - Constants are removed. A test that accepts no value or all values is a constant, and it can make its group
///   constant.
/// - A group inside a group of the same kind is merged into the outer group, and equal parts are merged.
/// - Several tests of one variable in a group become one test. It accepts the intersection or the union of their
///   values.
/// - On request, a part that another part makes redundant is removed: A or (A and B) becomes A.
struct StateCircuitBuilder {
    typealias Part = StateCircuit.Part

    private struct GroupKey: Hashable {
        let isConjunction: Bool
        let parts: [Int32]
    }

    /// The maximum number of merged parts.
    ///
    /// Without a limit, shared groups could be merged too many times.
    private static let maximumMergedPartCount = 65_536

    private(set) var circuit = StateCircuit()
    private var allValues: [UInt64] = []
    private let removesImplied: Bool
    private var atoms: [StateAtom: Int32] = [:]
    private var groups: [GroupKey: Int32] = [:]
    private var mergedParts = 0

    // The state of the group under construction: its number, its nodes, and the position of each variable's test.
    private var number = 0
    private var members: [Int32] = []
    private var positions: [(group: Int, position: Int)] = []

    init(removesImplied: Bool = false) {
        self.removesImplied = removesImplied
        // Most requirements fit into this capacity, and growing a table takes longer than filling it.
        atoms.reserveCapacity(16)
        groups.reserveCapacity(8)
    }

    mutating func addVariable(allValues: UInt64) -> Int32 {
        self.allValues.append(allValues)
        positions.append((0, 0))
        return Int32(positions.count - 1)
    }

    mutating func atom(variable: Int32, values: UInt64) -> Part {
        let all = allValues[Int(variable)]
        let values = values & all
        return values == 0 || values == all ? .constant(values != 0) : .node(node(variable: variable, values: values))
    }

    private mutating func node(variable: Int32, values: UInt64) -> Int32 {
        let atom = StateAtom(StateVariable(index: Int(variable)), in: values)
        if let known = atoms[atom] { return known }
        let node = circuit.appendAtom(variable: variable, values: values)
        atoms[atom] = node
        return node
    }

    mutating func group(isConjunction: Bool, _ parts: some Sequence<Part>) -> Part {
        number += 1
        members.removeAll(keepingCapacity: true)
        for part in parts {
            switch part {
            case .constant(isConjunction): continue
            case .constant: return .constant(!isConjunction)
            case .node(let index):
                let node = circuit.nodes[Int(index)]
                if !node.isAtom, node.isConjunction == isConjunction, spendMerges(node.parts.count) {
                    for inner in circuit.parts(of: node) {
                        guard add(inner, isConjunction: isConjunction) else { return .constant(!isConjunction) }
                    }
                } else {
                    guard add(index, isConjunction: isConjunction) else { return .constant(!isConjunction) }
                }
            }
        }
        if removesImplied { removeImplied(isConjunction: isConjunction) }
        switch members.count {
        case 0: return .constant(isConjunction)
        case 1: return .node(members[0])
        default: return finish(isConjunction: isConjunction)
        }
    }

    private mutating func spendMerges(_ count: Int) -> Bool {
        guard mergedParts + count <= Self.maximumMergedPartCount else { return false }
        mergedParts += count
        return true
    }

    /// Adds a node to the current group and returns `false` if the node decides the group.
    private mutating func add(_ index: Int32, isConjunction: Bool) -> Bool {
        let node = circuit.nodes[Int(index)]
        guard node.isAtom else {
            members.append(index)
            return true
        }
        let variable = Int(node.variable)
        // A stale position has the number of an earlier group, so the list is never cleared.
        guard positions[variable].group == number else {
            positions[variable] = (number, members.count)
            members.append(index)
            return true
        }
        let position = positions[variable].position
        let before = circuit.nodes[Int(members[position])].values
        let values = isConjunction ? before & node.values : before | node.values
        // The tests exclude each other, or accept every value together.
        if values == (isConjunction ? 0 : allValues[variable]) { return false }
        members[position] = self.node(variable: node.variable, values: values)
        return true
    }

    private mutating func finish(isConjunction: Bool) -> Part {
        var sorted = members.sorted()
        var kept = 1
        for node in sorted.dropFirst() where node != sorted[kept - 1] {
            sorted[kept] = node
            kept += 1
        }
        if kept < sorted.count {
            sorted.removeSubrange(kept...)
            var seen: Set<Int32> = []
            members.removeAll { !seen.insert($0).inserted }
            if kept == 1 { return .node(sorted[0]) }
        }
        let key = GroupKey(isConjunction: isConjunction, parts: sorted)
        if let known = groups[key] {
            // The earlier group may have been merged into this group, so this group's order is kept.
            circuit.reorder(known, as: members)
            return .node(known)
        }
        let node = circuit.appendGroup(isConjunction: isConjunction, members)
        groups[key] = node
        return .node(node)
    }
}

// MARK: - Implied parts

extension StateCircuitBuilder {
    private static let maximumComparisonCount = 1_000_000

    /// Removes the parts of the current group that another part makes redundant.
    ///
    /// Among alternatives, a stronger part is redundant. In a conjunction, a weaker part is redundant.
    private mutating func removeImplied(isConjunction: Bool) {
        let lists = members.map { node in
            let isGroup = !circuit.nodes[Int(node)].isAtom && circuit.nodes[Int(node)].isConjunction != isConjunction
            return isGroup ? Array(circuit.parts(of: node)) : [node]
        }
        let size = lists.reduce(0) { $0 + $1.count }
        // Without an inner group, only tests of the same variable could imply each other, and those are already merged.
        guard size > lists.count, size * size <= Self.maximumComparisonCount else { return }
        var isRemoved = Array(repeating: false, count: members.count)
        for index in lists.indices {
            isRemoved[index] = lists.indices.contains { other in
                other != index && !isRemoved[other] && members[other] != members[index]
                    && lists[other].allSatisfy { needed in
                        lists[index].contains { covers($0, needed, isConjunction: isConjunction) }
                    }
            }
        }
        members = members.indices.filter { !isRemoved[$0] }.map { members[$0] }
    }

    /// Returns whether an inner part is at least as strong as another or, in a conjunction, at least as weak.
    private func covers(_ part: Int32, _ other: Int32, isConjunction: Bool) -> Bool {
        if part == other { return true }
        let (node, otherNode) = (circuit.nodes[Int(part)], circuit.nodes[Int(other)])
        guard node.isAtom, node.variable == otherNode.variable else { return false }
        let common = node.values & otherNode.values
        return common == (isConjunction ? otherNode.values : node.values)
    }
}
