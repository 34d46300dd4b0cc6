import FlintCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    public import Foundation
#endif

/// A store as a value: what has been bought, how the store behaves, and what will happen by itself.
///
/// It has no clock of its own. Its owner sets the time with ``advance(to:)``, and everything that has fallen due by
/// then happens in order, each thing at its own moment: renewals, renewals that fail, grace periods and their ends,
/// further attempts to be paid, the ends of subscriptions. It does not matter in how many steps the time passes.
///
/// ```swift
/// var store = StoreSimulation(now: january1st, offers: [
///     StoreOffer(premium, price: "$4.99", subscriptionPeriod: SubscriptionPeriod("P1M")),
/// ])
/// try store.send(.buy(productID: "premium"))       // "bought until 2026-02-01"
/// store.advance(to: march10th)                     // "renewed until 2026-03-01", "renewed until 2026-04-01"
/// store.isOwned("premium")                         // true
/// ```
///
/// Of the subscriptions in one group only one is subscribed to at a time: buying another ends the one before at once,
/// whichever of them is worth more, and nothing is credited. A payment that failed is tried again once a day.
package struct StoreSimulation: Sendable, Hashable, Codable {
    /// A subscription that will do something by itself.
    struct Subscription: Sendable, Hashable, Codable {
        /// How long it is renewed for.
        var period: SubscriptionPeriod
        /// When its first period began, from which all are counted.
        var anchor: Date
        /// How many periods have been paid for since then.
        var periods: Int
        /// When the store gives up trying to be paid for a renewal that failed; `nil` if none did.
        var retryEnd: Date?

        /// When what has been paid for ends.
        var paidUntil: Date { period.end(after: periods, from: anchor) }
    }

    /// How many events are kept.
    static let keptEvents = 100

    /// How far the store has come.
    package internal(set) var now: Date
    /// What has been bought and what became of it.
    package internal(set) var ledger = PurchaseLedger()
    /// What the store sells.
    package var offers: [StoreOffer]
    /// How the store behaves.
    package internal(set) var settings: StoreSettings
    /// The pending purchases, in the order in which they were begun.
    package internal(set) var pending: [PendingPurchase] = []
    /// The products of which the store cannot say whether they are owned.
    package internal(set) var unknown: Set<String> = []
    /// The newest events, oldest first.
    package internal(set) var events: [StoreEvent] = []
    /// How many events there have been, the ones included that are no longer kept.
    package internal(set) var eventCount = 0

    var subscriptions: [String: Subscription] = [:]

    /// Creates a store in which nothing has happened.
    ///
    /// - Parameters:
    ///   - now: What time it is.
    ///   - offers: What it sells. Other products can be bought too; they then count as bought once and owned for good.
    ///   - settings: How it behaves.
    package init(now: Date, offers: [StoreOffer] = [], settings: StoreSettings = StoreSettings()) {
        self.now = CivilDate.clamped(now)
        self.offers = offers
        self.settings = settings
    }

    // MARK: Answers

    /// Whether a product is owned or a subscription to it active; `nil` if the store cannot say.
    package func isOwned(_ productID: String) -> Bool? {
        unknown.contains(productID) ? nil : ledger.isSubscriptionActive(productID, at: now)
    }

    /// How many units of a consumable product are left; `nil` if the store cannot say.
    package func balance(of productID: String) -> Int? {
        unknown.contains(productID) ? nil : ledger.balance(of: productID)
    }

    /// What the store sells under an identifier.
    package func offer(of productID: String) -> StoreOffer? {
        offers.first { $0.productID == productID }
    }

    /// Every product whose answers can have changed.
    package var productsKnown: Set<String> {
        unknown.union(ledger.productsKnown)
    }

    // MARK: Words

    /// Records that something has happened.
    mutating func report(_ productID: String?, _ words: String) -> StoreEvent {
        let name = productID.flatMap { offer(of: $0) }?.name
        let event = StoreEvent(productID: productID, productName: name, words: words, date: now)
        events.append(event)
        if events.count > Self.keptEvents { events.removeFirst(events.count - Self.keptEvents) }
        eventCount = max(0, eventCount) &+ 1
        return event
    }

    /// The events after the first so many that are still kept.
    func events(after count: Int) -> [StoreEvent] {
        eventCount > count ? Array(events.suffix(eventCount - max(0, count))) : []
    }
}

/// How a simulated store behaves.
public struct StoreSettings: Sendable, Hashable, Codable {
    /// Whether every purchase waits for a parent's approval.
    public var asksToBuy: Bool
    /// Whether payments for purchases fail.
    public var failsPurchases: Bool
    /// Whether payments for renewals fail.
    public var failsRenewals: Bool
    /// How many seconds a subscription continues whose renewal could not be paid; 0 for no grace period.
    public var gracePeriod: Double
    /// For how many seconds after the end of a subscription the store tries to be paid for its renewal.
    public var billingRetryPeriod: Double

    /// Creates settings, by default those of a store where everything goes well.
    ///
    /// - Parameters:
    ///   - asksToBuy: Whether every purchase waits for a parent's approval.
    ///   - failsPurchases: Whether payments for purchases fail.
    ///   - failsRenewals: Whether payments for renewals fail.
    ///   - gracePeriod: In seconds; 16 days by default.
    ///   - billingRetryPeriod: In seconds; 60 days by default.
    public init(
        asksToBuy: Bool = false, failsPurchases: Bool = false, failsRenewals: Bool = false,
        gracePeriod: Double = 16 * 86_400, billingRetryPeriod: Double = 60 * 86_400
    ) {
        self.asksToBuy = asksToBuy
        self.failsPurchases = failsPurchases
        self.failsRenewals = failsRenewals
        self.gracePeriod = gracePeriod
        self.billingRetryPeriod = billingRetryPeriod
    }
}

/// A purchase that has been begun and is pending.
package struct PendingPurchase: Sendable, Hashable, Codable {
    /// What a purchase waits for.
    package enum Waiting: String, Sendable, Hashable, Codable, CaseIterable {
        /// A parent or guardian has been asked to approve it.
        case approval
        /// The user has to finish something outside the app.
        case interruption
    }

    /// The product.
    package var productID: String
    /// The number of units.
    package var quantity: Int
    /// What it waits for.
    package var waitingFor: Waiting
    /// When it was begun, by the store's clock.
    package var since: Date
}

/// Why a store did not do what it was asked to.
public struct StoreRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong and what to do, as a sentence.
    public let description: String

    /// Creates a refusal from its sentence.
    init(_ description: String) {
        self.description = description
    }
}
