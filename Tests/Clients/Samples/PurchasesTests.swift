import FlintCore
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Products, purchase requirements and purchase trackers.
///
/// | Declared or used | Shown by |
/// | --- | --- |
/// | the four types of products, with and without a description | ``GardenProducts`` |
/// | `purchase(_:)`, `purchase(_:quantity:)`, `purchases(_:)`, `purchase(anyOf:)`, `purchase(allOf:)`, `.init(_:quantity:)` | ``MembershipFeature`` |
/// | nested requirements | ``RadarFeature`` |
/// | `purchases.all`, `.requiredToUnlock`, `.purchased` | the tests |
/// | `DebugPurchaseTracker()` and `DebugPurchaseTracker(targetPurchaseTracker:)`, overrides | the tests |
/// | a subclass of the file purchase tracker | ``SeasonTracker`` |
/// | a custom tracker | ``TicketOffice`` |
/// | a subclass of the StoreKit purchase tracker | ``AnnouncingTracker`` |
/// | `FlintAppInfo.appGroupIdentifier`, `StoreKitPurchaseTracker(appGroupIdentifier:)` | the last tests |
/// | `purchases(_:)` with products and requirements of every kind | “a list of purchases accepts products and requirements” |
@MainActor
struct PurchasesTests {
    @Test func `every purchase requirement must be satisfied`() {
        let tracker = DebugPurchaseTracker()
        inGarden {
            $0.purchaseTracker = tracker
        } _: {
            #expect(MembershipFeature.purchases.all.count == 5)
            #expect(MembershipFeature.purchases.requiredToUnlock.count == 5)
            #expect(Flint.purchaseTracker is DebugPurchaseTracker)
            tracker.overridePurchase(product: GardenProducts.pass, with: .purchased)
            #expect(
                MembershipFeature.purchases.purchased.count == 2,
                "The requirement of the pass and the requirement of the pass or a subscription are met.")
            tracker.overridePurchase(product: GardenProducts.seeds, with: .purchased)
            tracker.overridePurchase(product: GardenProducts.map, with: .purchased)
            #expect(MembershipFeature.purchases.requiredToUnlock.isEmpty)
            #expect(MembershipFeature.welcome.request() != nil)
            tracker.overridePurchase(product: GardenProducts.map, with: .notPurchased)
            #expect(MembershipFeature.isAvailable == false)
        }
    }

    @Test func `a requirement of alternatives with a dependency is evaluated`() {
        let tracker = DebugPurchaseTracker()
        inGarden {
            $0.purchaseTracker = tracker
        } _: {
            tracker.overridePurchase(product: GardenProducts.season, with: .purchased)
            #expect(RadarFeature.isAvailable == nil)
            tracker.overridePurchase(product: GardenProducts.map, with: .purchased)
            #expect(RadarFeature.isAvailable == true)
            tracker.overridePurchase(product: GardenProducts.season, with: .notPurchased)
            #expect(RadarFeature.isAvailable == nil, "The status of the monthly subscription is still unknown.")
            tracker.overridePurchase(product: GardenProducts.monthly, with: .notPurchased)
            #expect(RadarFeature.isAvailable == false)
        }
    }

    @Test func `a debug tracker overrides its target tracker`() {
        let real = TicketOffice(sold: ["garden.pass"])
        let debug = DebugPurchaseTracker(targetPurchaseTracker: real)
        inGarden {
            $0.purchaseTracker = debug
        } _: {
            #expect(SeedBankFeature.isAvailable == true)
            debug.overridePurchase(product: GardenProducts.pass, with: .unknown)
            #expect(SeedBankFeature.isAvailable == nil)
            #expect(debug.overridenStatus(for: GardenProducts.pass) == .unknown)
            #expect(debug.realStatus(for: GardenProducts.pass) == true)
            debug.invalidateAllPurchaseOverrides()
            #expect(SeedBankFeature.isAvailable == true)
        }
    }

    @Test func `an announced purchase unlocks its feature immediately`() {
        let office = TicketOffice(sold: [])
        inGarden {
            $0.purchaseTracker = office
        } _: {
            #expect(SeedBankFeature.isAvailable == false)
            office.sell(GardenProducts.pass)
            #expect(SeedBankFeature.isAvailable == true)
            #expect(SeedBankFeature.purchases.requiredToUnlock.count == 0)
        }
    }

    @Test func `a file tracker can be subclassed`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "garden-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let tracker = SeasonTracker(directory: folder)
        try inGarden {
            $0.purchaseTracker = tracker
        } _: {
            #expect(MembershipFeature.isAvailable == false)
            try tracker.record([
                PurchaseLedger.Transaction(id: 1, product: GardenProducts.pass, purchaseDate: Date())
            ])
            #expect(SeedBankFeature.isAvailable == true)
            #expect(tracker.isSubscriptionActive(GardenProducts.season) == true)
        }
    }

    @Test func `a list of purchases accepts products and requirements`() {
        let declared = DefaultFeatureConstraintsBuilder().build { requirements in
            requirements.purchases(GardenProducts.pass, GardenProducts.season, GardenProducts.monthly)
            requirements.purchases(GardenProducts.map, GardenProducts.seeds)
            requirements.purchases(.init(GardenProducts.map), .init(GardenProducts.seeds, quantity: 5))
            requirements.purchases(GardenProducts.pass, PurchaseRequirement(GardenProducts.seeds, quantity: 3))
        }
        #expect(declared.purchases.count == 6, "The map is required twice and is listed once.")
        #expect(Set(declared.purchases.flatMap(\.products).map(\.productID)).count == 5)
    }

    @Test func `the StoreKit purchase tracker reads its file`() throws {
        let group = "flint-client-tests-\(UUID().uuidString)"
        let tracker = try AnnouncingTracker(appGroupIdentifier: group)
        #expect(tracker.announcesChanges)
        inGarden {
            $0.purchaseTracker = DebugPurchaseTracker(targetPurchaseTracker: tracker)
        } _: {
            #expect(SeedBankFeature.isAvailable == false)
            #expect(tracker.path.contains(group))
        }
    }

    @Test func `the app group identifier is kept`() {
        Flint.withRuntime(FlintRuntime()) {
            FlintAppInfo.appGroupIdentifier = "group.garden"
            #expect(FlintAppInfo.appGroupIdentifier == "group.garden")
        }
    }
}

