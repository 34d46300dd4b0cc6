// SPDX-License-Identifier: MIT

/// The smallest sets of facts that would meet a requirement if they became true.
///
/// ``Requirement/searchUnlockPlans(truth:canChange:limit:)`` creates the value. It contains no plans if the requirement
/// is already met or cannot be met.
package struct UnlockPlans<Key: Hashable & Sendable>: Sendable {
    /// The plans, shortest first, each with its facts in reading order.
    package let plans: [[Key]]
    /// Whether the search considered every minimal plan.
    ///
    /// If it is `true`, ``plans`` contains all minimal plans, or the best of them if they exceed the limit. This is
    /// always the case if at most nine facts are not true. With more facts, the number of combinations can exceed the
    /// search limit. Each plan is then still minimal, but a shorter plan may exist.
    package let isComplete: Bool
    /// The number of steps that the search took.
    ///
    /// Tests use it to check that the cost is bounded.
    package let steps: Int

    init(_ plans: [[Key]], isComplete: Bool, steps: Int) {
        self.plans = plans
        self.isComplete = isComplete
        self.steps = steps
    }
}

extension Requirement {
    // Plans for features are searched over fact numbers, and the specialization is several times as fast as generic
    // code.
    /// Searches for the smallest sets of facts that would meet the requirement if they became true, in bounded time.
    ///
    /// No plan contains another plan or an unneeded fact. Shorter plans come first. Among plans of equal length, the
    /// plan whose facts come first in reading order comes first. If at most nine facts are not true, the search
    /// considers every plan, regardless of the requirement's length. With more facts, the number of steps is limited in
    /// proportion to the requirement's size. If the search reaches the limit, it reports that the result is incomplete.
    ///
    /// ```swift
    /// let pairs = Requirement.all((0..<1_000).map { .any([.fact("a\($0)"), .fact("b\($0)")]) })
    /// let found = pairs.searchUnlockPlans(truth: { _ in .false }, canChange: { _ in true })
    /// found.plans.count   // 8, with 1,000 facts each
    /// found.isComplete    // false, because 2^1,000 plans exist
    /// ```
    ///
    /// - Parameters:
    ///   - truth: Returns the current value of a fact.
    ///   - canChange: Returns whether a fact that is not true could become true. A platform, for example, cannot.
    ///   - limit: The maximum number of plans.
    /// - Returns: The plans, each with its facts in reading order, and whether they are the best possible. The result
    ///   has no plans if the requirement is already met or cannot be met.
    @_specialize(where Key == FactID)
    package func searchUnlockPlans(
        truth: (Key) -> Truth, canChange: (Key) -> Bool, limit: Int = 8
    ) -> UnlockPlans<Key> {
        let (circuit, keys) = missingFacts(truth: truth, canChange: canChange)
        guard limit > 0, !keys.isEmpty else { return UnlockPlans([], isComplete: true, steps: 0) }
        if let table = TruthTable(circuit) {
            let plans = table.minimalSets.prefix(limit)
            return UnlockPlans(
                plans.map { plan in plan.map { keys[Int($0)] } }, isComplete: true, steps: circuit.nodes.count)
        }
        var search = UnlockPlanSearch(circuit, limit: limit)
        let (plans, isComplete) = search.run()
        return UnlockPlans(
            plans.map { plan in plan.map { keys[Int($0)] } }, isComplete: isComplete, steps: search.steps)
    }

    /// Returns the circuit of the facts that are not true but could become true, and the keys of these facts.
    ///
    /// All other facts are replaced with constants. The circuit and the keys are empty if the requirement is already
    /// met or cannot be met.
    private func missingFacts(
        truth: (Key) -> Truth, canChange: (Key) -> Bool
    ) -> (circuit: FactCircuit, keys: [Key]) {
        var circuit = FactCircuit()
        var keys: [Key] = []
        var known: [Key: FactCircuit.Part] = [:]
        let root = fold { key in
            if let part = known[key] { return part }
            let part: FactCircuit.Part
            if truth(key) == .true {
                part = .constant(true)
            } else if canChange(key) {
                part = circuit.addFact(Int32(keys.count))
                keys.append(key)
            } else {
                part = .constant(false)
            }
            known[key] = part
            return part
        } group: { isConjunction, parts in
            circuit.addGroup(isConjunction: isConjunction, parts)
        }
        guard case .node(let root) = root else { return (FactCircuit(), []) }
        let (reduced, facts) = circuit.reduced(to: root)
        return (reduced, facts.map { keys[Int($0)] })
    }
}
