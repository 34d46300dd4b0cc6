// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintConsole
import InspectorKit

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// `flint purchases` lists the products with their status and the features that require them.
struct PurchasesCommand<App: FlintApplication>: AppCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "purchases", abstract: "List every product, its status, and the features that need it.")
    }

    @OptionGroup var shared: SharedOptions<App>
    @Flag(help: "Print the answer as one JSON object.") var json = false

    @MainActor
    func run() async throws -> Int32? {
        try shared.printAnswer(json: json) { (PurchasesAnswer(products: $0.products), PlainReport.products($0)) }
    }
}

struct PurchasesAnswer: Encodable {
    let products: [ProductSnapshot]
}

/// `flint store status` prints the store's clock, its settings and the status of its products.
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
        try shared.printAnswer(json: json) { snapshot in
            guard let store = snapshot.store else {
                throw CommandLineError.refused("\(snapshot.appName) has no simulated store.")
            }
            return (
                StoreAnswer(store: store, products: snapshot.products), StoreFormatter.lines(store, snapshot.products)
            )
        }
    }
}

struct StoreAnswer: Encodable {
    let store: StoreSnapshot
    let products: [ProductSnapshot]
}

/// Formats the simulated store as lines of text.
enum StoreFormatter {
    static func lines(_ store: StoreSnapshot, _ products: [ProductSnapshot]) -> [String] {
        var lines = ["The store's clock: \(text(store.now)), \(DurationFormatter.text(rate: store.rate))"]
        if let next = store.nextEvent {
            lines.append("Next: \(store.nextEventTitle ?? "scheduled event"), \(text(next))")
        }
        if store.asksToBuy { lines.append("Every purchase waits for approval.") }
        if store.failsRenewals { lines.append("Payments for renewals fail.") }
        for pending in store.pending {
            let name = products.first { $0.productID == pending.productID }?.name ?? pending.productID
            let what = pending.waitingFor == .approval ? "approval" : "the user to complete it outside the app"
            lines.append("Waiting for \(what): \(name), since \(text(pending.since))")
        }
        return lines + products.map(text)
    }

    private static func text(_ product: ProductSnapshot) -> String {
        var line = "\(product.name) (\(product.productID)): \(product.status.description)"
        if let balance = product.balance { line += ", balance \(balance)" }
        if let price = product.priceText { line += ", \(price)" }
        guard let subscription = product.subscription else { return line }
        line += ", \(subscription.state.rawValue.replacing("-", with: " "))"
        if let date = subscription.expirationDate { line += ", paid until \(text(date))" }
        if let date = subscription.gracePeriodExpirationDate { line += ", grace period until \(text(date))" }
        return line + (subscription.willAutoRenew ? ", renews automatically" : ", does not renew")
    }

    /// Formats a date of the store's clock, in UTC.
    private static func text(_ date: Date) -> String { date.formatted(.iso8601) }
}
