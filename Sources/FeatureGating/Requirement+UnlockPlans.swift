/// The smallest sets of facts that, made true, would meet a requirement.
package struct UnlockPlans<Key: Hashable & Sendable>: Sendable {
    /// The plans, shortest first, each with its facts in reading order.
    package let plans: [[Key]]
    /// Whether every minimal plan was considered, so that the plans are all there are or, cut to a limit, the best.
    ///
    /// It is always true for up to nine facts that are not true. Of more facts there may be more combinations than can
    /// be tried; then each plan is minimal, but a shorter one may exist.
    package let isComplete: Bool
    /// How much work it took, in facts looked at; for tests of what plans cost.
    package let steps: Int

    /// Creates the result of a search.
    init(_ plans: [[Key]], isComplete: Bool, steps: Int) {
        self.plans = plans
        self.isComplete = isComplete
        self.steps = steps
    }
}

extension Requirement {
    /// Returns the smallest sets of facts that, made true, would meet the requirement.
    ///
    /// They are the plans of ``searchUnlockPlans(truth:canChange:limit:)``, which also returns whether they are the
    /// best there are.
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
    package func unlockPlans(
        truth: (Key) -> Truth, canChange: (Key) -> Bool, limit: Int = 8
    ) -> [[Key]] {
        searchUnlockPlans(truth: truth, canChange: canChange, limit: limit).plans
    }

    // Plans for features are searched for in terms of numbers, for which there is a version that is several times as fast.
    /// Searches for the smallest sets of facts that, made true, would meet the requirement, in bounded work.
    ///
    /// No plan contains another, and none has a fact it could do without. Shorter plans come first, and of equally
    /// long ones those whose facts are read first. With up to nine facts that are not true every plan is considered,
    /// however long the requirement is. With more, the search stops after a number of steps that grows in proportion to
    /// the requirement, and reports that it is not complete.
    ///
    /// ```swift
    /// let pairs = Requirement.all((0..<1_000).map { .any([.fact("a\($0)"), .fact("b\($0)")]) })
    /// let found = pairs.searchUnlockPlans(truth: { _ in .false }, canChange: { _ in true })
    /// found.plans.count   // 8, of 1,000 facts each
    /// found.isComplete    // false, for there are 2^1,000
    /// ```
    ///
    /// - Parameters:
    ///   - truth: The current value of a fact.
    ///   - canChange: Whether a fact that is not true could become so. A platform, for example, cannot.
    ///   - limit: The most plans to return.
    /// - Returns: The plans, each with its facts in reading order, and whether they are the best; no plans if the
    ///   requirement is met already, or cannot be.
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

    /// Returns what is left of the requirement once facts that are true and facts that cannot be are taken out.
    ///
    /// - Returns: The facts and groups, and the keys of the facts; neither has anything in it if the requirement is met
    ///   already or cannot be.
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
