import FeatureGating
import FlintCore
import FlintSimulation

@testable import FlintPodcasts

/// The app on its simulated device in a separate runtime, with a ticker that a test advances.
struct TestApp {
    let runtime = FlintRuntime()
    let ticker = ManualTicker()
    let device: SimulatedDevice
    let app: PodcastApp
    /// A provider that takes precedence over the built-in flags.
    let flags = TestFeatureFlagProvider()

    init(_ state: PodcastState = .sample, platform: CurrentPlatform? = nil) {
        device = PodcastDevice.make(platform: platform)
        app = PodcastApp(state: state, ticker: ticker)
        // The app declares its URLs, and other tests in this process declare different ones.
        runtime.appInfoOverride = AppInfo()
        Flint.withRuntime(runtime) { [app, device, flags] in
            app.setUp(on: device) { $0.featureFlagProviders.append(flags) }
        }
    }

    func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        try Flint.withRuntime(runtime, body)
    }

    func isAvailable(_ feature: ConditionalFeatureDefinition.Type) -> Bool? {
        run { feature.isAvailable }
    }

    func turnOn(_ key: FactKey) {
        runtime.facts.setOverride(.truth(.true), for: key, cause: "test")
    }

    func path(of feature: FeatureDefinition.Type) -> FeaturePath {
        run { feature.identifier }
    }

    /// The completed actions, in the form "session feature.action input: outcome".
    var completedActions: [String] {
        runtime.journal.events.compactMap { event in
            guard case .actionCompleted(let record, let outcome, _) = event.kind else { return nil }
            let input = record.inputDescription.map { " \($0)" } ?? ""
            return "\(record.sessionName) \(record.featureName).\(record.actionName)\(input): \(outcome)"
        }
    }
}
