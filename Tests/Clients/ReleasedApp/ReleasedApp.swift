import FlintCLI
import FlintCore
import FlintInspector
import FlintSimulation

/// An app that does not allow overrides, like the release build of an app by default.
final class ReleasedApp: FlintApplication {
    nonisolated static let commandName = "released"
    nonisolated static let abstract = "An app that does not allow overrides."
    nonisolated static let appName = "Released"

    let router: (any PresentationRouter & Sendable)? = nil
    let device: SimulatedDevice? = nil
    let backgroundWork: (any BackgroundWork)? = nil
    let activity: String? = nil

    init(options: EmptyOptions, launch: LaunchOptions) {}

    func setUp() {
        FlintRuntime.current.setUp(ReleasedFeatures.self) { $0.allowsOverrides = false }
    }

    func observeActivity(_ handler: @escaping @Sendable () -> Void) {}
}

final class ReleasedFeatures: FeatureGroup {
    static let description = "Everything the app offers"
    static var subfeatures: [FeatureDefinition.Type] { [PaidFeature.self, debugScreens] }
}

final class PaidFeature: ConditionalFeature {
    static let description = "What the user pays for"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(NonConsumableProduct(name: "Everything", productID: "everything"))
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

@main
struct Main {
    @MainActor
    static func main() {
        FlintCommandLine<ReleasedApp>.main()
    }
}
