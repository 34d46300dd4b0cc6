import FlintCore
import FlintTesting
import Testing

struct SourcesOfYourOwnTests {
    @Test func `a store that saves no values is reported as in the article`() async {
        let output = Output()
        await SourcesOfYourOwnSnippets.report(print: output)
        #expect(output.lines == shown("SourcesOfYourOwn", 0))
    }

    @Test func `a tracker without announcements is detected`() async {
        let failures = await PurchaseTrackerConformance {
            SilentTracker()
        } change: { tracker, product, status in
            tracker.box.receive(status == .purchased, for: product.productID)
        }.failures()
        #expect(!failures.isEmpty)
    }
}

private final class SilentTracker: PurchaseTracker {
    let announcesChanges = true
    let box = BoxOfficeTracker()

    func addObserver(_ observer: any PurchaseTrackerObserver) {}
    func removeObserver(_ observer: any PurchaseTrackerObserver) {}
    func isPurchased(_ product: NonConsumableProduct) -> Bool? { box.isPurchased(product) }
    func isSubscriptionActive(_ product: SubscriptionProduct) -> Bool? { box.isSubscriptionActive(product) }
    func isFeatureEnabledByPastPurchases(_ feature: FeatureDefinition.Type) -> Bool { false }
}
