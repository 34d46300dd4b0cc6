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
        var parts: [Requirement<Key>] = []
        var known: [ObjectIdentifier: Requirement<Key>] = [:]
        parts.reserveCapacity(3 + featureFlags.count + purchases.count + permissions.count)
        parts.append(condition(.platform(PlatformRule(declaredPlatforms))))
        if isRuntimeEnabledRequired { parts.append(condition(.runtimeSwitch(path))) }
        if userToggleDefault != nil { parts.append(condition(.userToggle(path))) }
        for key in featureFlags { parts.append(condition(.featureFlag(key))) }
        for purchase in purchases { parts.append(purchase.requirement(for: path, sharing: &known, condition)) }
        for permission in permissions { parts.append(condition(.permission(permission))) }
        return .all(parts)
    }
}
