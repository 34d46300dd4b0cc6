import FeatureGating

extension DeclaredFeatureConstraints {
    /// What the constraints of the feature with a path amount to.
    ///
    /// The order is that of explanations: first what nobody can change at run time, then what the program, the user,
    /// the store and the system decide.
    func requirement(for path: FeaturePath) -> Requirement<Condition> {
        var parts: [Requirement<Condition>] = []
        if !isEmpty {
            parts.append(.fact(.platform(PlatformRule(versions: platforms.mapValues(\.version)))))
        }
        if isRuntimeEnabledRequired { parts.append(.fact(.runtimeSwitch(path))) }
        if userToggleDefault != nil { parts.append(.fact(.userToggle(path))) }
        parts += featureFlags.map { .fact(.featureFlag($0)) }
        parts += purchases.map { $0.conditions(for: path) }
        parts += permissions.map { .fact(.permission($0)) }
        return .all(parts)
    }
}
