#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The simulated store an app runs on: its clock, its settings, and pending purchases.
public struct StoreSnapshot: Codable, Sendable, Hashable {
    /// A purchase that has been begun and is pending.
    public struct PendingPurchase: Codable, Sendable, Hashable {
        /// What it waits for.
        public enum Waiting: String, Codable, Sendable, Hashable, CaseIterable {
            /// A parent or guardian has been asked to approve it.
            case approval
            /// The user has to finish something outside the app, such as agreeing to new terms.
            case interruption
        }

        /// The product.
        public var productID: String
        /// What it waits for.
        public var waitingFor: Waiting
        /// When it was begun, by the store's clock.
        public var since: Date

        /// Creates a pending purchase.
        public init(productID: String, waitingFor: Waiting, since: Date) {
            self.productID = productID
            self.waitingFor = waitingFor
            self.since = since
        }
    }

    /// What the store's clock shows.
    public var now: Date
    /// How many seconds the store's clock advances in a real one: 1 for real time, 0 for a stopped clock.
    public var rate: Double
    /// When something will happen by itself, such as a renewal, by the store's clock; `nil` if nothing will.
    public var nextEvent: Date?
    /// What will happen then, as people read it.
    public var nextEventTitle: String?
    /// Whether every purchase waits for approval.
    public var asksToBuy: Bool
    /// Whether payments for renewals fail.
    public var failsRenewals: Bool
    /// What waits for an answer.
    public var pending: [PendingPurchase]

    /// Creates a store's snapshot from its parts.
    public init(
        now: Date, rate: Double, nextEvent: Date?, nextEventTitle: String?, asksToBuy: Bool, failsRenewals: Bool,
        pending: [PendingPurchase]
    ) {
        self.now = now
        self.rate = rate
        self.nextEvent = nextEvent
        self.nextEventTitle = nextEventTitle
        self.asksToBuy = asksToBuy
        self.failsRenewals = failsRenewals
        self.pending = pending
    }
}
