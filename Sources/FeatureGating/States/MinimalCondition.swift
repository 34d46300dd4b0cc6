/// A requirement without what makes no difference.
package struct MinimalCondition<Key: Hashable & Sendable>: Sendable {
    /// What is left; it means the same as the requirement, and is not larger.
    package let requirement: Requirement<Key>
    /// Whether no part of it can be removed without a change of its meaning.
    ///
    /// It is always true for up to twelve facts of two values. For more, parts are compared with those beside them only.
    package let isIrredundant: Bool
}

extension StateSpace {
    /// The most states in which a requirement is evaluated to find out what makes no difference: twelve facts.
    private static let mostStates = 4_096
    /// The most facts that such a requirement mentions.
    private static let mostFacts = 512

    /// Returns a requirement without what makes no difference.
    ///
    /// Constants, repetitions and what a part beside it implies are always removed, groups inside a group of their kind
    /// are merged, and tests of one variable in a group become one. In a small requirement, each part that makes no
    /// difference in any state is removed too, large and late ones first.
    ///
    /// ```swift
    /// // A or (A and B)  →  A
    /// // (A or B) and (A or C) and (A or B or C)  →  (A or B) and (A or C)
    /// ```
    ///
    /// - Parameter requirement: The requirement, over variables of this space.
    /// - Returns: What is left, in the order of the requirement.
    package func minimalCondition(of requirement: Requirement<StateAtom>) -> MinimalCondition<StateAtom> {
        var current = reduced(requirement)
        while let table = StateTable(current, in: self, mostStates: Self.mostStates, mostFacts: Self.mostFacts) {
            if let constant = table.constant {
                return MinimalCondition(requirement: constant ? .always : .never, isIrredundant: true)
            }
            guard let part = table.largestRedundantPart else {
                return MinimalCondition(requirement: current, isIrredundant: true)
            }
            current = reduced(current.removing(part))
        }
        return MinimalCondition(requirement: current, isIrredundant: false)
    }

    /// Returns a requirement without what the rules of ``StateCircuitBuilder`` remove.
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
    /// Returns the requirement without what makes no difference, if its facts have two values and do not depend on each
    /// other; see ``StateSpace/minimalCondition(of:)``.
    ///
    /// - Returns: What is left, in the order of the requirement.
    package func minimalCondition() -> MinimalCondition<Key> {
        var space = StateSpace()
        var keys: [Key] = []
        var variables: [Key: StateVariable] = [:]
        let atoms = map { key in
            if let known = variables[key] { return StateAtom(known, in: 0b10) }
            let variable = space.addVariable(valueCount: 2)
            variables[key] = variable
            keys.append(key)
            return StateAtom(variable, in: 0b10)
        }
        let condition = space.minimalCondition(of: atoms)
        // Without negation, no other test than the one of its second value can come out for a fact.
        return MinimalCondition<Key>(
            requirement: condition.requirement.map { keys[$0.variable.index] },
            isIrredundant: condition.isIrredundant)
    }

    /// Returns the requirement without a part.
    ///
    /// - Parameter path: The positions that lead to the part, from the outermost group inwards; at least one.
    /// - Returns: The requirement without it; the requirement itself if the path leads nowhere.
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
