// SPDX-License-Identifier: MIT

import FlintFoundation

/// A product that a feature refers to or the store sells, with its actual status, override, and effective status.
///
/// Features use the effective status. Values from the store are `nil` or empty if the store does not know them.
package struct ProductSnapshot: Codable, Sendable, Hashable, Identifiable {
    package enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
        case nonConsumable = "non-consumable"
        case consumable
        case autoRenewingSubscription = "auto-renewing-subscription"
        case nonRenewingSubscription = "non-renewing-subscription"

        /// The position in lists of products.
        package var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    package var productID: String
    package var name: String
    @NullWhenAbsent package var description: String?
    package var type: Kind
    package var status: PurchaseStatus
    @NullWhenAbsent package var override: PurchaseStatus?
    package var effective: PurchaseStatus
    @NullWhenAbsent package var balance: Int?
    @NullWhenAbsent package var price: String?
    @NullWhenAbsent package var subscriptionGroup: String?
    /// `false` for a product that the store does not sell, and `nil` otherwise.
    package var isSold: Bool?
    /// The identifier of the subscription group.
    ///
    /// Several groups can have the same name.
    package var subscriptionGroupID: String?
    /// The level of service in the subscription group, where 1 is the highest.
    package var subscriptionLevel: Int?
    @NullWhenAbsent package var subscriptionPeriod: String?
    @NullWhenAbsent package var subscription: SubscriptionSnapshot?
    /// The latest transactions, newest first, limited to ``TransactionSnapshot/limit``.
    package var transactions: [TransactionSnapshot] = []
    /// The ids of the features that require the product, directly or through a group above them, or `nil` in lists.
    @NullWhenAbsent package var features: [String]?
    @NullWhenAbsent package var declaration: Declaration?

    package var id: String { productID }

    package var listing: ProductListing {
        isSold == false ? .notSold : .sold(price.flatMap { ProductPrice($0, period: subscriptionPeriod) })
    }

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

/// A purchase or a subscription renewal.
///
/// Dates are from the store's clock, which differs from the real clock in a simulated store.
package struct TransactionSnapshot: Codable, Sendable, Hashable, Identifiable {
    package var id: UInt64
    package var date: Date
    @NullWhenAbsent package var expirationDate: Date?
    @NullWhenAbsent package var revocationDate: Date?
    package var isRenewal: Bool
    package var isShared: Bool
    package var quantity: Int

    package static let limit = 20

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

package struct SubscriptionSnapshot: Codable, Sendable, Hashable {
    package var state: SubscriptionRenewalState
    /// The end of the paid period, which may be in the past.
    package var expirationDate: Date?
    package var gracePeriodExpirationDate: Date?
    package var willAutoRenew: Bool
    /// The product that the subscription changes to when it renews, or `nil` if it remains the same.
    package var nextProductID: String?
    /// The products of the group that, if bought now, would take effect only when the subscription renews.
    package var productsAtRenewal: [String]?

    package init(
        state: SubscriptionRenewalState, expirationDate: Date?, gracePeriodExpirationDate: Date?, willAutoRenew: Bool,
        nextProductID: String? = nil, productsAtRenewal: [String] = []
    ) {
        self.state = state
        self.expirationDate = expirationDate
        self.gracePeriodExpirationDate = gracePeriodExpirationDate
        self.willAutoRenew = willAutoRenew
        self.nextProductID = nextProductID
        self.productsAtRenewal = productsAtRenewal.isEmpty ? nil : productsAtRenewal
    }
}

extension Sequence<ProductSnapshot> {
    /// Returns the active subscription that delays a product until its paid period ends.
    ///
    /// The result is `nil` if a purchase of the product takes effect immediately.
    package func subscription(delaying productID: String) -> ProductSnapshot? {
        first { $0.subscription?.productsAtRenewal?.contains(productID) == true }
    }
}

/// The state of a simulated store: its clock, its settings, and its pending purchases.
///
/// All dates are from the store's clock, which can run faster than real time or be stopped. The next automatic event,
/// such as a renewal, occurs when the clock reaches ``nextEvent``.
package struct StoreSnapshot: Codable, Sendable, Hashable {
    package struct PendingPurchase: Codable, Sendable, Hashable {
        package enum Waiting: String, Codable, Sendable, Hashable, CaseIterable {
            case approval
            /// The user must complete a step outside the app, such as agreeing to new terms.
            case interruption
        }

        package var productID: String
        package var waitingFor: Waiting
        package var since: Date

        package init(productID: String, waitingFor: Waiting, since: Date) {
            self.productID = productID
            self.waitingFor = waitingFor
            self.since = since
        }
    }

    package var now: Date
    /// The number of seconds that the store's clock advances per real second: 1 for real time, 0 for a stopped clock.
    package var rate: Double
    package var nextEvent: Date?
    package var nextEventTitle: String?
    package var asksToBuy: Bool
    package var failsRenewals: Bool
    package var pending: [PendingPurchase]
    /// The saved state of the store, or `nil` in a snapshot from an earlier version of the framework.
    package var state: StoreState?

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
