extension FlintRuntime {
    /// What somebody is looking at in this runtime.
    package var focusSelection: any FocusSelection { focus }

    /// Calls a handler whenever something comes into focus or goes out of it, until the token is cancelled or released.
    ///
    /// It is called on the thread of the change, with no lock held.
    package func observeFocus(_ handler: @escaping @Sendable () -> Void) -> ObservationToken {
        focus.observe(handler)
    }

    /// Whether a feature is left out of what is recorded, because others are in focus.
    ///
    /// Costs one load while nothing is selected.
    package func isSuppressedByFocus(_ path: @autoclosure () -> FeaturePath) -> Bool {
        focus.isSelected && focus.shouldSuppress(path())
    }
}
