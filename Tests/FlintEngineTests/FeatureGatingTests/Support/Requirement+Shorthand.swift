import FeatureGating

extension Requirement {
    func unlockPlans(truth: (Key) -> Truth, canChange: (Key) -> Bool, limit: Int = 8) -> [[Key]] {
        searchUnlockPlans(truth: truth, canChange: canChange, limit: limit).plans
    }

    /// Returns the minimal condition, assuming independent facts with two values.
    func minimalCondition() -> Requirement {
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
        // Requirements have no negation, so every test of a fact in the result accepts exactly its second value.
        return space.minimalCondition(of: atoms).map { keys[$0.variable.index] }
    }
}
