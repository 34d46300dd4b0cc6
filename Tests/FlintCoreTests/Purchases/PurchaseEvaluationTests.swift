import FeatureGating
import Testing

@testable import FlintCore

struct PurchaseEvaluationTests {
    private let premium = NonConsumableProduct(name: "Premium", productID: "PREMIUM")
    private let monthly = AutoRenewingSubscriptionProduct(name: "Monthly", productID: "MONTHLY")
    private let season = NonRenewingSubscriptionProduct(name: "Season", productID: "SEASON")
    private let credits = ConsumableProduct(name: "Credits", productID: "CREDITS")

    @Test func `the status decides for products that are owned`() {
        for product in [premium, monthly, season] as [Product] {
            for status in [true, false, nil] {
                #expect(
                    PurchaseEvaluation.truth(
                        of: product, status: status, override: nil, enabledByPastPurchases: false) == Truth(status))
            }
        }
    }

    @Test func `the status never decides for consumables`() {
        for status in [true, false, nil] {
            #expect(
                PurchaseEvaluation.truth(of: credits, status: status, override: nil, enabledByPastPurchases: false)
                    == .unknown)
        }
    }

    @Test func `past purchases unlock every type of product`() {
        for product in [premium, monthly, season, credits] as [Product] {
            for status in [true, false, nil] {
                #expect(
                    PurchaseEvaluation.truth(of: product, status: status, override: nil, enabledByPastPurchases: true)
                        == .true)
            }
        }
    }

    @Test func `an override takes precedence over status and past purchases`() {
        for product in [premium, monthly, season, credits] as [Product] {
            for override in DebugPurchaseTracker.OverrideStatus.allCases {
                for status in [true, false, nil] {
                    for past in [true, false] {
                        #expect(
                            PurchaseEvaluation.truth(
                                of: product, status: status, override: override, enabledByPastPurchases: past)
                                == override.truth)
                    }
                }
            }
        }
    }
}
