import FeatureGating
import Foundation
import Testing

@testable import FlintCore

struct AllowingOverridesTests {
    @Test func `an override takes effect if overrides are allowed`() {
        let fixture = Fixture(Paid.self, allowsOverrides: true)
        fixture.facts.overridePurchase("premium", with: .true)
        #expect(fixture.isAvailable(Paid.self))
        #expect(fixture.advisories.isEmpty)
    }

    @Test func `an override is refused with an advisory if overrides are not allowed`() {
        let fixture = Fixture(Paid.self, allowsOverrides: false)
        fixture.tracker.set(false, Products.premium)
        fixture.facts.overridePurchase("premium", with: .true)
        fixture.facts.overridePlatform(with: CurrentPlatform("watchOS 9.0"))
        #expect(fixture.facts.overrides.isEmpty)
        #expect(!fixture.isAvailable(Paid.self))
        #expect(fixture.advisories.count == 2)
        #expect(fixture.advisories.first?.hasPrefix("The override of purchase premium is refused") == true)
        #expect(fixture.advisories.first?.contains("allowsOverrides") == true)
        #expect(fixture.advisories.last?.hasPrefix("The override of platform is refused") == true)
    }

    @Test func `the app's own transactions count even if overrides are not allowed`() {
        let fixture = Fixture(Paid.self, allowsOverrides: false)
        fixture.tracker.set(true, Products.premium)
        #expect(fixture.isAvailable(Paid.self))
        #expect(fixture.advisories.isEmpty)
    }

    @Test(arguments: [true, false])
    func `overrides of a debug tracker made before setup count only if overrides are allowed`(areAllowed: Bool) {
        let tracker = DebugPurchaseTracker(targetPurchaseTracker: ScriptedTracker())
        tracker.overridePurchase(product: Products.premium, with: .purchased)
        let fixture = Fixture(Paid.self, tracker: tracker, allowsOverrides: areAllowed)
        #expect(fixture.isAvailable(Paid.self) == areAllowed)
        #expect(tracker.purchaseOverrides.isEmpty != areAllowed)
        #expect(fixture.advisories.isEmpty == areAllowed)
        let advisories = fixture.advisories.count
        fixture.run { tracker.overridePurchase(product: Products.premium, with: .purchased) }
        #expect(fixture.advisories.count == advisories + (areAllowed ? 0 : 1))
        #expect((fixture.run { tracker.isPurchased(Products.premium) } == true) == areAllowed)
    }

    @Test(arguments: [true, false])
    func `a debug tracker inside another tracker unlocks no feature if overrides are not allowed`(areAllowed: Bool) {
        let inner = DebugPurchaseTracker(targetPurchaseTracker: ScriptedTracker())
        let fixture = Fixture(Paid.self, tracker: Wrapper(inner), allowsOverrides: areAllowed)
        fixture.run {
            inner.overridePurchase(product: Products.premium, with: .purchased)
            #expect((inner.isPurchased(Products.premium) == true) == areAllowed)
            #expect((inner.overridenStatus(for: Products.premium) == .purchased) == areAllowed)
            #expect(fixture.isAvailable(Paid.self) == areAllowed)
        }
        #expect(fixture.advisories.isEmpty == areAllowed)
    }

    @Test func `overrides made before setup are removed if they are not allowed`() {
        let runtime = FlintRuntime()
        runtime.facts.overridePurchase("premium", with: .true)
        runtime.setUp(EmptyApp.self) { $0.allowsOverrides = false }
        #expect(runtime.facts.overrides.isEmpty)
        #expect(!runtime.dependencies.allowsOverrides)
    }

    @Test func `overrides are allowed by default only in builds that define DEBUG`() {
        #if DEBUG
            #expect(Flint.DependenciesConfig().allowsOverrides)
            #expect(FactStore().allowsOverrides)
        #else
            #expect(!Flint.DependenciesConfig().allowsOverrides)
            #expect(!FactStore().allowsOverrides)
        #endif
    }
}

extension Fixture {
    fileprivate func isAvailable(_ feature: FeatureDefinition.Type) -> Bool {
        runtime.explanation(of: feature).verdict == .true
    }
}

private final class Paid: ConditionalFeature {
    static let description = "Needs Premium"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(Products.premium)
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

/// An app's tracker that wraps another tracker.
private final class Wrapper: PurchaseTracker, PurchaseTrackerObserver {
    private let inner: DebugPurchaseTracker
    private let observers = WeakObserverList<any PurchaseTrackerObserver>()

    init(_ inner: DebugPurchaseTracker) {
        self.inner = inner
        inner.addObserver(self)
    }

    func addObserver(_ observer: any PurchaseTrackerObserver) { observers.add(observer) }
    func removeObserver(_ observer: any PurchaseTrackerObserver) { observers.remove(observer) }
    func isPurchased(_ product: NonConsumableProduct) -> Bool? { inner.isPurchased(product) }
    func isSubscriptionActive(_ product: SubscriptionProduct) -> Bool? { inner.isSubscriptionActive(product) }
    func isFeatureEnabledByPastPurchases(_ feature: FeatureDefinition.Type) -> Bool { false }
    func purchaseStatusDidChange(productID: String, isPurchased: Bool) {
        observers.notify { $0.purchaseStatusDidChange(productID: productID, isPurchased: isPurchased) }
    }
}
