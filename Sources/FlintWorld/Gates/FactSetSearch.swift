// SPDX-License-Identifier: MIT

/// A search for the smallest set of facts that meets constraints.
///
/// Facts and constraints are numbered. A constraint that a set does not meet can only be met by adding one of the facts
/// that it depends on. With at most 64 facts, sets are bit masks.
struct FactSetSearch {
    private let constraints: [[Int]]
    private let facts: [Int]
    private let supports: [UInt64]
    private let isMet: (_ constraint: Int, _ facts: [Int]) -> Bool
    private var known: [[UInt64: Bool]]
    private(set) var steps = 0
    private var limit = 0
    private(set) var isSmallest = true

    /// Creates a search for constraints.
    ///
    /// Each constraint is given as the facts that it depends on, in ascending order. All facts of a constraint together
    /// must meet it.
    init(_ constraints: [[Int]], isMet: @escaping (_ constraint: Int, _ facts: [Int]) -> Bool) {
        self.constraints = constraints
        self.isMet = isMet
        let facts = Set(constraints.joined()).sorted()
        self.facts = facts
        known = Array(repeating: [:], count: constraints.count)
        let positions = Dictionary(uniqueKeysWithValues: facts.enumerated().map { ($1, $0) })
        supports = constraints.map { constraint in
            constraint.reduce(0) { $0 | 1 << UInt64(positions[$1] ?? 0) }
        }
    }

    /// Returns the smallest set, and clears ``isSmallest`` if that is not certain.
    mutating func smallestSet(stepLimit: Int) -> [Int] {
        // The empty set can be sufficient although there are too many facts to search.
        if constraints.indices.allSatisfy({ isMet($0, []) }) { return [] }
        guard facts.count <= 64 else {
            isSmallest = false
            return irredundant()
        }
        limit = stepLimit
        let all = UInt64.max >> UInt64(64 - facts.count)
        var upper = all
        // A set without redundant facts is the result unless a smaller set exists.
        for bit in 0..<facts.count where isMet(upper & ~(1 << UInt64(bit))) { upper &= ~(1 << UInt64(bit)) }
        for count in 0..<upper.nonzeroBitCount {
            if let found = find(0, excluding: 0, count: count) { return members(of: found) }
            if steps > limit {
                isSmallest = false
                break
            }
        }
        return members(of: upper)
    }

    private func irredundant() -> [Int] {
        var chosen = facts
        for fact in facts {
            let fewer = chosen.filter { $0 != fact }
            if constraints.indices.allSatisfy({ !constraints[$0].contains(fact) || isMet($0, fewer) }) {
                chosen = fewer
            }
        }
        return chosen
    }

    private func members(of set: UInt64) -> [Int] {
        facts.indices.filter { set >> UInt64($0) & 1 == 1 }.map { facts[$0] }
    }

    private mutating func isMet(_ set: UInt64) -> Bool { constraints.indices.allSatisfy { isMet($0, set) } }

    private mutating func isMet(_ index: Int, _ set: UInt64) -> Bool {
        // Other facts do not affect the constraint, so many sets share a result.
        let relevant = set & supports[index]
        if let known = known[index][relevant] { return known }
        let result = isMet(index, members(of: relevant))
        known[index][relevant] = result
        return result
    }

    /// Returns a set with at most the given number of facts that contains `set` and meets all constraints.
    private mutating func find(_ set: UInt64, excluding: UInt64, count: Int) -> UInt64? {
        steps += 1
        guard steps <= limit else { return nil }
        var best: UInt64?
        var (used, bound): (UInt64, Int) = (0, set.nonzeroBitCount)
        for index in constraints.indices where !isMet(index, set) {
            let open = supports[index] & ~set & ~excluding
            if open == 0 { return nil }
            // Constraints without a common fact need one fact each, so their number is a lower bound.
            if open & used == 0 {
                used |= open
                bound += 1
                if bound > count { return nil }
            }
            if open.nonzeroBitCount < best?.nonzeroBitCount ?? .max { best = open }
        }
        guard var rest = best else { return set }
        var excluded = excluding
        while rest != 0 {
            let bit = rest & (~rest &+ 1)
            rest &= ~bit
            if let found = find(set | bit, excluding: excluded, count: count) { return found }
            // All sets with this fact have been searched.
            excluded |= bit
        }
        return nil
    }
}
