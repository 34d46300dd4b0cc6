import Foundation

/// The tiers of a reader's subscription, from the lowest to the highest.
enum Tier: String, CaseIterable, Sendable {
    case free, plus, patron
}

/// The user's account, as the app has it.
struct Account: Sendable {
    static var current: Account {
        let environment = ProcessInfo.processInfo.environment
        return Account(
            tier: environment["READER_TIER"].flatMap(Tier.init(rawValue:)),
            isBetaTester: environment["READER_BETA"] != nil)
    }

    /// The tier, or `nil` until the server has answered.
    let tier: Tier?
    let isBetaTester: Bool
}

/// Functions of the reader that depend on the account.
enum PaidFeature: String, CaseIterable, Sendable {
    case highlights, folders, themes

    func isUnlocked(for account: Account) -> Bool {
        switch self {
        case .highlights: account.isBetaTester || account.tier == .plus || account.tier == .patron
        case .folders, .themes: account.tier == .patron
        }
    }
}
