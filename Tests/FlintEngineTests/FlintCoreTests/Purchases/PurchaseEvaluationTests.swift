import FeatureGating
import Testing

@testable import FlintCore

struct PurchaseEvaluationTests {
    private let premium = NonConsumableProduct(name: "Premium", productID: "PREMIUM")
    private let monthly = AutoRenewingSubscriptionProduct(name: "Monthly", productID: "MONTHLY")
    private let season = NonRenewingSubscriptionProduct(name: "Season", productID: "SEASON")
    private let credits = ConsumableProduct(name: "Credits", productID: "CREDITS")

    private let tracker = FakeTracker()

    private func truth(
        _ product: Product, override: PurchaseStatus? = nil, enabledByPastPurchases: Bool = false
    ) -> Truth {
        PurchaseEvaluation.truth(
            of: product, quantity: 5, tracker: tracker, override: override,
            enabledByPastPurchases: enabledByPastPurchases)
    }

    @Test func `the status of an owned product takes precedence over past purchases`() {
        for product in [premium, monthly, season] as [Product] {
            for status in [true, false, nil] {
                tracker.set(status, for: product)
                for past in [true, false] { #expect(truth(product, enabledByPastPurchases: past) == Truth(status)) }
            }
        }
    }

    @Test(arguments: [(nil, Truth.unknown), (-1, .false), (0, .false), (4, .false), (5, .unknown), (6, .unknown)])
    func `an insufficient balance is the only balance that determines a purchase`(balance: Int?, expected: Truth) {
        tracker.setBalance(balance)
        #expect(truth(credits) == expected)
        #expect(truth(credits, enabledByPastPurchases: true) == .true)
    }

    @Test func `an override takes precedence over status, balance and past purchases`() {
        for product in [premium, monthly, season, credits] as [Product] {
            for override in DebugPurchaseTracker.OverrideStatus.allCases {
                for status in [true, false, nil] {
                    tracker.set(status, for: product)
                    tracker.setBalance(status.map { $0 ? 5 : 0 })
                    for past in [true, false] {
                        #expect(truth(product, override: override, enabledByPastPurchases: past) == override.truth)
                    }
                }
            }
        }
    }
}
