extension Requirement {
    /// Returns the smallest sets of facts that, made true, would meet the requirement.
    ///
    /// No plan contains another, and none has a fact it could do without. Shorter plans come first, and of equally
    /// long ones those whose facts are read first. Up to nine facts that are not true they are all the plans there are,
    /// cut to the limit. The work is bounded: of more facts, alternatives of alternatives are cut to the best 126 at
    /// every level, so a requirement may have more minimal plans than are found.
    ///
    /// ```swift
    /// Requirement.all([.any([.fact("A"), .fact("B")]), .fact("C")])
    ///     .unlockPlans(truth: { _ in .false }, canChange: { _ in true })   // [["A", "C"], ["B", "C"]]
    /// ```
    ///
    /// - Parameters:
    ///   - truth: The current value of a fact.
    ///   - canChange: Whether a fact that is not true could become so. A platform, for example, cannot.
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
        let planner = Planner(values: values, canChange: keys.map(canChange), width: max(limit, 126))

        // Where a list was cut short, a fact mentioned twice can have left a plan larger than it need be.
        let plans = planner.plans(for: numbered).map { plan in
            plan.numbers.reduce(plan) { kept, fact in
                let smaller = kept.subtracting(fact)
                return numbered.evaluate { smaller.contains($0) ? .true : values[$0] } == .true ? smaller : kept
            }
        }
        return Planner.minimal(plans, limit: limit).map { plan in plan.numbers.map { keys[$0] } }
    }
}

/// Finds plans over numbered facts.
private struct Planner {
    let values: [Truth]
    let canChange: [Bool]
    /// The most plans kept for any part of a requirement; 126 are the most that nine facts can have.
    let width: Int

    /// The plans for a part: one empty plan if it is met, none if it cannot be.
    func plans(for requirement: Requirement<Int>) -> [NumberSet] {
        switch requirement {
        case .fact(let number):
            if values[number] == .true { return [NumberSet()] }
            return canChange[number] ? [NumberSet(number)] : []
        case .any(let parts):
            return Self.minimal(parts.flatMap { plans(for: $0) }, limit: width)
        case .all(let parts):
            var result = [NumberSet()]
            for part in parts {
                let more = plans(for: part)
                result = Self.minimal(
                    result.flatMap { plan in more.map { plan.union($0) } }, limit: width)
            }
            return result
        }
    }

    /// The best plans that contain no other: shorter ones first, then those read earlier.
    static func minimal(_ plans: [NumberSet], limit: Int) -> [NumberSet] {
        if plans.count < 2 { return plans }
        var kept: [NumberSet] = []
        for plan in plans.sorted() where kept.count < limit {
            if !kept.contains(where: { $0.isSubset(of: plan) }) { kept.append(plan) }
        }
        return kept
    }
}

/// A set of small numbers as bits, smaller sets before larger ones, and of equally large ones that with the smallest
/// number that the other lacks.
private struct NumberSet: Comparable {
    /// The numbers below 64, which is nearly always all of them.
    private var low: UInt64 = 0
    /// The numbers from 64, in words of 64.
    private var high: [UInt64] = []
    private(set) var count = 0

    /// Creates an empty set.
    init() {}

    /// Creates a set of one number.
    init(_ number: Int) {
        if number < 64 {
            low = 1 << number
        } else {
            high = Array(repeating: 0, count: number / 64)
            high[number / 64 - 1] = 1 << (number % 64)
        }
        count = 1
    }

    /// The numbers, ascending.
    var numbers: [Int] {
        (0..<(high.count + 1) * 64).filter(contains)
    }

    func contains(_ number: Int) -> Bool { word(number / 64) >> (number % 64) & 1 == 1 }

    func union(_ other: NumberSet) -> NumberSet {
        var result = self
        result.low |= other.low
        while result.high.count < other.high.count { result.high.append(0) }
        for index in other.high.indices { result.high[index] |= other.high[index] }
        result.count = result.high.reduce(result.low.nonzeroBitCount) { $0 + $1.nonzeroBitCount }
        return result
    }

    func subtracting(_ number: Int) -> NumberSet {
        guard contains(number) else { return self }
        var result = self
        if number < 64 {
            result.low &= ~(1 << number)
        } else {
            result.high[number / 64 - 1] &= ~(1 << (number % 64))
        }
        result.count -= 1
        return result
    }

    func isSubset(of other: NumberSet) -> Bool {
        guard low & ~other.low == 0 else { return false }
        return high.isEmpty || (1...high.count).allSatisfy { word($0) & ~other.word($0) == 0 }
    }

    static func == (lhs: NumberSet, rhs: NumberSet) -> Bool { lhs.isSubset(of: rhs) && rhs.isSubset(of: lhs) }

    static func < (lhs: NumberSet, rhs: NumberSet) -> Bool {
        if lhs.count != rhs.count { return lhs.count < rhs.count }
        for index in 0...max(lhs.high.count, rhs.high.count) {
            let (left, right) = (lhs.word(index), rhs.word(index))
            let difference = left ^ right
            if difference != 0 { return left & (difference & (~difference &+ 1)) != 0 }
        }
        return false
    }

    /// Returns the machine word that holds 64 numbers, by its index.
    private func word(_ index: Int) -> UInt64 {
        if index == 0 { return low }
        return index <= high.count ? high[index - 1] : 0
    }
}
