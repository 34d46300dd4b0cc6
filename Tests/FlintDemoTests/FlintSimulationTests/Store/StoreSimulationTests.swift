import FlintCore
import FlintTestSupport
import Foundation
import Testing

@testable import FlintSimulation

struct StoreSimulationTests {
    /// A store that a test can change inside an expectation.
    private final class Shop {
        var store = StoreSimulation(now: day(0), offers: Offers.all)
    }

    private let shop = Shop()
    private var store: StoreSimulation {
        get { shop.store }
        nonmutating set { shop.store = newValue }
    }

    /// Sends an action and returns the lines of its events, or the line of a refusal.
    private func send(_ action: StoreAction) -> [String] {
        do {
            return try store.send(action).map(\.line)
        } catch {
            return ["refused: \(error)"]
        }
    }

    private func set(_ settings: StoreSettings) -> [String] {
        store.updateSettings { $0 = settings }.map(\.line)
    }

    private func advance(to days: Double) -> [String] {
        store.advance(to: day(days)).map(\.line)
    }

    private func state(of productID: String) -> PurchaseLedger.RenewalState? {
        store.ledger.renewalState(of: productID, at: store.now)
    }

    // MARK: Transactions

    @Test func `a deleted transaction was never made, and a subscription without its latest one does not renew`() {
        _ = send(.buy(productID: "premium"))
        let id = store.ledger.transactions.first?.id ?? 0
        #expect(
            send(.deleteTransaction(productID: "premium", id: id)) == [
                "2026-01-01 premium: transaction \(id) deleted"
            ])
        #expect(store.isOwned("premium") == false)
        #expect(store.ledger.transactions.isEmpty)
        #expect(
            send(.deleteTransaction(productID: "premium", id: id)) == [
                "refused: Premium has no transaction \(id)."
            ])
        #expect(send(.buy(productID: "premium")) == ["2026-01-01 premium: bought"], "The product can be bought again.")
    }

    @Test func `a transaction of another product is not deleted`() {
        _ = send(.buy(productID: "premium"))
        let id = store.ledger.transactions.first?.id ?? 0
        #expect(send(.deleteTransaction(productID: "other", id: id)).first?.hasPrefix("refused: ") == true)
        #expect(store.isOwned("premium") == true)
    }

    @Test func `a product shared by the family is owned until it is revoked`() {
        #expect(send(.share(productID: "premium")) == ["2026-01-01 premium: shared by the family"])
        #expect(store.isOwned("premium") == true)
        #expect(store.ledger.transactions.first?.ownershipType == .familyShared)
        #expect(send(.share(productID: "premium")) == ["refused: Premium is already owned."])
        _ = send(.revoke(productID: "premium"))
        #expect(store.isOwned("premium") == false)
    }

    // MARK: Purchases

    @Test func `a non-consumable product is bought once`() {
        #expect(send(.buy(productID: "premium")) == ["2026-01-01 premium: bought"])
        #expect(send(.buy(productID: "premium")) == ["refused: Premium is already owned."])
        #expect(store.isOwned("premium") == true)
        #expect(store.ledger.transactions.count == 1)
    }

    @Test func `a failed purchase changes nothing`() {
        #expect(
            send(.buy(productID: "credits", quantity: 3, ending: .fail))
                == ["2026-01-01 credits: purchase failed; no payment was made"])
        #expect(store.ledger.transactions.isEmpty)
        _ = send(.buy(productID: "credits", quantity: 3))
        _ = send(.buy(productID: "credits", quantity: 3, ending: .fail))
        _ = send(.buy(productID: "credits", quantity: 3, ending: .askToBuy))
        #expect(store.balance(of: "credits") == 3)
        _ = set(StoreSettings(failsPurchases: true))
        #expect(send(.buy(productID: "premium")) == ["2026-01-01 premium: purchase failed; no payment was made"])
    }

    @Test func `a purchase with Ask to Buy waits for approval`() {
        #expect(
            send(.buy(productID: "monthly", ending: .askToBuy)) == ["2026-01-01 monthly: purchase waits for approval"])
        #expect(store.isOwned("monthly") == false)
        #expect(
            send(.buy(productID: "monthly"))
                == ["refused: A purchase of Monthly is already waiting for approval; approve or decline it first."])
        #expect(send(.resume(productID: "monthly")) == ["refused: No purchase of Monthly has been interrupted."])
        _ = advance(to: 3)
        #expect(
            send(.approve(productID: "monthly")) == [
                "2026-01-04 monthly: purchase approved", "2026-01-04 monthly: bought until 2026-02-04",
            ])
        #expect(store.pending.isEmpty)
        #expect(send(.approve(productID: "monthly")) == ["refused: No purchase of Monthly is waiting for approval."])
    }

    @Test func `a purchase that waits for approval can be declined`() {
        #expect(
            send(.setAskToBuy(true)) == ["2026-01-01 : purchases now wait for approval"])
        #expect(send(.buy(productID: "premium")) == ["2026-01-01 premium: purchase waits for approval"])
        #expect(send(.decline(productID: "premium")) == ["2026-01-01 premium: purchase declined"])
        #expect(store.isOwned("premium") == false)
        #expect(store.pending.isEmpty)
    }

    @Test func `an interrupted purchase can be resumed`() {
        _ = send(.buy(productID: "credits", quantity: 5, ending: .interrupt))
        #expect(store.balance(of: "credits") == nil)
        #expect(send(.approve(productID: "credits")) == ["refused: No purchase of Credits is waiting for approval."])
        #expect(
            send(.resume(productID: "credits")) == [
                "2026-01-01 credits: interrupted purchase resumed", "2026-01-01 credits: bought 5, 5 left",
            ])
    }

    @Test func `credits are bought and consumed`() {
        _ = send(.buy(productID: "credits", quantity: 5))
        #expect(send(.consume(productID: "credits", quantity: 2)) == ["2026-01-01 credits: consumed 2, 3 left"])
        #expect(
            send(.consume(productID: "credits", quantity: 4)) == [
                "refused: The balance of Credits is 3, which is less than 4."
            ])
        #expect(send(.consume(productID: "credits", quantity: 0)) == ["refused: Credits cannot be consumed 0 times."])
        #expect(send(.buy(productID: "credits", quantity: -1)) == ["refused: Credits cannot be bought -1 times."])
        #expect(send(.refund(productID: "credits")) == ["2026-01-01 credits: refunded"])
        #expect(store.balance(of: "credits") == 0)
    }

    @Test func `another subscription of the group replaces the first`() {
        _ = send(.buy(productID: "monthly"))
        _ = advance(to: 10)
        #expect(
            send(.buy(productID: "yearly")) == [
                "2026-01-11 monthly: upgraded to Yearly; the unused time is refunded",
                "2026-01-11 yearly: bought until 2027-01-11",
            ])
        #expect(store.isOwned("monthly") == false)
        #expect(store.ledger.transactions(of: "monthly").map(\.isUpgraded) == [true])
        #expect(store.ledger.transactions(of: "monthly").map(\.expirationDate) == [day(10)])
        #expect(send(.buy(productID: "weekly")) == ["2026-01-11 weekly: bought until 2026-01-18"])
        #expect(store.isOwned("yearly") == true)
        #expect(store.nextDue?.productID == "weekly")
    }

    @Test func `a product without an offer can be bought`() {
        #expect(send(.buy(productID: "gift")) == ["2026-01-01 gift: bought"])
        #expect(store.isOwned("gift") == true)
        #expect(send(.buy(productID: "")) == ["refused: A product without an identifier cannot be bought."])
    }

    // MARK: Subscriptions

    @Test func `a subscription renews by calendar months`() {
        _ = advance(to: 30)
        _ = send(.buy(productID: "monthly"))
        #expect(store.nextDue?.summary == "renews")
        #expect(store.nextDue?.date == day(58))
        #expect(
            advance(to: 30 + 100) == [
                "2026-02-28 monthly: renewed until 2026-03-31", "2026-03-31 monthly: renewed until 2026-04-30",
                "2026-04-30 monthly: renewed until 2026-05-31",
            ])
        #expect(Set(store.ledger.transactions.map(\.originalID)) == [1])
        #expect(store.ledger.transactions.allSatisfy { $0.originalPurchaseDate == day(30) })
    }

    @Test func `a subscription without renewal expires`() {
        _ = send(.buy(productID: "monthly"))
        #expect(send(.setAutoRenew(productID: "monthly", isOn: false)) == ["2026-01-01 monthly: renewal turned off"])
        #expect(
            send(.setAutoRenew(productID: "monthly", isOn: false))
                == ["refused: The renewal of Monthly is already off."])
        #expect(store.nextDue?.summary == "ends")
        #expect(advance(to: 90) == ["2026-02-01 monthly: expired; its renewal was turned off"])
        #expect(state(of: "monthly") == .expired)
        #expect(store.ledger.renewals["monthly"]?.expirationReason == .autoRenewDisabled)
        #expect(
            send(.setAutoRenew(productID: "monthly", isOn: true))
                == ["refused: Monthly has no active subscription; buy it first."])
    }

    @Test func `a failed renewal passes the grace and billing retry periods and expires`() {
        _ = send(.buy(productID: "monthly"))
        #expect(
            set(StoreSettings(failsRenewals: true))
                == ["2026-01-01 : payments for renewals now fail"])
        #expect(store.nextDue?.summary == "fails to renew")
        #expect(advance(to: 31) == ["2026-02-01 monthly: renewal failed; grace period until 2026-02-17"])
        #expect(state(of: "monthly") == .inGracePeriod)
        #expect(store.isOwned("monthly") == true)
        #expect(advance(to: 47) == ["2026-02-17 monthly: grace period ended; billing retry until 2026-04-02"])
        #expect(state(of: "monthly") == .inBillingRetryPeriod)
        #expect(store.isOwned("monthly") == false)
        #expect(advance(to: 300) == ["2026-04-02 monthly: expired; its renewal was never paid for"])
        #expect(state(of: "monthly") == .expired)
        #expect(store.ledger.renewals["monthly"]?.expirationReason == .billingError)
        #expect(store.ledger.renewals["monthly"]?.willAutoRenew == false)
        #expect(store.nextDue == nil)
    }

    @Test func `a payment in the grace period keeps the renewal date`() {
        _ = send(.buy(productID: "monthly"))
        _ = send(.setFailsRenewals(true))
        _ = advance(to: 35.5)
        _ = set(StoreSettings())
        #expect(store.nextDue?.summary == "is paid for and renews")
        #expect(advance(to: 50) == ["2026-02-06 monthly: payment recovered; renewed until 2026-03-01"])
        #expect(state(of: "monthly") == .subscribed)
    }

    @Test func `a payment after the grace period begins a new period`() {
        _ = send(.buy(productID: "monthly"))
        _ = send(.setFailsRenewals(true))
        _ = advance(to: 50)
        _ = set(StoreSettings())
        #expect(advance(to: 52) == ["2026-02-21 monthly: payment recovered; renewed until 2026-03-21"])
        #expect(store.isOwned("monthly") == true)
    }

    @Test func `a failed renewal without a grace period ends the subscription`() {
        _ = set(StoreSettings(failsRenewals: true, gracePeriod: 0))
        _ = send(.buy(productID: "monthly"))
        #expect(advance(to: 31) == ["2026-02-01 monthly: renewal failed; billing retry until 2026-04-02"])
        #expect(store.isOwned("monthly") == false)
        #expect(
            send(.setAutoRenew(productID: "monthly", isOn: false))
                == ["2026-02-01 monthly: expired; its renewal was turned off"])
        #expect(store.nextDue == nil)
    }

    @Test func `changed periods are reported in days`() {
        let day = 86_400.0
        #expect(
            set(StoreSettings(gracePeriod: 6 * day, billingRetryPeriod: 30 * day)) == [
                "2026-01-01 : the grace period is 6 days",
                "2026-01-01 : failed renewals are retried for 30 days",
            ])
        #expect(
            set(StoreSettings(gracePeriod: 0, billingRetryPeriod: 30 * day))
                == ["2026-01-01 : there is no grace period"])
        #expect(
            set(StoreSettings(gracePeriod: 1, billingRetryPeriod: 30 * day))
                == ["2026-01-01 : the grace period is 0 days"])
        #expect(
            set(StoreSettings(gracePeriod: 1, billingRetryPeriod: .infinity))
                == ["2026-01-01 : failed renewals are retried for no time"])
    }

    @Test func `a failed renewal without a retry period expires the subscription`() {
        _ = set(StoreSettings(failsRenewals: true, billingRetryPeriod: 0))
        _ = send(.buy(productID: "monthly"))
        #expect(advance(to: 40) == ["2026-02-01 monthly: expired; its renewal could not be paid"])
    }

    @Test func `a subscription canceled in its grace period expires at its end`() {
        _ = send(.setFailsRenewals(true))
        _ = send(.buy(productID: "monthly"))
        _ = advance(to: 33)
        _ = send(.setAutoRenew(productID: "monthly", isOn: false))
        _ = set(StoreSettings())
        #expect(store.isOwned("monthly") == true)
        #expect(advance(to: 90) == ["2026-02-17 monthly: expired; its renewal was turned off"])
    }

    @Test func `a non-renewing subscription ends`() {
        #expect(send(.buy(productID: "season")) == ["2026-01-01 season: bought until 2026-04-01"])
        _ = advance(to: 30)
        #expect(send(.buy(productID: "season")) == ["2026-01-31 season: bought until 2026-04-30"])
        #expect(store.nextDue?.summary == "ends")
        #expect(advance(to: 100) == [])
        #expect(advance(to: 200) == ["2026-04-30 season: ended"])
        #expect(store.isOwned("season") == false)
        #expect(
            send(.renew(productID: "season"))
                == ["refused: Season is not a subscription that can be renewed; buy it instead."])
    }

    @Test func `a subscription is renewed and expired by actions`() {
        _ = send(.buy(productID: "monthly"))
        #expect(send(.renew(productID: "monthly")) == ["2026-01-01 monthly: renewed early until 2026-03-01"])
        #expect(send(.expire(productID: "monthly")) == ["2026-01-01 monthly: expired"])
        #expect(store.isOwned("monthly") == false)
        #expect(
            send(.expire(productID: "monthly")) == [
                "refused: Monthly is not an active subscription, so it cannot expire."
            ])
        #expect(
            send(.expire(productID: "premium")) == [
                "refused: Premium is not an active subscription, so it cannot expire."
            ])
        _ = advance(to: 2)
        #expect(send(.renew(productID: "monthly")) == ["2026-01-03 monthly: resubscribed until 2026-02-03"])
        #expect(store.isOwned("monthly") == true)
        #expect(
            send(.renew(productID: "yearly"))
                == ["refused: Yearly is not a subscription that can be renewed; buy it instead."])
    }

    // MARK: Refunds and revocations

    @Test func `a refund ends a subscription`() {
        _ = send(.buy(productID: "monthly"))
        _ = advance(to: 40)
        #expect(send(.refund(productID: "monthly")) == ["2026-02-10 monthly: refunded"])
        #expect(state(of: "monthly") == .revoked)
        #expect(advance(to: 300) == [])
        #expect(send(.buy(productID: "monthly")) == ["2026-10-28 monthly: bought until 2026-11-28"])
        #expect(
            send(.refund(productID: "season")) == [
                "refused: Season has no purchase to refund."
            ])
    }

    @Test func `a purchase is revoked`() {
        #expect(
            send(.revoke(productID: "premium"))
                == ["refused: Premium is not owned, so it cannot be revoked."])
        _ = send(.buy(productID: "premium"))
        #expect(send(.revoke(productID: "premium")) == ["2026-01-01 premium: revoked; it is no longer shared"])
        #expect(store.isOwned("premium") == false)
        #expect(store.ledger.transactions.map(\.revocationReason) == [.other])
    }

    @Test func `a subscription in its grace period is revoked`() {
        _ = send(.setFailsRenewals(true))
        _ = send(.buy(productID: "monthly"))
        _ = advance(to: 33)
        #expect(send(.revoke(productID: "monthly")) == ["2026-02-03 monthly: revoked; it is no longer shared"])
        #expect(state(of: "monthly") == .revoked)
        #expect(advance(to: 200) == [])
    }

    // MARK: Time

    @Test(arguments: 0..<30 as Range<UInt64>)
    func `events are independent of the number of steps`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var (one, many) = (store, store)
        var (ofOne, ofMany): ([String], [String]) = ([], [])
        for _ in 0..<6 {
            let action = [
                StoreAction.buy(productID: "monthly"), .buy(productID: "weekly"), .buy(productID: "season"),
                .setFailsRenewals(Bool.random(using: &random)),
                .setAutoRenew(productID: "weekly", isOn: Bool.random(using: &random)), .refund(productID: "monthly"),
            ].randomElement(using: &random)
            if let action {
                ofOne += ((try? one.send(action)) ?? []).map(\.line)
                ofMany += ((try? many.send(action)) ?? []).map(\.line)
            }
            let end = one.now.addingTimeInterval(Double.random(in: 0...5_000_000, using: &random))
            ofOne += one.advance(to: end).map(\.line)
            while many.now < end {
                let step = many.now.addingTimeInterval(Double.random(in: 0...500_000, using: &random))
                ofMany += many.advance(to: min(step, end)).map(\.line)
            }
        }
        #expect(ofOne == ofMany)
        #expect(one == many)
    }

    @Test func `an advance stops after the maximum number of events`() {
        _ = send(.buy(productID: "weekly"))
        let events = store.advance(to: .distantFuture)
        #expect(events.count == StoreSimulation.maximumSteps)
        #expect(store.now == day(7 * Double(StoreSimulation.maximumSteps)))
        store.advance(to: day(0))
        #expect(store.now == day(7 * Double(StoreSimulation.maximumSteps)))
    }

    @Test func `a refused action changes nothing`() {
        _ = send(.buy(productID: "monthly"))
        let before = store
        for action in [
            StoreAction.buy(productID: "monthly"), .approve(productID: "x"), .renew(productID: "x"),
            .consume(productID: "credits", quantity: 1), .expire(productID: "x"), .refund(productID: "x"),
        ] {
            #expect(throws: StoreRefusal.self) { try shop.store.send(action) }
        }
        #expect(store == before)
    }

    // MARK: Saving

    @Test func `a saved store can be restored and continues`() throws {
        _ = send(.buy(productID: "monthly"))
        _ = send(.setFailsRenewals(true))
        _ = send(.buy(productID: "season", ending: .askToBuy))
        _ = advance(to: 33)
        var loaded = try JSONDecoder().decode(StoreSimulation.self, from: JSONEncoder().encode(store))
        #expect(loaded == store)
        let events = loaded.advance(to: day(200)).map(\.line)
        #expect(events == advance(to: 200))
    }

    @Test func `a saved store with numbers out of range keeps its order and its limits`() throws {
        _ = send(.buy(productID: "weekly"))
        let saved = String(decoding: try JSONEncoder().encode(store), as: UTF8.self)
        let date = String(day(0).timeIntervalSinceReferenceDate)
        #expect(saved.contains(#""periods":1"#))
        for absurd in [
            saved.replacingOccurrences(of: #""periods":1"#, with: #""periods":9223372036854775807"#),
            saved.replacingOccurrences(of: #""periods":1"#, with: #""periods":-9223372036854775808"#),
            saved.replacingOccurrences(of: date.replacingOccurrences(of: ".0", with: ""), with: "1e300"),
            saved.replacingOccurrences(of: date.replacingOccurrences(of: ".0", with: ""), with: "-1e300"),
            saved.replacingOccurrences(of: #""eventCount":1"#, with: #""eventCount":9223372036854775807"#),
        ] {
            #expect(absurd != saved)
            var loaded = try JSONDecoder().decode(StoreSimulation.self, from: Data(absurd.utf8))
            let before = loaded.now
            let events = loaded.advance(to: day(20))
            #expect(events.count <= StoreSimulation.maximumSteps && loaded.events.count <= StoreSimulation.keptEvents)
            #expect(zip(events, events.dropFirst()).allSatisfy { $0.date <= $1.date })
            #expect(loaded.now >= before && loaded.nextDue.map { $0.date >= loaded.now } != false)
        }
    }

    @Test func `only the newest events are kept`() {
        for _ in 0..<150 { _ = send(.buy(productID: "credits")) }
        #expect(store.events.count == 100)
        #expect(store.eventCount == 150)
        #expect(store.events(afterFirst: 148).count == 2)
        #expect(store.events(afterFirst: 0).count == StoreSimulation.keptEvents)
        #expect(store.events(afterFirst: 200).isEmpty)
    }

    // MARK: Statuses without a purchase

    @Test func `statuses and balances are set without a purchase`() {
        store.setOwned(true, "monthly")
        #expect(store.isOwned("monthly") == true)
        store.setOwned(nil, "monthly")
        #expect(store.isOwned("monthly") == nil)
        store.setOwned(false, "monthly")
        #expect(store.isOwned("monthly") == false)
        #expect(advance(to: 100) == [])
        for balance in [7, 3, 0, 3] {
            store.setBalance(balance, "credits")
            #expect(store.balance(of: "credits") == balance)
        }
        store.setBalance(nil, "credits")
        #expect(store.balance(of: "credits") == nil)
        store.setBalance(-5, "credits")
        #expect(store.balance(of: "credits") == 0)
    }
}

extension StoreEvent {
    /// The event on a line, with the day of the store's clock.
    var line: String { "\(date.dayText) \(productID ?? ""): \(summary)" }
}
