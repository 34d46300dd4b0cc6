import FeatureGating

extension FlintRuntime {
    /// Whether a feature is left out of what is recorded, because others are in focus.
    ///
    /// Costs one load while nothing is selected.
    package func isSuppressedByFocus(_ path: @autoclosure () -> FeaturePath) -> Bool {
        focus.isSelected && focus.shouldSuppress(path())
    }

    /// Whether one of the framework's own features is on: what an override of its switch says, or else the program.
    ///
    /// - Parameters:
    ///   - feature: The feature.
    ///   - program: What the program says.
    func isSwitchedOn(_ feature: ConditionalFeatureDefinition.Type, program: Bool) -> Bool {
        guard let path = catalog.metadata(for: feature)?.path,
            let override = facts[.runtimeSwitch(feature: path)]?.override
        else { return program }
        return override.value.truth == .true
    }
}
