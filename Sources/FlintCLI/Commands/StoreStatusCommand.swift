// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintConsole
import FlintWorld

struct ShowStoreStatusCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "status",
            abstract: "Show the store's clock, pending purchases, and the status of every product.")
    }

    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Print the answer as one JSON object.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        try shared.printAnswer(json: json) { session in
            let world = try session.world()
            guard var store = world.model.status.store else {
                throw CommandLineError.refused("\(world.model.status.appName) has no simulated store.")
            }
            // The answer's products contain the same information.
            store.state = nil
            let lines = PlainReport.purchases(world, timeZone: .local)
            return (StoreAnswer(store: store, products: world.products), lines)
        }
    }
}

struct StoreAnswer: Encodable {
    let store: StoreSnapshot
    let products: [ProductSnapshot]
}
