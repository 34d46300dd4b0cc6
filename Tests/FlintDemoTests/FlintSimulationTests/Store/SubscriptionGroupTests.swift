import FlintCore
import FlintTestSupport
import Foundation
import Testing

@testable import FlintSimulation

struct SubscriptionGroupTests {
    private static func offer(_ id: String, level: Int?, _ period: String, group: String = "G1") -> StoreOffer {
        StoreOffer(
            productID: id, name: id.capitalized, type: .autoRenewable, subscriptionGroup: "Club",
            subscriptionPeriod: SubscriptionPeriod(period), subscriptionGroupID: group, subscriptionLevel: level)
    }

    private static let offers = [
        offer("gold", level: 1, "P1M"), offer("goldyear", level: 1, "P1Y"), offer("silver", level: 2, "P1M"),
        offer("silvertwin", level: 2, "P1M"), offer("bronze", level: 3, "P1W"),
        offer("plain", level: nil, "P12M", group: "G3"), offer("plaintwin", level: nil, "P1Y", group: "G3"),
        offer("plainmonth", level: nil, "P1M", group: "G3"),
    ]

    private func store(buying productID: String, on first: Double = 0) throws -> StoreSimulation {
        var store = StoreSimulation(now: day(first), offers: Self.offers)
        try store.send(.buy(productID: productID))
        return store
    }

    @Test(arguments: [
        ("silver", "gold", true), ("silver", "goldyear", true), ("bronze", "gold", true),
        ("silver", "silvertwin", true),
        ("plain", "plaintwin", true), ("gold", "silver", false), ("gold", "bronze", false), ("gold", "goldyear", false),
        ("goldyear", "gold", false), ("goldyear", "bronze", false), ("plain", "plainmonth", false),
    ])
    func `upgrades and crossgrades of the same length take effect immediately, others at the renewal`(
        old: String, new: String, isImmediate: Bool
    ) throws {
        var store = try store(buying: old)
        let end = try #require(store.ledger.expiration(of: old))
        store.advance(to: day(3))
        try store.send(.buy(productID: new))
        #expect(store.isOwned(old) == !isImmediate)
        #expect(store.isOwned(new) == isImmediate)
        #expect(store.nextProductID(after: old) == (isImmediate ? nil : new))
        guard !isImmediate else { return }
        store.advance(to: end.addingTimeInterval(-1))
        #expect(store.isOwned(old) == true)
        store.advance(to: end)
        #expect(store.isOwned(old) == false)
        #expect(store.isOwned(new) == true)
        #expect(store.ledger.transactions(of: new).map(\.purchaseDate) == [end])
    }

