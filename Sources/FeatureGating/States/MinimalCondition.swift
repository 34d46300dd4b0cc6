// SPDX-License-Identifier: MIT

extension StateSpace {
    /// The maximum number of states for which redundant parts are searched, enough for twelve facts with two values.
    private static let maximumStateCount = 4_096
    private static let maximumFactCount = 512

    /// Returns a simplified requirement with the same meaning, which is never larger.
    ///
    /// The simplification always removes constants, repetitions, and parts that another part of the group implies. It
    /// merges groups into outer groups of the same kind, and it merges tests of one variable within a group. In a small
    /// requirement, it also removes all other redundant parts, starting with the largest part and, among equally large
    /// parts, with the last one. A requirement is small if at most twelve two-valued facts are mentioned at most 512
    /// times.
    ///
    /// ```swift
    /// // A or (A and B)  →  A
    /// // (A or B) and (A or C) and (A or B or C)  →  (A or B) and (A or C)
    /// ```
    ///
    /// - Parameter requirement: The requirement, over variables of this space.
    /// - Returns: The simplified requirement. Its parts keep their order.
    package func minimalCondition(of requirement: Requirement<StateAtom>) -> Requirement<StateAtom> {
        var current = reduced(requirement)
        // Removing one part can make another one necessary, so only one part is removed for each table.
        while let table = StateTable(
            current, in: self, maximumStateCount: Self.maximumStateCount, maximumFactCount: Self.maximumFactCount)
        {
            if let constant = table.constant { return constant ? .always : .never }
            guard let part = table.largestRedundantPart else { return current }
            current = reduced(current.removing(part))
        }
        return current
    }

    private func reduced(_ requirement: Requirement<StateAtom>) -> Requirement<StateAtom> {
        var reader = StateReader(self, removesImplied: true)
        switch reader.read(requirement) {
        case .constant(let isMet):
            return isMet ? .always : .never
        case .node(let root):
            let circuit = reader.circuit.reduced(to: root)
            var parts: [Requirement<StateAtom>] = []
            parts.reserveCapacity(circuit.nodes.count)
            for node in circuit.nodes {
                if node.isAtom {
                    parts.append(.fact(StateAtom(reader.variables[Int(node.variable)], in: node.values)))
                } else {
                    parts.append(
                        Requirement(
                            isConjunction: node.isConjunction, circuit.parts(of: node).map { parts[Int($0)] }))
                }
            }
            return parts[parts.count - 1]
        }
    }
}

extension Requirement {
    /// Returns the requirement without the part at a path of positions.
    ///
    /// If the path leads through a fact, the result is the requirement itself.
    func removing(_ path: [Int]) -> Requirement {
        var groups: [(isConjunction: Bool, parts: [Requirement])] = []
        var part = self
        for position in path {
            switch part.form {
            case .fact: return self
            case .all(let parts): groups.append((true, parts))
            case .any(let parts): groups.append((false, parts))
            }
            part = groups[groups.count - 1].parts[position]
        }
        guard var (isConjunction, parts) = groups.popLast(), let last = path.last else { return self }
        parts.remove(at: last)
        var result = Requirement(isConjunction: isConjunction, parts)
        for (group, position) in zip(groups, path).reversed() {
            (isConjunction, parts) = group
            parts[position] = result
            result = Requirement(isConjunction: isConjunction, parts)
        }
        return result
    }
}
