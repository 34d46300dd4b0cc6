import FlintWorld
import Testing

struct UnlockCostTests {
    private func purchase(_ price: String?, every period: String? = nil) -> UnlockStep {
        UnlockStep(kind: .purchase, key: "product", title: "buy it", price: price, subscriptionPeriod: period)
    }

    private let permission = UnlockStep(kind: .permission, key: "camera", title: "allow Camera")

    @Test(arguments: [
        ("$4.99", 499), ("4,99 €", 499), ("¥600", 60_000), ("$1,200.50", 120_050), ("1.200 kr", 120_000),
        ("USD 0.09", 9), ("1 200,50 €", 120_050), ("1\u{202F}200,50\u{A0}€", 120_050), ("CHF 1’200.50", 120_050),
        ("CHF 5.–", 500),
    ])
    func `a price is read in the store's format`(text: String, hundredths: Int) throws {
        let price = try #require(ProductPrice(text))
        #expect(price.hundredths == hundredths)
        #expect(price.text == text)
    }

    @Test(arguments: ["", "free", "$", "99999999999999999999.99"])
    func `a text without an amount is not a price`(text: String) {
        #expect(ProductPrice(text) == nil)
    }

    @Test func `prices in one currency are added`() {
        let cost = UnlockCost([purchase("$4.99"), purchase("$12.99"), permission])
        #expect(cost.price == "$17.98")
        #expect(cost.permissions == 1)
        #expect(UnlockCost([purchase("$5"), purchase("$4.99")]).price == "$9.99")
        #expect(UnlockCost([purchase("1 299,00 €"), purchase("4,99 €")]).price == "1303,99 €")
    }

    @Test func `an unknown price or another currency makes the sum unknown`() {
        #expect(UnlockCost([purchase("$4.99"), purchase("4,99 €")]).price == nil)
        #expect(UnlockCost([purchase("$4.99"), purchase(nil)]).price == nil)
        #expect(UnlockCost([permission]).price == nil)
    }

    @Test func `prices for different periods are not added`() {
        let both = UnlockCost([purchase("$4.99", every: "P1M"), purchase("$12.99"), purchase("$1.00", every: "P1M")])
        #expect(both.price == "$12.99 and $5.99 for a month")
        #expect(UnlockCost([purchase("$4.99", every: "P1M")]).price == "$4.99")
    }

    @Test func `plans without recurring prices come first, then those with the shortest periods`() {
        let plans = [
            [purchase("$90")], [purchase("$1"), purchase("$1", every: "P1M")], [purchase("$2", every: "P7D")],
            [purchase("$1", every: "P1M")], [purchase("$3", every: "P1M")], [purchase("$1", every: "P1Y")],
            [purchase("$1", every: "forever")], [purchase("$1"), purchase(nil)],
        ]
        let costs = plans.map(UnlockCost.init)
        for (cheaper, dearer) in zip(costs, costs.dropFirst()) { #expect(cheaper < dearer) }
        #expect(costs.shuffled().sorted() == costs)
    }

    @Test func `a price of several units has the store's format`() {
        #expect(ProductPrice("4,99 €", period: "P1M")?.multiplied(by: 3)?.displayText == "14,97 € for a month")
        #expect(ProductPrice("¥600")?.multiplied(by: 2)?.text == "¥1200")
        #expect(ProductPrice("$1,000.00")?.multiplied(by: 1)?.text == "$1,000.00")
        #expect(ProductPrice("$1.50")?.multiplied(by: 0)?.text == "$0.00")
        #expect(ProductPrice("$999999999999999")?.multiplied(by: 1_000) == nil)
    }

    @Test func `plans are ordered by price, then by permissions, then by steps`() {
        let flag = UnlockStep(kind: .flag, key: "beta", title: "turn it on", means: .developerCan)
        let plans = [
            [flag], [flag, flag], [permission], [purchase("$0.99")], [purchase("$4.99")],
            [purchase("$4.99"), permission], [purchase(nil)],
        ]
        let costs = plans.map(UnlockCost.init)
        #expect(zip(costs, costs.dropFirst()).allSatisfy { $0 < $1 })
        #expect(costs.shuffled().sorted() == costs)
    }

    @Test func `an impossible permission does not count as a prompt`() {
        let restricted = UnlockStep(
            kind: .permission, key: "camera", title: "allow Camera", means: .impossibleHere, reason: "it is restricted")
        #expect(UnlockCost([restricted]).permissions == 0)
    }

    @Test func `a step becomes an override with its reason and its expiry`() {
        let step = UnlockStep(kind: .purchase, key: "premium", title: "buy Premium", override: "purchased")
        #expect(
            step.overriding(reason: "a demo", expiry: .untilQuit)
                == .setOverride(
                    FactReference(kind: .purchase, key: "premium"),
                    Override(value: "purchased", reason: "a demo", expiry: .untilQuit)))
        let removal = UnlockStep(kind: .flag, key: "beta", title: "remove the override of beta")
        #expect(removal.overriding() == .setOverride(FactReference(kind: .flag, key: "beta"), nil))
        #expect(UnlockStep(kind: .parent, key: "Group", title: "Group").overriding() == nil)
    }
}
