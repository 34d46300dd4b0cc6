import FlintCLI
import FlintCore

/// An app that does not allow overrides, like the release build of an app by default.
@main
final class ReleasedApp: FlintApplication {
    nonisolated static let commandName = "released"
    nonisolated static let abstract = "An app that does not allow overrides."
    nonisolated static let appName = "Released"

    init(options: EmptyOptions, launch: LaunchOptions) {}

    func setUp() {
        FlintRuntime.current.setUp(ReleasedFeatures.self) { $0.allowsOverrides = false }
    }
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
