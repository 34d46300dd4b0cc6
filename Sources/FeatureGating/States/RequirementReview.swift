// SPDX-License-Identifier: MIT

/// The result of examining a declared requirement: whether it can be met, and which parts are redundant.
///
/// ``StateSpace/review(_:)`` creates the review. Lint rules report impossible and redundant requirements from it.
package struct RequirementReview: Sendable {
    package let canBeMet: Bool
    package let isAlwaysMet: Bool
    /// The parts that can each be removed without changing the requirement's meaning, in reading order.
    ///
    /// Each part is a path of positions, from the outermost group inward. Two parts that imply each other are both
    /// listed, although only one of them can be removed. Parts inside a listed part are omitted.
    package let redundantParts: [[Int]]
    package let isComplete: Bool
}

extension StateSpace {
    private static let maximumTableStateCount = 16_384
    private static let maximumReviewedFactCount = 512

    /// Reviews whether a requirement can be met and which of its parts are redundant.
    ///
    /// A small requirement is evaluated in every state. For a larger requirement, the states that meet it are counted
    /// with and without each part. Removing a part from a conjunction can only add states, and removing an alternative
    /// can only remove states, so equal counts mean that the part is redundant.
    package func review(_ requirement: Requirement<StateAtom>) -> RequirementReview {
        let table = StateTable(
            requirement, in: self, maximumStateCount: Self.maximumTableStateCount,
            maximumFactCount: Self.maximumReviewedFactCount)
        if let table {
            return RequirementReview(
                canBeMet: table.constant != false, isAlwaysMet: table.constant == true,
                redundantParts: table.redundantParts, isComplete: true)
        }
        guard let counts = count(meeting: requirement) else {
            return RequirementReview(canBeMet: true, isAlwaysMet: false, redundantParts: [], isComplete: false)
        }
        var isComplete =
            requirement.size <= Self.maximumReviewedFactCount && requirement.depth <= Self.maximumReviewedFactCount
        var redundant: [[Int]] = []
        var pending = isComplete ? requirement.partPaths(below: []).reversed() : []
        while let path = pending.popLast() {
            // The parts inside a redundant part are skipped. The parts inside a needed part are examined next.
            guard let others = count(meeting: requirement.removing(path)), let isEqual = counts.equals(others) else {
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
    fileprivate func equals(_ other: StateCounts) -> Bool? {
        // One requirement implies the other, so equal counts mean equal states. If both `met` and `unmet` are
        // saturated, equality proves nothing.
        if self != other { return false }
        return met.isSaturated && unmet.isSaturated ? nil : true
    }
}

extension Requirement {
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
