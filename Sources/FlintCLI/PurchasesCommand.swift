import ArgumentParser
import FlintConsole
import FlintCore
import FlintInspector
import InspectorKit

/// `flint purchases`: every product, its status and the features it unlocks.
struct PurchasesCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "purchases", abstract: "List every product, its status, and the features that need it.")
    }

    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Answer with one JSON object.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        let session = try AppSession(shared, cause: "command line", startsBackgroundWork: false)
        session.reportProblems()
        let snapshot = session.inspector.snapshot()
        if json {
            try CommandOutput.print(json: PurchasesAnswer(products: snapshot.products))
        } else {
            try CommandOutput.print(PlainReport.products(snapshot))
        }
        return 0
    }
}

/// The JSON answer of `flint purchases`.
struct PurchasesAnswer: Encodable {
    let products: [ProductSnapshot]
}
