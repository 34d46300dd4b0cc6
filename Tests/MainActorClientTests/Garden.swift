import FlintCore

/// The app of the samples: what visitors and gardeners of a botanical garden do with its app.
///
/// - Group of features: `description` and `subfeatures` as `static var`.
final class GardenFeatures: FeatureGroup {
    static var description = "Everything the garden's app can do"
    static var subfeatures: [FeatureDefinition.Type] = [
        PlantGuideFeature.self, PlantCardFeature.self, WateringFeature.self, NightWalkFeature.self,
        SeedBankFeature.self, PlanterFeature.self, PocketFeature.self, LeafScannerFeature.self,
        HerbariumFeature.self, GreenhouseFeature.self, MembershipFeature.self, SoilProbeFeature.self,
        RadarFeature.self,
    ]
}

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
