import ArgumentParser
import FlintConsole
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
        try shared.look(json: json) { (PurchasesAnswer(products: $0.products), PlainReport.products($0)) }
    }
}

/// The JSON answer of `flint purchases`.
struct PurchasesAnswer: Encodable {
    let products: [ProductSnapshot]
}
