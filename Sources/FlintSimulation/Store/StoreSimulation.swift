// SPDX-License-Identifier: MIT

import FlintCore
import FlintFoundation

/// A simulated store as a value: its transactions, its settings, and its scheduled events.
///
/// The value has no running clock; its owner sets the time with ``advance(to:)``. Everything that falls due by then
/// happens in order and at its scheduled time: renewals, failed renewals, the starts and ends of grace periods, payment
/// retries, and expirations. The result does not depend on the number of steps in which the time advances.
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
/// A subscription group has at most one active subscription. Buying another one changes it, either immediately or when
/// it renews; see ``StoreOffer/subscriptionLevel``. A failed payment is retried once a day.
package struct StoreSimulation: Sendable, Hashable, Codable {
    /// An auto-renewable subscription that is active or in billing retry.
    struct Subscription: Sendable, Hashable, Codable {
        var period: SubscriptionPeriod
        /// The start of the first period; all periods are counted from it.
        var anchor: Date
        /// The number of paid periods since the anchor.
        var periods: Int
        /// The end of the billing retry period, or `nil` if no renewal has failed.
        var retryEnd: Date?

        var paidUntil: Date { period.end(after: periods, from: anchor) }
    }

    static let keptEvents = 100

    package internal(set) var now: Date
    package internal(set) var ledger = PurchaseLedger()
    package var offers: [StoreOffer]
    package internal(set) var settings: StoreSettings
    /// The pending purchases, oldest first.
    package internal(set) var pending: [PendingPurchase] = []
    package internal(set) var unknown: Set<String> = []
    /// The newest events, oldest first; at most 100.
    package internal(set) var events: [StoreEvent] = []
    package internal(set) var eventCount = 0

    var subscriptions: [String: Subscription] = [:]

    /// Creates a store without purchases.
    ///
    /// Products that are not for sale can be bought too, and then count as non-consumable.
    package init(now: Date, offers: [StoreOffer] = [], settings: StoreSettings = StoreSettings()) {
        self.now = CivilDate.clamped(now)
        self.offers = offers
        self.settings = settings
    }

    // MARK: Answers

    package func isOwned(_ productID: String) -> Bool? {
        unknown.contains(productID) ? nil : ledger.isSubscriptionActive(productID, at: now)
    }

    package func balance(of productID: String) -> Int? {
        unknown.contains(productID) ? nil : ledger.balance(of: productID)
    }

    package func offer(of productID: String) -> StoreOffer? {
        offers.first { $0.productID == productID }
    }

    package var knownProductIDs: Set<String> {
        unknown.union(ledger.knownProductIDs)
    }

    // MARK: Events

    mutating func report(_ productID: String?, _ words: String) -> StoreEvent {
        let name = productID.flatMap { offer(of: $0) }?.name
        let event = StoreEvent(productID: productID, productName: name, summary: words, date: now)
        events.append(event)
        if events.count > Self.keptEvents { events.removeFirst(events.count - Self.keptEvents) }
        // The count may come from a file, with any value.
        eventCount = max(0, eventCount) &+ 1
        return event
    }

    func events(afterFirst count: Int) -> [StoreEvent] {
        eventCount > count ? Array(events.suffix(eventCount - max(0, count))) : []
    }
}

/// The behavior of a simulated store: approval, failing payments, grace period, and billing retry.
///
/// Change the settings of a store with ``SimulatedStore/updateSettings(_:)``.
public struct StoreSettings: Sendable, Hashable, Codable {
    /// Whether every purchase waits for a parent's approval.
    public var asksToBuy: Bool
    /// Whether payments for purchases fail.
    public var failsPurchases: Bool
    /// Whether payments for renewals fail.
    public var failsRenewals: Bool
    /// The number of seconds for which a subscription stays active after a failed renewal, or 0 for no grace period.
    public var gracePeriod: Double
    /// The number of seconds after the end of a paid period during which a failed renewal is retried.
    public var billingRetryPeriod: Double

    /// Creates settings, by default for a store in which every payment succeeds.
    ///
    /// - Parameters:
    ///   - asksToBuy: Whether every purchase waits for a parent's approval.
    ///   - failsPurchases: Whether payments for purchases fail.
    ///   - failsRenewals: Whether payments for renewals fail.
    ///   - gracePeriod: The grace period in seconds; 16 days by default.
    ///   - billingRetryPeriod: The billing retry period in seconds; 60 days by default.
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

/// A purchase that waits for approval or was interrupted; a product has at most one.
package struct PendingPurchase: Sendable, Hashable, Codable {
    package var productID: String
    package var quantity: Int
    package var waitingFor: StoreSnapshot.PendingPurchase.Waiting
    /// The time at which the purchase was started, by the store's clock.
    package var since: Date
}

/// An error for an action that a simulated store refuses.
public struct StoreRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    /// A sentence or two with the reason for the refusal and a possible remedy.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