    @Test func `an upgrade refunds the unused time of the subscription that it ends`() throws {
        var store = try store(buying: "silver")
        store.advance(to: day(10))
        #expect(
            try store.send(.buy(productID: "gold")).map(\.line) == [
                "2026-01-11 silver: upgraded to Gold; the unused time is refunded",
                "2026-01-11 gold: bought until 2026-02-11",
            ])
        #expect(store.ledger.transactions(of: "silver").map(\.isUpgraded) == [true])
        #expect(store.ledger.transactions(of: "silver").map(\.expirationDate) == [day(10)])
        #expect(store.nextDue?.productID == "gold")
    }

    @Test func `a downgrade is announced, and begins when the paid period ends`() throws {
        var store = try store(buying: "gold")
        #expect(
            try store.send(.buy(productID: "silver")).map(\.line)
                == ["2026-01-01 silver: begins on 2026-02-01, when Gold ends"])
        #expect(store.nextDue?.summary == "changes to Silver")
        #expect(
            store.advance(to: day(70)).map(\.line) == [
                "2026-02-01 gold: ended; Silver follows", "2026-02-01 silver: began; paid until 2026-03-01",
                "2026-03-01 silver: renewed until 2026-04-01",
            ])
        #expect(store.ledger.transactions(of: "gold").map(\.isUpgraded) == [false])
    }

    @Test func `the last of several choices takes effect`() throws {
        var store = try store(buying: "gold")
        try store.send(.buy(productID: "silver"))
        try store.send(.buy(productID: "bronze"))
        store.advance(to: day(32))
        #expect(store.isOwned("silver") == false)
        #expect(store.isOwned("bronze") == true)
        #expect(throws: StoreRefusal.self) { try store.send(.renew(productID: "gold")) }
        try store.send(.buy(productID: "silver"))
        #expect(store.isOwned("bronze") == false)
        #expect(store.isOwned("silver") == true)
    }

    @Test func `buying the active subscription again cancels its change`() throws {
        var store = try store(buying: "gold")
        try store.send(.buy(productID: "silver"))
        #expect(throws: StoreRefusal.self) { try store.send(.buy(productID: "silver")) }
        #expect(
            try store.send(.buy(productID: "gold")).map(\.line)
                == ["2026-01-01 gold: continues; it no longer changes to Silver"])
        #expect(store.nextDue?.summary == "renews")
        #expect(throws: StoreRefusal.self) { try store.send(.buy(productID: "gold")) }
    }

    @Test func `turning renewal off cancels a pending change, and choosing a change turns renewal on`() throws {
        var store = try store(buying: "gold")
        try store.send(.setAutoRenew(productID: "gold", isOn: false))
        try store.send(.buy(productID: "silver"))
        #expect(store.ledger.renewals["gold"]?.willAutoRenew == true)
        #expect(
            try store.send(.setAutoRenew(productID: "gold", isOn: false)).map(\.summary)
                == ["renewal turned off; it no longer changes to Silver"])
        store.advance(to: day(40))
        #expect(store.isOwned("gold") == false)
        #expect(store.isOwned("silver") == false)
    }

    @Test func `a change waits for the payment of a failed renewal`() throws {
        var store = try store(buying: "gold")
        try store.send(.buy(productID: "silver"))
        try store.send(.setFailsRenewals(true))
        store.advance(to: day(33))
        #expect(store.isOwned("gold") == true, "The subscription is in its grace period.")
        #expect(store.nextProductID(after: "gold") == "silver")
        try store.send(.setFailsRenewals(false))
        #expect(store.nextDue?.summary == "is paid for and changes to Silver")
        store.advance(to: day(35))
        #expect(store.isOwned("gold") == false)
        #expect(store.isOwned("silver") == true)
    }

    @Test func `a change after the paid period takes effect immediately`() throws {
        var store = try store(buying: "gold")
        try store.send(.setFailsRenewals(true))
        store.advance(to: day(50))
        #expect(
            try store.send(.buy(productID: "silver")).map(\.summary)
                == ["replaced by Silver", "bought until 2026-03-20"])
    }

    @Test func `a purchase that waits for approval becomes a change when it is approved`() throws {
        var store = try store(buying: "gold")
        try store.send(.buy(productID: "silver", ending: .askToBuy))
        #expect(store.nextProductID(after: "gold") == nil)
        try store.send(.approve(productID: "silver"))
        #expect(store.nextProductID(after: "gold") == "silver")
        try store.send(.renew(productID: "gold"))
        #expect(store.isOwned("silver") == true, "The subscription renews immediately.")
        #expect(store.isOwned("gold") == false)
    }

    @Test(arguments: [StoreAction.refund(productID: "gold"), .expire(productID: "gold"), .revoke(productID: "gold")])
    func `ending a subscription early cancels its scheduled change`(action: StoreAction) throws {
        var store = try store(buying: "gold")
        try store.send(.buy(productID: "silver"))
        try store.send(action)
        store.advance(to: day(40))
        #expect(store.isOwned("silver") == false)
        #expect(store.nextDue == nil)
    }

    @Test func `a saved store keeps its change`() throws {
        var store = try store(buying: "gold")
        try store.send(.buy(productID: "bronze"))
        var loaded = try JSONDecoder().decode(StoreSimulation.self, from: JSONEncoder().encode(store))
        #expect(loaded == store)
        loaded.advance(to: day(31))
        #expect(loaded.isOwned("bronze") == true)
    }

    @Test func `a change to a product that is no longer sold is a renewal`() throws {
        var store = try store(buying: "gold")
        try store.send(.buy(productID: "bronze"))
        store.offers.removeAll { $0.productID == "bronze" }
        store.advance(to: day(31))
        #expect(store.isOwned("gold") == true)
    }

    // MARK: Time zones

    @Test(arguments: SeasonalZone.all)
    func `the days of events are in the user's time zone`(zone: SeasonalZone) async {
        await #expect(processExitsWith: .success) { [zone] in
            zone.makeLocal()
            // Late in the evening in UTC, in winter and in summer, is the next day in the east, and early in the morning
            // is the day before in the west.
            for (date, time) in zone.times {
                for hours in [-11.5, 11.5] {
                    let local = Double(time.prefix(2)).map { $0 + (Double(time.suffix(2)) ?? 0) / 60 + hours } ?? 0
                    let start = date.addingTimeInterval(hours * 3_600)
                    var store = StoreSimulation(now: start, offers: [])
                    store.offers = [SubscriptionGroupTests.offer("week", level: 1, "P1W")]
                    let text = try store.send(.buy(productID: "week")).first?.summary ?? ""
                    let expected = 15 + 7 + Int((local / 24).rounded(.down))
                    precondition(text.hasSuffix("-\(expected)"), "\(text) instead of day \(expected)")
                }
            }
        }
    }
}
