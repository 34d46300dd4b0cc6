import FlintCore
import Foundation
import Testing

private typealias Transaction = PurchaseLedger.Transaction

/// Returns the date a number of days after a fixed start.
private func day(_ days: Double) -> Date { Date(timeIntervalSinceReferenceDate: 800_000_000 + days * 86_400) }

/// Returns a subscription period between two days.
private func month(_ id: UInt64, of productID: String = "monthly", from start: Double, to end: Double) -> Transaction {
    Transaction(
        id: id, originalID: 1, productID: productID, productType: .autoRenewable, purchaseDate: day(start),
        expirationDate: day(end))
}

struct PurchaseLedgerTests {
    private var ledger = PurchaseLedger()

    // MARK: Purchases

    @Test func `an empty ledger has no purchases`() {
        #expect(!ledger.isPurchased("premium", at: day(0)))
        #expect(!ledger.isSubscriptionActive("monthly", at: day(0)))
        #expect(ledger.renewalState(of: "monthly", at: day(0)) == nil)
        #expect(ledger.balance(of: "credits") == nil)
        #expect(ledger.expiration(of: "monthly") == nil)
        #expect(ledger.nextChange(after: day(0)) == nil)
    }

    @Test mutating func `a purchase counts from its date until its revocation`() {
        ledger.record(
            Transaction(id: 1, productID: "premium", productType: .nonConsumable, purchaseDate: day(1)))
        #expect(!ledger.isPurchased("premium", at: day(0)))
        #expect(ledger.isPurchased("premium", at: day(1)))
        let isKnown = ledger.revoke(1, at: day(5), reason: .developerIssue)
        #expect(isKnown)
        #expect(ledger.isPurchased("premium", at: day(4)))
        #expect(!ledger.isPurchased("premium", at: day(5)))
        #expect(ledger.transaction(withID: 1)?.revocationReason == .developerIssue)
        let isOtherKnown = ledger.revoke(2, at: day(5), reason: .other)
        #expect(!isOtherKnown)
    }

    @Test mutating func `a revocation is kept when the transaction is recorded again`() {
        let bought = Transaction(id: 1, productID: "premium", productType: .nonConsumable, purchaseDate: day(1))
        ledger.record(bought)
        ledger.revoke(1, at: day(5), reason: .other)
        ledger.record(bought)
        ledger.revoke(1, at: day(9), reason: .developerIssue)
        #expect(!ledger.isPurchased("premium", at: day(6)))
        #expect(ledger.transactions.map(\.revocationReason) == [.other])
    }

    @Test mutating func `a transaction that changes its product leaves the old product unowned`() {
        ledger.record(Transaction(id: 1, productID: "one", productType: .nonConsumable, purchaseDate: day(0)))
        ledger.record(Transaction(id: 1, productID: "two", productType: .nonConsumable, purchaseDate: day(0)))
        #expect(!ledger.isPurchased("one", at: day(1)))
        #expect(ledger.isPurchased("two", at: day(1)))
        #expect(ledger.knownProductIDs == ["two"])
    }

    // MARK: Subscriptions

    @Test mutating func `a subscription is active across renewals`() {
        ledger.record(month(1, from: 0, to: 30))
        ledger.record(month(2, from: 30, to: 60))
        #expect(ledger.renewalState(of: "monthly", at: day(-1)) == nil)
        #expect(ledger.renewalState(of: "monthly", at: day(0)) == .subscribed)
        #expect(ledger.renewalState(of: "monthly", at: day(30)) == .subscribed)
        #expect(ledger.renewalState(of: "monthly", at: day(60)) == .expired)
        #expect(ledger.expiration(of: "monthly") == day(60))
        #expect(ledger.nextChange(after: day(0)) == day(60))
    }

    @Test mutating func `a product with a purchase that does not end has no expiration`() {
        ledger.record(month(1, from: 0, to: 30))
        #expect(ledger.expiration(of: "monthly") == day(30))
        ledger.record(Transaction(id: 2, productID: "monthly", productType: .autoRenewable, purchaseDate: day(1)))
        #expect(ledger.expiration(of: "monthly") == nil)
    }

