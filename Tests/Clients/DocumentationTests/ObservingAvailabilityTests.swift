import FlintCore
import FlintObservation
import Testing

/// A shop that completes every sale immediately.
struct Shop {
    let tracker: DebugPurchaseTracker

    func offer(_ product: Product) { tracker.overridePurchase(product: product, with: .purchased) }
}

struct ObservingAvailabilityTests {
    private let tracker = DebugPurchaseTracker()

    init() {
        for product in [Products.supporter, Products.archive] as [Product] {
            tracker.overridePurchase(product: product, with: .notPurchased)
        }
    }

    @Test func `a loop follows a feature`() async {
        let output = Output()
        await inObservatory {
            $0.purchaseTracker = tracker
        } _: {
            await ObservingAvailabilitySnippets.follow(Shop(tracker: tracker), print: output)
        }
        #expect(output.lines == shown("ObservingAvailability", 0))
    }

    @MainActor
    @Test(.timeLimit(.minutes(20)))
    func `an observer is notified to redraw`() async {
        let output = Output()
        await inObservatory {
            $0.purchaseTracker = tracker
        } _: {
            let (redrawn, redraw) = AsyncStream<Void>.makeStream()
            let archive = ObservingAvailabilitySnippets.show(print: output) { redraw.yield() }
            #expect(output.lines == shown("ObservingAvailability", 1))
            Shop(tracker: tracker).offer(Products.archive)
            for await _ in redrawn { break }
            #expect(archive.isAvailable)
        }
    }
}
