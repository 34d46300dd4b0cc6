import ArgumentParser
import FlintConsole
import FlintCore
import FlintInspector
import InspectorKit

/// `flint explain`: why one feature is available or not, and what would unlock it.
struct ExplainCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "explain", abstract: "Say why a feature is available or not, and what would unlock it.")
    }

    @Argument(help: "A path, a type's name, or a part of the name that fits only one feature.") var feature: String
    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Answer with one JSON object.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        let session = try AppSession(shared, cause: "command line", startsBackgroundWork: false)
        session.reportProblems()
        let found = try Names.feature(feature, in: session.inspector.snapshot())
        if json {
            try CommandOutput.print(json: ExplainAnswer(feature: found))
        } else {
            try CommandOutput.print(PlainReport.explanation(of: found))
        }
        return 0
    }
}

/// The JSON answer of `flint explain`.
struct ExplainAnswer: Encodable {
    let feature: FeatureSnapshot
}