    @Test mutating func `a grace period keeps a subscription active and a billing retry does not`() {
        ledger.record(month(1, from: 0, to: 30))
        ledger.setRenewal(
            .init(willAutoRenew: true, gracePeriodExpirationDate: day(36), isInBillingRetry: true), of: "monthly")
        #expect(ledger.renewalState(of: "monthly", at: day(30)) == .inGracePeriod)
        #expect(ledger.isSubscriptionActive("monthly", at: day(35)))
        #expect(!ledger.isPurchased("monthly", at: day(35)))
        #expect(ledger.renewalState(of: "monthly", at: day(36)) == .inBillingRetryPeriod)
        #expect(!ledger.isSubscriptionActive("monthly", at: day(36)))
        #expect(ledger.nextChange(after: day(1)) == day(30))
        #expect(ledger.nextChange(after: day(30)) == day(36))
        #expect(ledger.nextChange(after: day(36)) == nil)
    }

    @Test mutating func `a refund ends the grace period`() {
        ledger.record(month(1, from: 0, to: 30))
        ledger.setRenewal(
            .init(willAutoRenew: true, gracePeriodExpirationDate: day(36), isInBillingRetry: true), of: "monthly")
        ledger.revoke(1, at: day(31), reason: .other)
        #expect(ledger.renewalState(of: "monthly", at: day(32)) == .revoked)
        #expect(ledger.expiration(of: "monthly") == nil)
    }

    @Test mutating func `a refund keeps an overlapping purchase`() {
        for (id, start) in [(UInt64(1), 0.0), (2, 10)] {
            ledger.record(
                Transaction(
                    id: id, productID: "season", productType: .nonRenewable, purchaseDate: day(start),
                    expirationDate: day(start + 90)))
        }
        ledger.revoke(2, at: day(20), reason: .other)
        #expect(ledger.renewalState(of: "season", at: day(50)) == .subscribed)
        #expect(ledger.renewalState(of: "season", at: day(95)) == .revoked)
        #expect(ledger.expiration(of: "season") == day(90))
    }

    @Test mutating func `an upgraded subscription no longer counts`() {
        var small = month(1, of: "small", from: 0, to: 30)
        small.isUpgraded = true
        ledger.record(small)
        ledger.record(month(2, of: "large", from: 10, to: 40))
        #expect(ledger.renewalState(of: "small", at: day(15)) == .expired)
        #expect(ledger.isSubscriptionActive("large", at: day(15)))
    }

    // MARK: Balances

    @Test mutating func `a balance is the purchased quantity minus the consumed one`() {
        for id in 1...3 as ClosedRange<UInt64> {
            ledger.record(
                Transaction(
                    id: id, productID: "credits", productType: .consumable, purchaseDate: day(0), quantity: 5))
        }
        let used = PurchaseLedger.Consumption(id: 4, productID: "credits", quantity: 4, date: day(1))
        ledger.record(used)
        ledger.record(used)
        #expect(ledger.balance(of: "credits") == 11)
        ledger.revoke(1, at: day(2), reason: .other)
        #expect(ledger.balance(of: "credits") == 6)
        ledger.revoke(2, at: day(2), reason: .other)
        ledger.revoke(3, at: day(2), reason: .other)
        #expect(ledger.balance(of: "credits") == 0)
        #expect(!ledger.isPurchased("credits", at: day(1)))
    }

    @Test mutating func `extreme quantities and identifiers do not overflow`() {
        for id in [UInt64.max, .max - 1, 1] as [UInt64] {
            ledger.record(
                Transaction(
                    id: id, productID: "credits", productType: .consumable, purchaseDate: day(0), quantity: .max))
        }
        #expect(ledger.balance(of: "credits") == .max)
        #expect(ledger.nextTransactionID == 2)
        ledger.record(PurchaseLedger.Consumption(id: 2, productID: "credits", quantity: .min, date: day(0)))
        #expect(ledger.balance(of: "credits") == .max)
        #expect(ledger.nextTransactionID == 3)
    }

    // MARK: Saving

    @Test mutating func `a ledger round-trips through JSON`() throws {
        ledger.record(month(1, from: 0, to: 30))
        ledger.revoke(1, at: day(3), reason: .developerIssue)
        ledger.setRenewal(.init(willAutoRenew: false, expirationReason: .billingError), of: "monthly")
        ledger.record(PurchaseLedger.Consumption(id: 2, productID: "credits", quantity: 4, date: day(1)))
        let saved = try JSONEncoder().encode(ledger)
        #expect(try JSONDecoder().decode(PurchaseLedger.self, from: saved) == ledger)
    }