// MARK: - Products and features

/// The products of the garden.
enum GardenProducts {
    static let pass = NonConsumableProduct(
        name: "🌿 Garden Pass", description: "Opens every gate", productID: "garden.pass")

    static let map = NonConsumableProduct(name: "Map", productID: "garden.map")

    static let monthly = AutoRenewingSubscriptionProduct(
        name: "🌼 Friend of the Garden", description: "Everything, month by month", productID: "garden.monthly")

    static let season = NonRenewingSubscriptionProduct(
        name: "Season Ticket", description: "From spring to autumn", productID: "garden.season")

    static let seeds = ConsumableProduct(
        name: "Bag of Seeds", description: "To sow and forget", productID: "garden.seeds")
}

final class MembershipFeature: ConditionalFeature {
    static let description = "For those who come often"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.iOSOnly = 10

        requirements.purchase(GardenProducts.pass)
        requirements.purchase(GardenProducts.seeds, quantity: 5)
        requirements.purchases(GardenProducts.pass, GardenProducts.map)
        requirements.purchase(
            anyOf:
                GardenProducts.pass,
            GardenProducts.monthly
        )
        requirements.purchase(
            allOf:
                .init(GardenProducts.pass),
            .init(GardenProducts.seeds, quantity: 3)
        )
    }

    static let welcome = action(WelcomeAction.self)

    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(welcome)
    }
}

final class WelcomeAction: TerminatingAction {}

final class RadarFeature: ConditionalFeature {
    static let description = "Sees the rain come"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        let subscription = PurchaseRequirement(
            products: [GardenProducts.monthly, GardenProducts.season], matchingCriteria: .any)
        requirements.purchase(PurchaseRequirement(GardenProducts.map, dependencies: [subscription]))
        requirements.purchases(subscription, PurchaseRequirement(GardenProducts.map))
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

// MARK: - Trackers

/// A file tracker in which every non-renewing subscription is active.
nonisolated final class SeasonTracker: FilePurchaseTracker, @unchecked Sendable {
    override func isSubscriptionActive(_ product: SubscriptionProduct) -> Bool? {
        product is NonRenewingSubscriptionProduct ? true : super.isSubscriptionActive(product)
    }

    override func isFeatureEnabledByPastPurchases(_ feature: FeatureDefinition.Type) -> Bool {
        false
    }
}

/// A StoreKit tracker that announces every change of its answers itself.
nonisolated final class AnnouncingTracker: StoreKitPurchaseTracker, @unchecked Sendable {
    override var announcesChanges: Bool { true }
}

/// A tracker with purchases that a test sets.
///
/// It is used on the main thread only.
final class TicketOffice: PurchaseTracker {
    private var sold: Set<String>
    private let observers = WeakObserverList<any PurchaseTrackerObserver>()

    init(sold: Set<String>) {
        self.sold = sold
    }

    func sell(_ product: Product) {
        sold.insert(product.productID)
        observers.notify { $0.purchaseStatusDidChange(productID: product.productID, isPurchased: true) }
    }

    func addObserver(_ observer: PurchaseTrackerObserver) { observers.add(observer) }
    func removeObserver(_ observer: PurchaseTrackerObserver) { observers.remove(observer) }
    func isPurchased(_ product: NonConsumableProduct) -> Bool? { sold.contains(product.productID) }
    func isSubscriptionActive(_ product: SubscriptionProduct) -> Bool? { sold.contains(product.productID) }
    func isFeatureEnabledByPastPurchases(_ feature: FeatureDefinition.Type) -> Bool { false }
}
