import InspectorKit

/// A subcommand's name, help and store action, for ``ChangeProductCommand``.
protocol StoreProductSubcommand: SendableMetatype {
    static var name: String { get }
    static var abstract: String { get }
    static func command(productID: String) -> StoreAction
}

/// A subcommand's name, help and store action, for ``ChangeStoreCommand``.
protocol StorePlainSubcommand: SendableMetatype {
    static var name: String { get }
    static var abstract: String { get }
    static var command: StoreAction { get }
}

/// A subcommand's name, help and store action, for ``SetStoreSettingCommand``.
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
        static let abstract = "Approve a purchase that waits for approval."
        static func command(productID: String) -> StoreAction { .approve(productID: productID) }
    }

    enum Decline: StoreProductSubcommand {
        static let name = "decline"
        static let abstract = "Refuse a purchase that waits for approval."
        static func command(productID: String) -> StoreAction { .decline(productID: productID) }
    }

    enum Resume: StoreProductSubcommand {
        static let name = "resume"
        static let abstract = "Finish, as the user, what interrupted a purchase."
        static func command(productID: String) -> StoreAction { .resume(productID: productID) }
    }

    enum Refund: StoreProductSubcommand {
        static let name = "refund"
        static let abstract = "Give the money back for the latest purchase of a product."
        static func command(productID: String) -> StoreAction { .refund(productID: productID) }
    }

    enum Revoke: StoreProductSubcommand {
        static let name = "revoke"
        static let abstract = "Revoke family sharing of a product with the user."
        static func command(productID: String) -> StoreAction { .revoke(productID: productID) }
    }

    enum Share: StoreProductSubcommand {
        static let name = "share"
        static let abstract = "Share a product with the user, as a member of the family."
        static func command(productID: String) -> StoreAction { .share(productID: productID) }
    }

    enum Renew: StoreProductSubcommand {
        static let name = "renew"
        static let abstract = "Renew a subscription now."
        static func command(productID: String) -> StoreAction { .renew(productID: productID) }
    }

    enum Expire: StoreProductSubcommand {
        static let name = "expire"
        static let abstract = "End a subscription now."
        static func command(productID: String) -> StoreAction { .expire(productID: productID) }
    }

    enum AskToBuy: StoreSettingSubcommand {
        static let name = "ask-to-buy"
        static let abstract = "Have every purchase wait for approval, or not."
        static func command(isOn: Bool) -> StoreAction { .setAskToBuy(isOn) }
    }

    enum FailRenewals: StoreSettingSubcommand {
        static let name = "fail-renewals"
        static let abstract = "Have payments for renewals fail, or not."
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
