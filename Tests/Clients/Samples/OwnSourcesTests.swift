import FlintCore
import FlintObservation
import FlintTesting
import Foundation
import Observation
import Testing

/// An app's tests: gating in three lines, conformance checks of sources, and observers of a feature.
///
/// | Declared or used | Shown by |
/// | --- | --- |
/// | `GatingTest` with products, permissions and a platform | `a gate is tested in three lines` |
/// | `PurchaseTrackerConformance`, `verify()` | `an app's own tracker conforms` |
/// | `KeyValueStoreConformance`, `failures()` | `a store that loses settings is detected` |
/// | `availabilityUpdates` | `a loop follows a feature` |
/// | `ObservableFeature` | `a view follows a feature` |
@MainActor
struct OwnSourcesTests {
    @Test func `a gate is tested in three lines`() {
        let app = GatingTest(GardenFeatures.self)
        app.purchase(GardenProducts.map, GardenProducts.season)
        app.platform(.iOS, 18)
        #expect(app.isAvailable(RadarFeature.self), "\(app.explanation(of: RadarFeature.self))")
        app.set(GardenProducts.map, to: .notPurchased)
        #expect(app.explanation(of: RadarFeature.self) == "Map is not purchased")
    }

    @Test func `an app's own tracker conforms`() async throws {
        try await PurchaseTrackerConformance {
            MembersList()
        } change: { list, product, status in
            list.set(status, of: product)
        }.verify()
    }

    @Test func `a store that loses settings is detected`() async {
        let failures = await KeyValueStoreConformance {
            LeakyStore()
        }.failures()
        #expect(failures.contains { $0.rule == "answers-what-was-set" && $0.subject.hasPrefix("LeakyStore") })
    }

    @Test func `a loop follows a feature`() async {
        let app = GatingTest(GardenFeatures.self)
        app.platform(.iOS, 18)
        app.purchase(GardenProducts.season)
        await app.run {
            var seen: [Truth] = []
            for await availability in RadarFeature.availabilityUpdates {
                seen.append(availability)
                if availability == .true { break }
                app.purchase(GardenProducts.map)
            }
            #expect(seen == [.false, .true])
        }
    }

    @Test func `a view follows a feature`() async {
        let app = GatingTest(GardenFeatures.self)
        app.platform(.iOS, 18)
        app.purchase(GardenProducts.season)
        let radar = ObservableFeature(RadarFeature.self, in: app.runtime)
        #expect(radar.explanation == "Map is not purchased")
        let (changed, change) = AsyncStream<Void>.makeStream()
        withObservationTracking {
            _ = radar.isAvailable
        } onChange: {
            change.yield()
        }
        app.purchase(GardenProducts.map)
        for await _ in changed { break }
        #expect(radar.isAvailable)
        #expect(radar.explanation.isEmpty)
    }
}

/// A tracker of members, entered by the garden's office.
nonisolated private final class MembersList: PurchaseTracker, @unchecked Sendable {
    let announcesChanges = true
    private let lock = NSLock()
    private var entries: [String: PurchaseStatus] = [:]
    private let observers = WeakObserverList<any PurchaseTrackerObserver>()

    func set(_ status: PurchaseStatus, of product: Product) {
        let old = lock.withLock { entries.updateValue(status, forKey: product.productID) }
        guard old != status else { return }
        observers.notify {
            $0.purchaseStatusDidChange(productID: product.productID, isPurchased: status == .purchased)
        }
    }

    func addObserver(_ observer: any PurchaseTrackerObserver) { observers.add(observer) }
    func removeObserver(_ observer: any PurchaseTrackerObserver) { observers.remove(observer) }
    func isPurchased(_ product: NonConsumableProduct) -> Bool? { status(of: product) }
    func isSubscriptionActive(_ product: SubscriptionProduct) -> Bool? { status(of: product) }
    func isFeatureEnabledByPastPurchases(_ feature: FeatureDefinition.Type) -> Bool { false }

    private func status(of product: Product) -> Bool? {
        lock.withLock { entries[product.productID] }?.truth.boolValue
    }
}

/// A store that accepts every setting and saves none.
nonisolated private final class LeakyStore: KeyValueStore {
    func bool(forKey key: String) -> Bool? { nil }
    func set(_ value: Bool?, forKey key: String) {}
}
