import ArgumentParser
import FlintConsole
import InspectorKit

/// `flint features`: every feature and whether it is available.
struct FeaturesCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "features", abstract: "List every feature, whether it is available, and what blocks it.")
    }

    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Answer with one JSON object.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        try shared.look(json: json) { (FeaturesAnswer($0), PlainReport.features($0)) }
    }
}

/// The JSON answer of `flint features`.
struct FeaturesAnswer: Encodable {
    let app: String
    let platform: String
    let features: [FeatureSnapshot]

    init(_ snapshot: Snapshot) {
        app = snapshot.appName
        platform = snapshot.platform
        features = snapshot.features
    }
}
