import FlintCore

/// Runs a closure in a separate runtime that is set up with the garden's features.
///
/// - Parameters:
///   - configuration: Sets the dependencies.
///   - body: The closure.
func inGarden(
    _ configuration: ((Flint.DependenciesConfig) -> Void)? = nil, _ body: () throws -> Void
) rethrows {
    try Flint.withRuntime(FlintRuntime()) {
        Flint.setup(GardenFeatures.self) { config in
            config.platform = CurrentPlatform("iOS 17.2")
            configuration?(config)
        }
        try body()
    }
}

/// Returns the current runtime's advisories.
func advisories() -> [String] {
    FlintRuntime.current.journal.events.compactMap { event in
        if case .advisory(let text) = event.kind { return text }
        return nil
    }
}
