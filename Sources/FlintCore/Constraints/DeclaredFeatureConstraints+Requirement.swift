import FeatureGating

extension DeclaredFeatureConstraints {
    /// What the constraints of the feature with a path amount to.
    func requirement(for path: FeaturePath) -> Requirement<Condition> {
        requirement(for: path) { .fact($0) }
    }

    /// What the constraints of the feature with a path amount to, with something else in place of each condition.
    ///
    /// The order is that of explanations: first what nobody can change at run time, then what the program, the user,
    /// the store and the system decide.
    ///
    /// - Parameters:
    ///   - path: The feature's path.
    ///   - condition: What to put in place of a condition; called in that order, and once for a rule that several
    ///     purchases share.
    /// - Returns: The requirement.
    func requirement<Key>(
        for path: FeaturePath, _ condition: (Condition) -> Requirement<Key>
    ) -> Requirement<Key> {
        if isEmpty { return .always }
        var first: Requirement<Key>?
        var parts: [Requirement<Key>] = []
        var known: [ObjectIdentifier: Requirement<Key>] = [:]
        // Most features come down to one condition, which takes neither a list nor a group.
        func add(_ part: Requirement<Key>) {
            if part.isAlways { return }
            guard let only = first else { return first = part }
            if parts.isEmpty {
                parts.reserveCapacity(3 + featureFlags.count + purchases.count + permissions.count)
                parts.append(only)
            }
            parts.append(part)
        }
        add(condition(.platform(PlatformRule(declaredPlatforms))))
        if isRuntimeEnabledRequired { add(condition(.runtimeSwitch(path))) }
        if userToggleDefault != nil { add(condition(.userToggle(path))) }
        for key in featureFlags { add(condition(.featureFlag(key))) }
        for purchase in purchases { add(purchase.requirement(for: path, sharing: &known, condition)) }
        for permission in permissions { add(condition(.permission(permission))) }
        return parts.isEmpty ? first ?? .always : .all(parts)
    }
}
