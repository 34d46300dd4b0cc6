import FlintCore
import Foundation
import Testing

@testable import FlintSimulation

struct SubscriptionEdgeTests {
    private static func store(at date: Date = day(0)) -> StoreSimulation {
        StoreSimulation(now: date, offers: Offers.all)
    }

    /// A change that gives a product of unknown status a definite one.
    enum DefiniteChange: CaseIterable {
        case buying, refunding, expiring, renewing, settingOwned
    }

    @Test(arguments: DefiniteChange.allCases)
    func `a definite change ends an unknown status`(change: DefiniteChange) throws {
        var store = Self.store()
        if change != .buying { try store.send(.buy(productID: "monthly")) }
        store.setOwned(nil, "monthly")
        #expect(store.isOwned("monthly") == nil)
        switch change {
        case .buying: try store.send(.buy(productID: "monthly"))
        case .refunding: try store.send(.refund(productID: "monthly"))
        case .expiring: try store.send(.expire(productID: "monthly"))
        case .renewing: try store.send(.renew(productID: "monthly"))
        case .settingOwned: store.setOwned(true, "monthly")
        }
        let isOwned = change != .refunding && change != .expiring
        #expect(store.isOwned("monthly") == isOwned)
    }

    @Test func `a subscription bought again continues its first purchase`() throws {
        var store = Self.store()
        try store.send(.buy(productID: "monthly"))
        let first = try #require(store.ledger.transactions(of: "monthly").first)
        try store.send(.expire(productID: "monthly"))
        store.advance(to: day(3))
        try store.send(.buy(productID: "monthly"))
        let second = try #require(store.ledger.transactions(of: "monthly").last)
        #expect(second.id != first.id)
        #expect(second.originalID == first.originalID)
        #expect(second.originalPurchaseDate == day(0))
    }

    @Test func `a non-consumable product bought again is a new purchase`() throws {
        var store = Self.store()
        try store.send(.buy(productID: "premium"))
        try store.send(.refund(productID: "premium"))
        store.advance(to: day(3))
        try store.send(.buy(productID: "premium"))
        let second = try #require(store.ledger.transactions(of: "premium").last)
        #expect(second.originalID == second.id)
        #expect(second.originalPurchaseDate == day(3))
    }

    @Test func `buying a subscription ends only the subscriptions of its group`() throws {
        var store = Self.store()
        try store.send(.buy(productID: "weekly"))
        try store.send(.buy(productID: "monthly"))
        try store.send(.buy(productID: "yearly"))
        #expect(store.isOwned("weekly") == true)
        #expect(store.isOwned("yearly") == true)
        #expect(store.isOwned("monthly") == false)
    }

    @Test func `a refunded subscription does not renew`() throws {
        var store = Self.store()
        try store.send(.buy(productID: "monthly"))
        try store.send(.refund(productID: "monthly"))
        #expect(store.ledger.renewals["monthly"]?.willAutoRenew == false)
        #expect(store.nextDue == nil)
    }

    @Test func `a refund of a product that never renewed leaves no renewal`() throws {
        var store = Self.store()
        try store.send(.buy(productID: "premium"))
        try store.send(.refund(productID: "premium"))
        #expect(store.ledger.renewals["premium"] == nil)
    }

    @Test func `a payment at the very end of the period begins a new period`() throws {
        var store = Self.store()
        store.updateSettings { $0 = StoreSettings(failsRenewals: true, gracePeriod: 10 * 86_400) }
        try store.send(.buy(productID: "weekly"))
        store.advance(to: day(13.5))
        store.updateSettings { $0 = StoreSettings(failsRenewals: false, gracePeriod: 10 * 86_400) }
        let events = store.advance(to: day(14)).map(\.line)
        #expect(events == ["2026-01-15 weekly: payment recovered; renewed until 2026-01-22"])
        #expect(store.isOwned("weekly") == true)
    }

    @Test func `a grace period as long as the billing retry ends the subscription immediately`() throws {
        var store = Self.store()
        let days = 5.0 * 86_400
        store.updateSettings {
            $0 = StoreSettings(failsRenewals: true, gracePeriod: days, billingRetryPeriod: days)
        }
        try store.send(.buy(productID: "weekly"))
        store.advance(to: day(7))
        let events = store.advance(to: day(12)).map(\.line)
        #expect(events == ["2026-01-13 weekly: expired; its renewal was never paid for"])
    }

    @Test func `a subscription cannot be renewed beyond the last date`() throws {
        var store = Self.store(at: CivilDate.limits.upperBound)
        try store.send(.buy(productID: "weekly"))
        store.setOwned(true, "weekly")
        let lines = try store.send(.renew(productID: "weekly")).map(\.line)
        #expect(lines == ["9999-12-31 weekly: expired; it cannot be renewed"])
    }

    @Test func `the longest period is a hundred years, even if it is given in days`() {
        #expect(SubscriptionPeriod("P36500D") != nil)
        #expect(SubscriptionPeriod("P36501D") == nil)
    }
}
