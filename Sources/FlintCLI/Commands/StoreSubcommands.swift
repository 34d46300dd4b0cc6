// SPDX-License-Identifier: MIT

import FlintWorld

protocol StoreProductSubcommand: SendableMetatype {
    static var name: String { get }
    static var abstract: String { get }
    static func action(productID: String) -> StoreAction
}

protocol StorePlainSubcommand: SendableMetatype {
    static var name: String { get }
    static var abstract: String { get }
    static var command: StoreAction { get }
}

protocol StoreSettingSubcommand: SendableMetatype {
    static var name: String { get }
    static var abstract: String { get }
    static func command(isOn: Bool) -> StoreAction
}

/// The subcommands of `flint store` that share a generic command type.
///
/// ArgumentParser reads names and help from static properties, so each subcommand is a type.
enum StoreSubcommands {
    enum Approve: StoreProductSubcommand {
        static let name = "approve"
        static let abstract = "Approve a pending purchase."
        static func action(productID: String) -> StoreAction { .approve(productID: productID) }
    }

    enum Decline: StoreProductSubcommand {
        static let name = "decline"
        static let abstract = "Decline a pending purchase."
        static func action(productID: String) -> StoreAction { .decline(productID: productID) }
    }

    enum Resume: StoreProductSubcommand {
        static let name = "resume"
        static let abstract = "Complete an interrupted purchase as the user."
        static func action(productID: String) -> StoreAction { .resume(productID: productID) }
    }

    enum Refund: StoreProductSubcommand {
        static let name = "refund"
        static let abstract = "Refund the latest purchase of a product."
        static func action(productID: String) -> StoreAction { .refund(productID: productID) }
    }

    enum Revoke: StoreProductSubcommand {
        static let name = "revoke"
        static let abstract = "Stop sharing a product with the user through Family Sharing."
        static func action(productID: String) -> StoreAction { .revoke(productID: productID) }
    }

    enum Share: StoreProductSubcommand {
        static let name = "share"
        static let abstract = "Share a product with the user through Family Sharing."
        static func action(productID: String) -> StoreAction { .share(productID: productID) }
    }

    enum Renew: StoreProductSubcommand {
        static let name = "renew"
        static let abstract = "Renew a subscription now."
        static func action(productID: String) -> StoreAction { .renew(productID: productID) }
    }

    enum Expire: StoreProductSubcommand {
        static let name = "expire"
        static let abstract = "End a subscription now."
        static func action(productID: String) -> StoreAction { .expire(productID: productID) }
    }

    enum AskToBuy: StoreSettingSubcommand {
        static let name = "ask-to-buy"
        static let abstract = "Turn Ask to Buy on or off; if it is on, every purchase waits for approval."
        static func command(isOn: Bool) -> StoreAction { .setAskToBuy(isOn) }
    }

    enum FailRenewals: StoreSettingSubcommand {
        static let name = "fail-renewals"
        static let abstract = "Make payments for renewals fail, or succeed again."
        static func command(isOn: Bool) -> StoreAction { .setFailsRenewals(isOn) }
    }

    enum Next: StorePlainSubcommand {
        static let name = "next"
        static let abstract = "Advance the store's clock to the next scheduled event."
        static let command = StoreAction.advanceToNextEvent
    }

    enum Reset: StorePlainSubcommand {
        static let name = "reset"
        static let abstract = "Reset the store to its initial state."
        static let command = StoreAction.reset
    }
}
