// SPDX-License-Identifier: MIT

import ArgumentParser
import FlintWorld

/// `flint store` changes the simulated store.
///
/// Its subcommands buy, refund, share and renew products, and control the store's clock and settings. Subcommands that
/// take the same arguments share a generic type. Its parameter supplies the name and the store action; see
/// ``StoreSubcommands``.
struct StoreCommand<App: FlintApplication>: ParsableCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "store",
            abstract: "Buy, refund and renew products in the simulated store, which has its own clock.",
            subcommands: [
                ShowStoreStatusCommand<App>.self, BuyProductCommand<App>.self,
                ChangeProductCommand<App, StoreSubcommands.Approve>.self,
                ChangeProductCommand<App, StoreSubcommands.Decline>.self,
                ChangeProductCommand<App, StoreSubcommands.Resume>.self,
                ChangeProductCommand<App, StoreSubcommands.Refund>.self,
                ChangeProductCommand<App, StoreSubcommands.Share>.self, DeleteTransactionCommand<App>.self,
                ChangeProductCommand<App, StoreSubcommands.Revoke>.self,
                ChangeProductCommand<App, StoreSubcommands.Renew>.self,
                ChangeProductCommand<App, StoreSubcommands.Expire>.self, ConsumeProductCommand<App>.self,
                SetAutoRenewCommand<App>.self, SetStoreSettingCommand<App, StoreSubcommands.AskToBuy>.self,
                SetStoreSettingCommand<App, StoreSubcommands.FailRenewals>.self, AdvanceStoreClockCommand<App>.self,
                ChangeStoreCommand<App, StoreSubcommands.Next>.self, SetStoreRateCommand<App>.self,
                ChangeStoreCommand<App, StoreSubcommands.Reset>.self,
            ])
    }
}

struct BuyProductCommand<App: FlintApplication>: ChangeCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "buy", abstract: "Buy a product as the user.")
    }

    @Argument(
        help: "The product's identifier or a unique part of its name.", completion: .products(of: App.self)
    ) var product: String
    @Option(help: "The result of the purchase: succeed, fail, ask-to-buy or interrupt.") var ending = "succeed"
    @OptionGroup var shared: SharedOptions<App>
    @OptionGroup var change: ChangeOptions

    @MainActor
    func command(in session: AppSession<App>) throws -> Command {
        let ending = try Names.word(ending, of: StoreAction.PurchaseResult.self, called: "result of a purchase")
        return .store(.buy(productID: try Names.key(product, of: .purchase, in: session.model), ending: ending))
    }
}

struct ChangeProductCommand<App: FlintApplication, Subcommand: StoreProductSubcommand>: ChangeCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: Subcommand.name, abstract: Subcommand.abstract)
    }

    @Argument(
        help: "The product's identifier or a unique part of its name.", completion: .products(of: App.self)
    ) var product: String
    @OptionGroup var shared: SharedOptions<App>
    @OptionGroup var change: ChangeOptions

    @MainActor
    func command(in session: AppSession<App>) throws -> Command {
        .store(Subcommand.action(productID: try Names.key(product, of: .purchase, in: session.model)))
    }
}

struct DeleteTransactionCommand<App: FlintApplication>: ChangeCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "delete", abstract: "Delete a product's transaction without a trace.",
            discussion: "\"purchases --json\" lists the transactions and their numbers, newest first.")
    }

    @Argument(
        help: "The product's identifier or a unique part of its name.", completion: .products(of: App.self)
    ) var product: String
    @Argument(help: ArgumentHelp("The number of the transaction. Default: the newest.", valueName: "number"))
    var transaction: UInt64?
    @OptionGroup var shared: SharedOptions<App>
    @OptionGroup var change: ChangeOptions

    @MainActor
    func command(in session: AppSession<App>) throws -> Command {
        let productID = try Names.key(product, of: .purchase, in: session.model)
        let known = try session.model.products[productID]
        guard let id = transaction ?? known?.transactions.first?.id else {
            throw CommandLineError.refused("\(known?.name ?? productID) has no transactions.")
        }
        return .store(.deleteTransaction(productID: productID, id: id))
    }
}

