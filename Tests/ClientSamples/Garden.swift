import FlintCore

/// Runs a body in a runtime of its own, set up with the garden's features.
///
/// - Parameters:
///   - configuration: Supplies what the features are to depend on.
///   - body: What to do there.
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

/// The advisories of the current runtime so far.
func advisories() -> [String] {
    FlintRuntime.current.journal.events.compactMap { event in
        if case .advisory(let text) = event.kind { return text }
        return nil
    }
}
