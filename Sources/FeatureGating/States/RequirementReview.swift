/// What is remarkable about a declared requirement: whether it can be met, and which parts make no difference.
package struct RequirementReview: Sendable {
    /// Whether some state meets the requirement.
    package let canBeMet: Bool
    /// Whether every state does.
    package let isAlwaysMet: Bool
    /// The parts without which the requirement means the same, each taken by itself, in reading order.
    ///
    /// A part is given by the positions that lead to it, from the outermost group inwards. Two parts that imply each
    /// other are both in the list, although only one of them can be removed. Parts of a listed part are not.
    package let redundantParts: [[Int]]
    /// Whether every part was examined.
    package let isComplete: Bool
}

extension StateSpace {
    /// The most states for which all parts are examined at once.
    private static let mostTableStates = 16_384
    /// The most facts of a requirement whose parts are examined.
    private static let mostReviewedFacts = 512

    /// Finds out whether a requirement can be met, and which of its parts make no difference.
    ///
    /// A small requirement is evaluated in every state. In a larger one, the states that meet it are counted with and
    /// without each part; to remove a part from a conjunction can only add states, and from alternatives only take
    /// some away, so equal numbers mean equal requirements.
    ///
    /// - Parameters:
    ///   - requirement: The requirement as it is declared, over variables of this space.
    ///   - shouldContinue: Returns whether to continue; called about once a millisecond.
    /// - Returns: The review, or `nil` if it was cancelled.
    package func review(
        _ requirement: Requirement<StateAtom>, shouldContinue: @escaping () -> Bool = { true }
    ) -> RequirementReview? {
        guard shouldContinue() else { return nil }
        let table = StateTable(
            requirement, in: self, mostStates: Self.mostTableStates, mostFacts: Self.mostReviewedFacts)
        if let table {
            return RequirementReview(
                canBeMet: table.constant != false, isAlwaysMet: table.constant == true,
                redundantParts: table.redundantParts, isComplete: true)
        }
        guard let counts = count(meeting: requirement, shouldContinue: shouldContinue) else { return nil }
        var isComplete = requirement.size <= Self.mostReviewedFacts && requirement.depth <= Self.mostReviewedFacts
        var redundant: [[Int]] = []
        var pending = isComplete ? requirement.partPaths(below: []).reversed() : []
        while let path = pending.popLast() {
            let rest = requirement.removing(path)
            guard let others = count(meeting: rest, shouldContinue: shouldContinue) else { return nil }
            guard let isEqual = counts.equals(others) else {
                isComplete = false
                continue
            }
            if isEqual { redundant.append(path) } else { pending += requirement.partPaths(below: path).reversed() }
        }
        return RequirementReview(
            canBeMet: counts.met > .zero, isAlwaysMet: counts.unmet == .zero, redundantParts: redundant,
            isComplete: isComplete)
    }
}

extension StateCounts {
    /// Returns whether two requirements, one of which implies the other, are met by the same states; `nil` if the counts
    /// are too large to know.
    fileprivate func equals(_ other: StateCounts) -> Bool? {
        if self != other { return false }
        return met.isSaturated && unmet.isSaturated ? nil : true
    }
}

extension Requirement {
    /// Returns the paths of the parts of a group.
    fileprivate func partPaths(below path: [Int]) -> [[Int]] {
        var part = self
        for position in path {
            switch part.form {
            case .fact: return []
            case .all(let parts), .any(let parts): part = parts[position]
            }
        }
        switch part.form {
        case .fact: return []
        case .all(let parts), .any(let parts): return parts.indices.map { path + [$0] }
        }
    }
}