struct ChangeStoreCommand<App: FlintApplication, Subcommand: StorePlainSubcommand>: ChangeCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: Subcommand.name, abstract: Subcommand.abstract)
    }

    @OptionGroup var shared: SharedOptions<App>
    @OptionGroup var change: ChangeOptions

    @MainActor
    func command(in session: AppSession<App>) throws -> Command { .store(Subcommand.command) }
}

struct SetStoreSettingCommand<App: FlintApplication, Subcommand: StoreSettingSubcommand>: ChangeCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: Subcommand.name, abstract: Subcommand.abstract)
    }

    @Argument(help: "on or off.", completion: .values(of: OnOrOff.self)) var value: String
    @OptionGroup var shared: SharedOptions<App>
    @OptionGroup var change: ChangeOptions

    @MainActor
    func command(in session: AppSession<App>) throws -> Command {
        .store(
            Subcommand.command(
                isOn: try Names.word(value, of: OnOrOff.self, called: "value of \(Subcommand.name)").isOn))
    }
}

struct ConsumeProductCommand<App: FlintApplication>: ChangeCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: "consume", abstract: "Consume units of a consumable.")
    }

    @Argument(
        help: "The product's identifier or a unique part of its name.", completion: .products(of: App.self)
    ) var product: String
    @Argument(help: "The number of units.") var quantity = 1
    @OptionGroup var shared: SharedOptions<App>
    @OptionGroup var change: ChangeOptions

    @MainActor
    func command(in session: AppSession<App>) throws -> Command {
        guard quantity > 0 else { throw CommandLineError.usage("consume takes 1 or more units, not \(quantity).") }
        let productID = try Names.key(product, of: .purchase, in: session.model)
        return .store(.consume(productID: productID, quantity: quantity))
    }
}

struct SetAutoRenewCommand<App: FlintApplication>: ChangeCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "auto-renew", abstract: "Turn automatic renewal of a subscription on or off.")
    }

    @Argument(
        help: "The product's identifier or a unique part of its name.", completion: .products(of: App.self)
    ) var product: String
    @Argument(help: "on or off.", completion: .values(of: OnOrOff.self)) var value: String
    @OptionGroup var shared: SharedOptions<App>
    @OptionGroup var change: ChangeOptions

    @MainActor
    func command(in session: AppSession<App>) throws -> Command {
        let isOn = try Names.word(value, of: OnOrOff.self, called: "value of auto-renew").isOn
        let productID = try Names.key(product, of: .purchase, in: session.model)
        return .store(.setAutoRenew(productID: productID, isOn: isOn))
    }
}

struct AdvanceStoreClockCommand<App: FlintApplication>: ChangeCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "advance", abstract: "Advance the store's clock, and process all events that become due.")
    }

    @Argument(help: "The duration, such as 10m, 1h30m or 3d.") var duration: String
    @OptionGroup var shared: SharedOptions<App>
    @OptionGroup var change: ChangeOptions

    @MainActor
    func command(in session: AppSession<App>) throws -> Command {
        .store(.advance(seconds: Double(try DurationParser.seconds(duration, for: "advance"))))
    }
}

struct SetStoreRateCommand<App: FlintApplication>: ChangeCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "rate", abstract: "Set the speed of the store's clock, or pause it.")
    }

    @Argument(help: "The number of store seconds per real second; 0 pauses the clock.") var rate: Double
    @OptionGroup var shared: SharedOptions<App>
    @OptionGroup var change: ChangeOptions

    @MainActor
    func command(in session: AppSession<App>) throws -> Command {
        guard rate.isFinite, rate >= 0 else { throw CommandLineError.usage("rate takes 0 or more, not \(rate).") }
        return .store(.setRate(rate))
    }
}
