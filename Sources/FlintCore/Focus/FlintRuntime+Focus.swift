extension FlintRuntime {
    /// Whether a feature is left out of what is recorded, because others are in focus.
    ///
    /// Costs one load while nothing is selected.
    package func isSuppressedByFocus(_ path: @autoclosure () -> FeaturePath) -> Bool {
        focus.isSelected && focus.shouldSuppress(path())
    }
}