    @Test func `a transaction requires only its identifier, product, type and date`() throws {
        let json =
            #"{"transactions": [{"id": 7, "productID": "p", "productType": "non-consumable", "purchaseDate": 0}]}"#
        let ledger = try JSONDecoder().decode(PurchaseLedger.self, from: Data(json.utf8))
        #expect(ledger.isPurchased("p", at: day(0)))
        #expect(ledger.transaction(withID: 7)?.originalID == 7)
        #expect(ledger.transaction(withID: 7)?.quantity == 1)
    }

    @Test(arguments: [
        #"{}"#, #"{"transactions": [{"id": -1, "productID": "p", "productType": "consumable", "purchaseDate": 0}]}"#,
        #"{"transactions": [{"id": 1, "productID": "p", "productType": "gift", "purchaseDate": 0}]}"#,
    ])
    func `malformed ledgers are rejected`(json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(PurchaseLedger.self, from: Data(json.utf8)) }
    }

    // MARK: Properties

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `merging is idempotent and loses no transaction`(seed: UInt64) {
        var generator = RandomLedgers(seed: seed)
        let (one, two) = (generator.ledger(), generator.ledger())
        var merged = one
        merged.merge(two)
        var again = merged
        again.merge(two)
        #expect(again == merged)
        var same = one
        same.merge(one)
        #expect(same == one)
        let ids = Set((one.transactions + two.transactions).map(\.id))
        #expect(Set(merged.transactions.map(\.id)) == ids)
        for transaction in one.transactions + two.transactions where transaction.revocationDate != nil {
            #expect(merged.transaction(withID: transaction.id)?.revocationDate != nil)
        }
    }

    @Test mutating func `the next identifier is above those of all transactions and consumptions`() {
        #expect(ledger.nextTransactionID == 1)
        ledger.record(Transaction(id: 3, productID: "credits", productType: .consumable, purchaseDate: day(0)))
        ledger.record(Transaction(id: 2, productID: "credits", productType: .consumable, purchaseDate: day(0)))
        #expect(ledger.nextTransactionID == 4)
        ledger.record(PurchaseLedger.Consumption(id: 4, productID: "credits", quantity: 1, date: day(1)))
        ledger.record(PurchaseLedger.Consumption(id: 9, productID: "credits", quantity: 1, date: day(1)))
        #expect(ledger.nextTransactionID == 10)
    }

    @Test(arguments: 0..<40 as Range<UInt64>)
    func `states change exactly at the next change`(seed: UInt64) {
        var generator = RandomLedgers(seed: seed)
        let ledger = generator.ledger()
        var moment = day(-1)
        while let next = ledger.nextChange(after: moment) {
            #expect(next > moment)
            let states = RandomLedgers.products.map { ledger.renewalState(of: $0, at: moment) }
            for share in [0.01, 0.5, 0.99] {
                let between = moment.addingTimeInterval(next.timeIntervalSince(moment) * share)
                #expect(RandomLedgers.products.map { ledger.renewalState(of: $0, at: between) } == states)
            }
            #expect(RandomLedgers.products.map { ledger.renewalState(of: $0, at: next) } != states)
            moment = next
        }
        let states = RandomLedgers.products.map { ledger.renewalState(of: $0, at: moment) }
        #expect(RandomLedgers.products.map { ledger.renewalState(of: $0, at: day(10_000)) } == states)
    }
}

/// A generator of random ledgers, which are equal for equal seeds.
private struct RandomLedgers {
    static let products = ["a", "b", "c"]
    private var state: UInt64

    init(seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    }

    /// Returns a number from 0 up to, but not including, a bound.
    private mutating func number(_ bound: UInt64) -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state % bound
    }

    mutating func ledger() -> PurchaseLedger {
        var ledger = PurchaseLedger()
        for _ in 0..<number(12) {
            let id = number(20) + 1
            let productID = Self.products[Int(number(3))]
            let start = Double(number(50))
            var transaction = Transaction(
                id: id, productID: productID, productType: .autoRenewable, purchaseDate: day(start),
                expirationDate: number(4) == 0 ? nil : day(start + Double(number(30))))
            transaction.isUpgraded = number(8) == 0
            if number(4) == 0 { transaction.revocationDate = day(start + Double(number(30))) }
            ledger.record(transaction)
        }
        for productID in Self.products where number(2) == 0 {
            ledger.setRenewal(
                PurchaseLedger.RenewalInfo(
                    willAutoRenew: true, gracePeriodExpirationDate: number(2) == 0 ? day(Double(number(90))) : nil,
                    isInBillingRetry: number(2) == 0),
                of: productID)
        }
        return ledger
    }
}
