import Foundation
import InspectorKit
import Testing

@testable import FlintCLI

struct StoreFormatterTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func store(rate: Double = 1, next: Date? = nil) -> StoreSnapshot {
        StoreSnapshot(
            now: now, rate: rate, nextEvent: next, nextEventTitle: next == nil ? nil : "Premium renews",
            asksToBuy: false, failsRenewals: false, pending: [])
    }

    private func product() -> ProductSnapshot {
        ProductSnapshot(
            productID: "premium", name: "Premium", description: nil, type: .autoRenewingSubscription,
            status: .purchased, override: nil, effective: .purchased, balance: nil, features: [])
    }

    @Test func `the clock is shown with its rate and the next event`() {
        #expect(
            StoreFormatter.lines(store(), []) == ["The store's clock: 2027-01-15T08:00:00Z, real time"])
        #expect(
            StoreFormatter.lines(store(rate: 0, next: now + 3600), []) == [
                "The store's clock: 2027-01-15T08:00:00Z, paused", "Next: Premium renews, 2027-01-15T09:00:00Z",
            ])
    }

    @Test func `store settings and pending purchases are shown`() {
        var store = store()
        store.asksToBuy = true
        store.failsRenewals = true
        store.pending = [
            .init(productID: "premium", waitingFor: .approval, since: now),
            .init(productID: "gone", waitingFor: .interruption, since: now),
        ]
        #expect(
            StoreFormatter.lines(store, [product()]).dropFirst() == [
                "Every purchase waits for approval.", "Payments for renewals fail.",
                "Waiting for approval: Premium, since 2027-01-15T08:00:00Z",
                "Waiting for the user to complete it outside the app: gone, since 2027-01-15T08:00:00Z",
                "Premium (premium): purchased",
            ])
    }

    @Test func `a subscription is shown with its state`() {
        var product = product()
        product.price = "$4.99"
        product.subscriptionPeriod = "P1M"
        product.subscription = SubscriptionSnapshot(
            state: .inGracePeriod, expirationDate: now, gracePeriodExpirationDate: now + 86_400, willAutoRenew: true)
        #expect(
            StoreFormatter.lines(store(), [product]).last
                == "Premium (premium): purchased, $4.99 for a month, in grace period, paid until 2027-01-15T08:00:00Z, "
                + "grace period until 2027-01-16T08:00:00Z, renews automatically")
    }
}
