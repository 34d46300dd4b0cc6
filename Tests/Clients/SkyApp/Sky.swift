import ArgumentParser
import FlintCLI
import FlintCore
import FlintSimulation

@main
final class Sky: FlintApplication {
    struct Options: ParsableArguments {
        @Option(help: "The number of the telescope, from 1 to 4.")
        var telescope = 1
    }

    nonisolated static let commandName = "sky"
    let device: SimulatedDevice?

    init(options: Options, launch: LaunchOptions) throws {
        guard (1...4).contains(options.telescope) else {
            throw LaunchError.invalidOptions("There is no telescope \(options.telescope). Choose one from 1 to 4.")
        }
        device = launch.storeKit.map { file in
            SimulatedDevice(
                platform: launch.platform ?? .real,
                store: SimulatedStore(offers: file.offers, settings: file.settings))
        }
    }

    func setUp() {
        Flint.adopt(SkyFlag.self) { $0.isOn }
        Flint.setup(SkyFeatures.self) { config in
            config.featureFlagProviders = [ReleaseFeatureFlagProvider(["old-catalogue": true])]
            config.purchaseTracker = DebugPurchaseTracker()
            self.device?.configure(config)
        }
    }
}
