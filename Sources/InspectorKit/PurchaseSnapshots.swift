#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    public import Foundation
#endif

/// A product some feature refers to, with its real and its effective status.
package struct ProductSnapshot: Codable, Sendable, Hashable, Identifiable {
    /// How a product is sold.
    package enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
        /// Bought once and owned for good.
        case nonConsumable = "non-consumable"
        /// Bought in quantities and used up.
        case consumable
        /// A subscription that renews by itself.
        case autoRenewingSubscription = "auto-renewing-subscription"
        /// A subscription for a fixed time.
        case nonRenewingSubscription = "non-renewing-subscription"

        /// The position of the kind in lists.
        package var order: Int {
            switch self {
            case .nonConsumable: 0
            case .consumable: 1
            case .autoRenewingSubscription: 2
            case .nonRenewingSubscription: 3
            }
        }
    }

    /// The identifier the store knows the product by.
    package var productID: String
    /// The name for people.
    package var name: String
    /// What the product gives, if the app describes it.
    @NullWhenAbsent package var description: String?
    /// How it is sold.
    package var type: Kind
    /// The store's own status.
    package var status: PurchaseStatus
    /// What the status has been overridden with, if it has.
    @NullWhenAbsent package var override: PurchaseStatus?
    /// What the features see.
    package var effective: PurchaseStatus
    /// How many units are left of a consumable product, if the store knows.
    @NullWhenAbsent package var balance: Int?
    /// The price as the store shows it, such as "$4.99", if known.
    @NullWhenAbsent package var price: String?
    /// The name of the group of subscriptions it belongs to, if it belongs to one.
    @NullWhenAbsent package var subscriptionGroup: String?
    /// How long one period of the subscription lasts, in ISO 8601, such as `P1M`, if the store knows.
    @NullWhenAbsent package var subscriptionPeriod: String?
    /// The renewal state of the subscription, if the store knows.
    @NullWhenAbsent package var subscription: SubscriptionSnapshot?
    /// What was bought, newest first, of much of it the newest; empty if the store does not know.
    package var transactions: [TransactionSnapshot] = []
    /// The ids of the features that refer to it; `nil` in lists, see ``Inspector/usage(of:)``.
    @NullWhenAbsent package var features: [String]?

    /// The identity of the product.
    package var id: String { productID }

    /// Creates a product's snapshot from its parts.
    package init(
        productID: String, name: String, description: String?, type: Kind, status: PurchaseStatus,
        override: PurchaseStatus?, effective: PurchaseStatus, balance: Int?, features: [String]?
    ) {
        self.productID = productID
        self.name = name
        self.description = description
        self.type = type
        self.status = status
        self.override = override
        self.effective = effective
        self.balance = balance
        self.features = features
    }
}

/// A purchase or a renewal that was paid for.
package struct TransactionSnapshot: Codable, Sendable, Hashable, Identifiable {
    /// A number that no other transaction of the store has.
    package var id: UInt64
    /// When it was paid for, by the store's clock.
    package var date: Date
    /// When what was paid for ends; `nil` if it does not.
    @NullWhenAbsent package var expirationDate: Date?
    /// When it was refunded or revoked; `nil` if it was not.
    @NullWhenAbsent package var revocationDate: Date?
    /// Whether it renewed a subscription.
    package var isRenewal: Bool
    /// Whether a member of the family paid.
    package var isShared: Bool
    /// How many units were bought.
    package var quantity: Int

    /// The most transactions of a product that are shown.
    package static let limit = 20

    /// Creates a transaction.
    package init(
        id: UInt64, date: Date, expirationDate: Date?, revocationDate: Date?, isRenewal: Bool, isShared: Bool,
        quantity: Int
    ) {
        self.id = id
        self.date = date
        self.expirationDate = expirationDate
        self.revocationDate = revocationDate
        self.isRenewal = isRenewal
        self.isShared = isShared
        self.quantity = quantity
    }
}

/// The renewal state of a subscription.
package struct SubscriptionSnapshot: Codable, Sendable, Hashable {
    /// The states of a subscription, which are StoreKit's.
    package enum State: String, Codable, Sendable, Hashable, CaseIterable {
        /// It is paid for.
        case subscribed
        /// It has ended.
        case expired
        /// It has ended, and the store still tries to be paid.
        case inBillingRetryPeriod = "in-billing-retry-period"
        /// Its renewal could not be paid, and it continues for a while all the same.
        case inGracePeriod = "in-grace-period"
        /// It was revoked.
        case revoked
    }

    /// The renewal state.
    package var state: State
    /// When what has been paid for ends, or has ended.
    package var expirationDate: Date?
    /// When the grace period ends, while it lasts.
    package var gracePeriodExpirationDate: Date?
    /// Whether it will renew by itself.
    package var willAutoRenew: Bool

    /// Creates a subscription's snapshot.
    package init(state: State, expirationDate: Date?, gracePeriodExpirationDate: Date?, willAutoRenew: Bool) {
        self.state = state
        self.expirationDate = expirationDate
        self.gracePeriodExpirationDate = gracePeriodExpirationDate
        self.willAutoRenew = willAutoRenew
    }
}

/// The simulated store an app runs on: its clock, its settings, and pending purchases.
package struct StoreSnapshot: Codable, Sendable, Hashable {
    /// A purchase that has been begun and is pending.
    package struct PendingPurchase: Codable, Sendable, Hashable {
        /// What it waits for.
        package enum Waiting: String, Codable, Sendable, Hashable, CaseIterable {
            /// A parent or guardian has been asked to approve it.
            case approval
            /// The user has to finish something outside the app, such as agreeing to new terms.
            case interruption
        }

        /// The product.
        package var productID: String
        /// What it waits for.
        package var waitingFor: Waiting
        /// When it was begun, by the store's clock.
        package var since: Date

        /// Creates a pending purchase.
        package init(productID: String, waitingFor: Waiting, since: Date) {
            self.productID = productID
            self.waitingFor = waitingFor
            self.since = since
        }
    }

    /// What the store's clock shows.
    package var now: Date
    /// How many seconds the store's clock advances in a real one: 1 for real time, 0 for a stopped clock.
    package var rate: Double
    /// When something will happen by itself, such as a renewal, by the store's clock; `nil` if nothing will.
    package var nextEvent: Date?
    /// What will happen then, as people read it.
    package var nextEventTitle: String?
    /// Whether every purchase waits for approval.
    package var asksToBuy: Bool
    /// Whether payments for renewals fail.
    package var failsRenewals: Bool
    /// What waits for an answer.
    package var pending: [PendingPurchase]

    /// Creates a store's snapshot from its parts.
    package init(
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
