import FlintCore

extension FeatureKey {
    static let newCharts: FeatureKey = "new-charts"
}

final class ChartsFeature: ConditionalFeature {
    static let description = "Star charts that turn with the sky"

    static let draw = action(DrawChartAction.self)

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.featureFlag(.newCharts)
    }

    static func prepare(actions: FeatureActionsBuilder) {
        actions.publish(draw)
    }
}

final class DrawChartAction: Action {
    static let description = "Draws tonight's chart"

    static func perform(
        context: ActionContext<NoInput>, presenter: NoPresenter, completion: Completion
    ) -> Completion.Status {
        completion.completedSync(.success)
    }
}

enum AppFlag: String, CaseIterable {
    case newCharts = "new-charts"
    case auroraAlerts = "aurora-alerts"
}

final class NightlyProvider: FeatureFlagProvider {
    let priority = FeaturePriority.mediumPriority
    let type = FeatureFlagProviderType.release

    func hasFeature(_ featureKey: FeatureKey) -> Bool { featureKey == FeatureKey(AppFlag.auroraAlerts) }
    func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool { true }
}

enum FlagsAndProvidersSnippets {
    static func resolve(print: Output) {
        let debug = DebugFeatureFlagProvider(userDefaults: InMemoryKeyValueStore())
        Flint.setup(ObservatoryFeatures.self) { config in
            config.featureFlagProviders = [
                ReleaseFeatureFlagProvider([.newCharts: false]),
                debug,
                NightlyProvider(),
            ]
        }

        print(FlintRuntime.current.resolution(of: .newCharts).source)
        debug.setFeatureEnabled(feature: FeatureFlag(key: AppFlag.newCharts), enabled: true)
        print(FlintRuntime.current.resolution(of: .newCharts).source)
        print(ChartsFeature.draw.request() != nil)
    }
}

enum ChartFlags {
    static let newCharts = FeatureFlag(
        key: .newCharts,
        declaration: Declaration(
            title: "New charts", remedy: .operator("Admit the observatory to the trial"), owner: "Charts",
            kind: .release, since: "2.1", reviewDate: "2027-03-01"))
}

final class PlanetariumFeature: ConditionalFeature {
    static let description = "The sky in three dimensions"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.featureFlag("planetarium")
        requirements.takesEffect(.nextSession)
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

extension FlagsAndProvidersSnippets {
    static func wait(print: Output) {
        let debug = DebugFeatureFlagProvider(userDefaults: InMemoryKeyValueStore())
        Flint.setup(ObservatoryFeatures.self) { config in
            config.featureFlagProviders = [debug, ReleaseFeatureFlagProvider(["planetarium": true])]
        }
        Flint.register(PlanetariumFeature.self)

        func show() {
            let rows = Flint.explanation(of: PlanetariumFeature.self).requirements
            for row in rows where row.kind == .flag { print(row.statement) }
        }

        debug.setFeatureEnabled(feature: FeatureFlag(key: "planetarium"), enabled: false)
        show()
        Flint.sessionBegan()
        show()
    }
}

extension FlagsAndProvidersSnippets {
    static func missing(print: Output) {
        print(FlintRuntime.current.resolution(of: "new-chart").source)
    }
}
