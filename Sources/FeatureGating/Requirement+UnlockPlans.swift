extension Requirement {
    /// The smallest sets of facts that, made true, would meet the requirement.
    ///
    /// No plan contains another, and none has a fact it could do without. Shorter plans come first, and of equally
    /// long ones those whose facts are read first. The work is bounded: alternatives of alternatives are cut down
    /// to the best few at every level, so a very large requirement may have more minimal plans than are found.
    ///
    /// ```swift
    /// Requirement.all([.any([.fact("A"), .fact("B")]), .fact("C")])
    ///     .unlockPlans(truth: { _ in .false }, canChange: { _ in true })   // [["A", "C"], ["B", "C"]]
    /// ```
    ///
    /// - Parameters:
    ///   - truth: The value of a fact as it is.
    ///   - canChange: Whether a fact that is not true could become so. A platform, say, cannot.
    ///   - limit: The most plans to return.
    /// - Returns: The plans, each with its facts in reading order; none if the requirement is met already, or
    ///   cannot be.
    public func unlockPlans(
        truth: (Key) -> Truth, canChange: (Key) -> Bool, limit: Int = 8
    ) -> [[Key]] {
        guard limit > 0, evaluate(truth) != .true else { return [] }
        let keys = facts
        let numbers = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) })
        let numbered = map { numbers[$0] ?? 0 }
        let values = keys.map(truth)
        // Twenty holds every minimal plan over six facts, so that small requirements are answered in full.
        let planner = Planner(values: values, canChange: keys.map(canChange), width: max(limit, 20))

        // Where a list was cut short, a fact mentioned twice can have left a plan larger than it need be.
        let plans = planner.plans(for: numbered).map { plan in
            plan.reduce(plan) { kept, fact in
                let smaller = kept.filter { $0 != fact }
                return numbered.evaluate { smaller.contains($0) ? .true : values[$0] } == .true ? smaller : kept
            }
        }
        return Planner.minimal(plans, limit: limit).map { plan in plan.map { keys[$0] } }
    }
}

/// Finds plans over numbered facts, where a plan is an ascending list of numbers.
private struct Planner {
    let values: [Truth]
    let canChange: [Bool]
    /// The most plans kept for any part of a requirement.
    let width: Int

    /// The plans for a part: one empty plan if it is met, none if it cannot be.
    func plans(for requirement: Requirement<Int>) -> [[Int]] {
        switch requirement {
        case .fact(let number):
            if values[number] == .true { return [[]] }
            return canChange[number] ? [[number]] : []
        case .any(let parts):
            return Self.minimal(parts.flatMap { plans(for: $0) }, limit: width)
        case .all(let parts):
            var result: [[Int]] = [[]]
            for part in parts {
                let more = plans(for: part)
                result = Self.minimal(
                    result.flatMap { plan in more.map { Self.union(plan, $0) } }, limit: width)
            }
            return result
        }
    }

    /// The best plans that contain no other: shorter ones first, then those read earlier.
    static func minimal(_ plans: [[Int]], limit: Int) -> [[Int]] {
        var kept: [[Int]] = []
        let sorted = plans.sorted {
            $0.count != $1.count ? $0.count < $1.count : $0.lexicographicallyPrecedes($1)
        }
        for plan in sorted where kept.count < limit {
            if !kept.contains(where: { isSubset($0, of: plan) }) { kept.append(plan) }
        }
        return kept
    }

    /// The numbers that are in either of two ascending lists, ascending.
    private static func union(_ first: [Int], _ second: [Int]) -> [Int] {
        Set(first + second).sorted()
    }

    /// Whether every number of an ascending list is in another.
    private static func isSubset(_ small: [Int], of large: [Int]) -> Bool {
        var rest = large[...]
        for number in small {
            rest = rest.drop { $0 < number }
            guard rest.first == number else { return false }
        }
        return true
    }
}
