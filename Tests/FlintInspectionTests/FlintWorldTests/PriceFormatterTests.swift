import FlintWorld
import Testing

struct PriceFormatterTests {
    @Test(arguments: [
        ("P1M", "a month"), ("P7D", "7 days"), ("P1W", "a week"), ("P2W", "2 weeks"), ("P1Y", "a year"),
        ("P3M", "3 months"),
    ])
    func `a price is written with its period`(period: String, text: String) {
        #expect(PriceFormatter.displayText(price: "$4.99", period: period) == "$4.99 for \(text)")
        #expect(PriceFormatter.displayText(price: nil, period: period) == "for \(text)")
    }

    @Test func `a price without a period is written as in the store`() {
        #expect(PriceFormatter.displayText(price: "4,99 €", period: nil) == "4,99 €")
        #expect(PriceFormatter.displayText(price: nil, period: nil) == nil)
    }

    @Test(arguments: ["", "P", "PM", "P0M", "P-1M", "PT1H", "P1M2D", "monthly"])
    func `a malformed period is kept`(period: String) {
        #expect(PriceFormatter.displayText(price: "$1", period: period) == "$1 for \(period)")
    }

    @Test func `a product and the step that buys it have the same text`() {
        var product = ProductSnapshot(
            productID: "premium", name: "Premium", description: nil, type: .autoRenewingSubscription,
            status: .notPurchased, override: nil, effective: .notPurchased, balance: nil, features: nil)
        product.price = "$4.99"
        product.subscriptionPeriod = "P1M"
        let step = UnlockStep(
            kind: .purchase, key: "premium", title: "buy Premium", price: "$4.99", subscriptionPeriod: "P1M")
        #expect(product.priceText == "$4.99 for a month")
        #expect(step.priceText == product.priceText)
    }

    @Test func `the cost of a plan is its sum and its prompts`() {
        let buy = UnlockStep(kind: .purchase, key: "a", title: "buy it", price: "$4.99", subscriptionPeriod: "P1M")
        let allow = UnlockStep(kind: .permission, key: "camera", title: "allow Camera")
        #expect(UnlockCost([buy]).summary == "$4.99")
        #expect(UnlockCost([buy, allow]).summary == "$4.99, 1 permission")
        #expect(UnlockCost([allow, allow]).summary == "2 permissions")
        let unpriced = UnlockStep(kind: .purchase, key: "b", title: "buy another")
        #expect(UnlockCost([unpriced]).summary == "1 purchase")
        #expect(UnlockCost([buy, unpriced, allow]).summary == "2 purchases, 1 permission")
        #expect(UnlockCost([UnlockStep(kind: .flag, key: "beta", title: "turn it on")]).summary.isEmpty)
    }
}
