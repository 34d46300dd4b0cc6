import FeatureGating
import FlintCore
import FlintSimulation

@testable import PodcastApp

/// The app on its simulated device in a runtime of its own, with seconds that pass when a test says so.
struct TestApp {
    let runtime = FlintRuntime()
    let ticker = ManualTicker()
    let device: SimulatedDevice
    let app: PodcastApp
    /// Overrules the flags that are built in.
    let flags = TestFeatureFlagProvider()

    /// Sets the app up.
    init(_ state: PodcastState = .sample, platform: CurrentPlatform? = nil) {
        device = PodcastDevice.make(platform: platform)
        app = PodcastApp(state: state, ticker: ticker)
        // The app says what its URLs are; other tests in this process say other things.
        runtime.ownAppInfo = AppInfo()
        Flint.withRuntime(runtime) { [app, device, flags] in
            app.setUp(on: device) { $0.featureFlagProviders.append(flags) }
        }
    }

    /// Runs code with the app's runtime as the current one.
    func run<Result>(_ body: () throws -> Result) rethrows -> Result {
        try Flint.withRuntime(runtime, body)
    }

    /// Whether a feature is available.
    func isAvailable(_ feature: ConditionalFeatureDefinition.Type) -> Bool? {
        run { feature.isAvailable }
    }

    /// Overrides a fact as true.
    func turnOn(_ key: FactKey) {
        runtime.facts.setOverride(.truth(.true), for: key, cause: "test")
    }

    /// The path of a feature.
    func path(of feature: FeatureDefinition.Type) -> FeaturePath {
        run { feature.identifier }
    }

    /// The actions that have been completed, as "session feature.action input: outcome".
    var completedActions: [String] {
        runtime.journal.events.compactMap { event in
            guard case .actionCompleted(let record, let outcome, _) = event.kind else { return nil }
            let input = record.inputDescription.map { " \($0)" } ?? ""
            return "\(record.sessionName) \(record.featureName).\(record.actionName)\(input): \(outcome)"
        }
    }
}
