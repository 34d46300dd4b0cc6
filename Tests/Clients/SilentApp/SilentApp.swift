import FlintCLI
import FlintCore
import FlintInspector
import FlintSimulation

/// An app whose sources announce no changes.
final class SilentApp: FlintApplication {
    nonisolated static let commandName = "silent"
    nonisolated static let abstract = "An app whose sources announce no changes."
    nonisolated static let appName = "Silent"

    let router: (any PresentationRouter & Sendable)? = nil
    let device: SimulatedDevice? = nil
    let backgroundWork: (any BackgroundWork)? = nil
    let activity: String? = nil

    init(options: EmptyOptions, launch: LaunchOptions) {}

    func setUp() {
        FlintRuntime.current.setUp(SilentFeatures.self) { configuration in
            configuration.purchaseTracker = FolderTracker(folder: .named)
            configuration.permissionChecker = DefaultPermissionChecker(adapters: [FolderCamera(folder: .named)])
            configuration.userFeatureToggles = FolderToggles(folder: .named)
            configuration.featureFlagProviders = [FolderFlags(folder: .named)]
        }
    }

    func observeActivity(_ handler: @escaping @Sendable () -> Void) {}
}

@main
struct Main {
    @MainActor
    static func main() {
        FlintCommandLine<SilentApp>.main()
    }
}
