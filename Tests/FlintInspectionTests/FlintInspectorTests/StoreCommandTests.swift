import FlintCLI
import FlintCore
import FlintInspector
import FlintInspectorTestSupport
import FlintSimulation
import FlintWorld
import Foundation
import Testing

struct StoreCommandTests {
    private let bench = Bench(
        permissions: [.location(usage: .whenInUse): .authorized],
        offers: [
            StoreOffer(Products.premium, price: "$9.99"), StoreOffer(Products.credits, price: "$0.99"),
            StoreOffer(
                Products.supporter, price: "$4.99", subscriptionGroup: "Main",
                subscriptionPeriod: SubscriptionPeriod("P1M")),
            StoreOffer(
                productID: "patron", name: "Patron", description: "More", type: .autoRenewable,
                subscriptionGroup: "Main", subscriptionPeriod: SubscriptionPeriod("P1Y")),
        ])
    private let start = Date(timeIntervalSince1970: 1_767_268_800)

    private func product(_ id: String) -> ProductSnapshot? { bench.snapshot.products.first { $0.productID == id } }

    // MARK: The app's own sources

    @Test(arguments: [true, false])
    func `the effect of a purchase depends on the tracker that wraps the store`(announces: Bool) {
        let bench = Bench(permissions: [.location(usage: .whenInUse): .authorized]) { config in
            config.purchaseTracker = config.purchaseTracker.map { NeverOwned($0, announcesChanges: announces) }
        }
        let bought = bench.send(.store(.buy(productID: "premium", ending: .succeed)))
        #expect(bought.status == .done && !bought.message.contains("available"), "\(bought.message)")
        let set = bench.send(.setPurchase(productID: "premium", status: .purchased))
        #expect(set.status == .done && !set.message.contains("available"), "\(set.message)")
        #expect(bench.feature("TestApp/Playlists")?.available == false)
        #expect(bench.device.store.isPurchased(Products.premium) == true)
    }

    @Test func `the effect of a permission depends on the app's own checker`() {
        let bench = Bench { config in
            config.permissionChecker = DefaultPermissionChecker(adapters: [AlwaysDenied(.camera)])
        }
        let set = bench.send(.setPermission(permission: "camera", status: .authorized))
        #expect(set.status == .done && !set.message.contains("available"), "\(set.message)")
    }

    // MARK: Snapshots

    @Test func `the snapshot contains the store and its offers`() throws {
        let store = try #require(bench.snapshot.store)
        #expect(store.now == start && store.rate == 0 && store.nextEvent == nil && store.pending.isEmpty)
        let supporter = try #require(product("supporter"))
        #expect(supporter.price == "$4.99" && supporter.subscriptionGroup == "Main")
        #expect(supporter.subscriptionPeriod == "P1M" && supporter.subscription == nil)
        #expect(product("credits")?.price == "$0.99" && product("credits")?.balance == 8)
        #expect(product("premium")?.subscriptionGroup == nil)
    }

    @Test func `a product that no feature requires is listed`() throws {
        #expect(bench.snapshot.products.map(\.productID) == ["premium", "credits", "patron", "supporter"])
        let patron = try #require(product("patron"))
        #expect(patron.name == "Patron" && patron.description == "More" && patron.features == [])
        #expect(patron.status == .notPurchased && patron.effective == .notPurchased)
        #expect(bench.send(.store(.buy(productID: "patron", ending: .succeed))).status == .done)
        #expect(product("patron")?.status == .purchased)
    }

    @Test func `a subscription is listed with its state and dates`() throws {
        bench.send(.store(.buy(productID: "supporter", ending: .succeed)))
        let end = start.addingTimeInterval(31 * 86_400)
        #expect(
            product("supporter")?.subscription
                == SubscriptionSnapshot(
                    state: .subscribed, expirationDate: end, gracePeriodExpirationDate: nil, willAutoRenew: true,
                    productsAtRenewal: ["patron"]))
        #expect(bench.snapshot.store?.nextEvent == end)
        #expect(bench.snapshot.store?.nextEventTitle == "Supporter renews")
        bench.send(.store(.setFailsRenewals(true)))
        #expect(bench.snapshot.store?.nextEventTitle == "Supporter fails to renew")
        bench.send(.store(.advanceToNextEvent))
        #expect(
            product("supporter")?.subscription
                == SubscriptionSnapshot(
                    state: .inGracePeriod, expirationDate: end,
                    gracePeriodExpirationDate: end.addingTimeInterval(16 * 86_400), willAutoRenew: true))
        bench.send(.store(.refund(productID: "supporter")))
        #expect(product("supporter")?.subscription?.state == .revoked)
        #expect(product("supporter")?.subscription?.expirationDate == end)
    }

    @Test func `a subscription that changes at its renewal is listed with the next product`() {
        bench.send(.store(.buy(productID: "supporter")))
        #expect(
            bench.send(.store(.buy(productID: "patron"))).message
                == "Patron: begins on 2026-02-01, when Supporter ends.")
        #expect(product("supporter")?.subscription?.nextProductID == "patron")
        #expect(product("supporter")?.subscription?.willAutoRenew == true)
        #expect(bench.snapshot.store?.nextEventTitle == "Supporter changes to Patron")
        #expect(product("patron")?.status == .notPurchased)
        bench.send(.store(.advanceToNextEvent))
        #expect(product("supporter")?.status == .notPurchased && product("patron")?.status == .purchased)
        #expect(product("patron")?.subscription?.nextProductID == nil)
    }

    @Test func `pending purchases are listed`() {
        bench.send(.store(.buy(productID: "premium", ending: .askToBuy)))
        bench.send(.store(.buy(productID: "supporter", ending: .interrupt)))
        #expect(
            bench.snapshot.store?.pending == [
                .init(productID: "premium", waitingFor: .approval, since: start),
                .init(productID: "supporter", waitingFor: .interruption, since: start),
            ])
    }

    // MARK: Store actions

    @Test func `the result of a store command describes its effect`() {
        let bought = bench.send(.store(.buy(productID: "premium", ending: .succeed)))
        #expect(bought.status == .done)
        #expect(bought.message == "Premium: bought; Playlists is available, Premiere is undetermined.")
        #expect(
            bench.send(.store(.buy(productID: "premium", ending: .succeed)))
                == CommandResult(status: .failed, message: "Premium is already owned."))
        #expect(
            bench.send(.store(.refund(productID: "premium"))).message
                == "Premium: refunded; Playlists is not available, Premiere is not available.")
        #expect(
            bench.send(.store(.consume(productID: "credits", quantity: 2))).message == "Credit: consumed 2, 6 left.")
        #expect(
            bench.send(.store(.buy(productID: "nothing", ending: .succeed)))
                == CommandResult(status: .failed, message: "There is no product nothing."))
    }

    @Test func `advancing the clock describes the events that occurred`() {
        #expect(
            bench.send(.store(.advance(seconds: 60))).message
                == "The store's clock was advanced; no events occurred.")
        #expect(bench.send(.store(.advanceToNextEvent)).message == "The store has no scheduled events.")
        bench.send(.store(.buy(productID: "supporter", ending: .succeed)))
        #expect(
            bench.send(.store(.advance(seconds: 40 * 86_400))).message == "Supporter: renewed until 2026-03-01.")
        #expect(
            bench.send(.store(.advance(seconds: 200 * 86_400))).message
                == "6 store events, the last one: Supporter: renewed until 2026-09-01.")
        for seconds in [-1, .nan, .infinity] {
            #expect(bench.send(.store(.advance(seconds: seconds))).status == .failed)
            #expect(bench.send(.store(.setRate(seconds))).status == .failed)
        }
    }

    @Test(arguments: [
        StoreAction.setAskToBuy(true), .setFailsRenewals(true), .setRate(60),
        .setAutoRenew(productID: "supporter", isOn: false), .buy(productID: "premium", ending: .succeed),
        .refund(productID: "supporter"), .buy(productID: "patron"), .advance(seconds: 86_400 * 40), .reset,
    ])
    func `events of the store can be undone`(action: StoreAction) throws {
        bench.send(.store(.buy(productID: "supporter", ending: .succeed)))
        let before = (bench.snapshot, bench.device.savedState(of: .store))
        let result = bench.send(.store(action))
        #expect(bench.device.savedState(of: .store) != before.1)
        bench.send(try #require(result.inverse))
        if case .setRate = action { return }
        #expect(bench.snapshot == before.0)
        #expect(bench.device.savedState(of: .store) == before.1)
    }

    @Test func `every store action is performed`() {
        let commands: [StoreAction] = [
            .buy(productID: "supporter", ending: .askToBuy), .decline(productID: "supporter"),
            .buy(productID: "supporter", ending: .askToBuy), .approve(productID: "supporter"),
            .renew(productID: "supporter"), .expire(productID: "supporter"), .buy(productID: "premium", ending: .fail),
            .buy(productID: "premium", ending: .interrupt), .resume(productID: "premium"),
            .revoke(productID: "premium"), .setRate(1), .reset,
        ]
        for command in commands { #expect(bench.send(.store(command)).status == .done, "\(command)") }
        #expect(bench.snapshot.store?.rate == 0)
    }

    @Test func `store commands fail on a real store`() {
        let bench = Bench(isSimulated: false)
        #expect(bench.send(.store(.reset)).status == .failed)
        #expect(bench.send(.restartApp).status == .failed)
        #expect(bench.snapshot.store == nil)
        #expect(bench.inspector.preview(.store(.reset)).changes.isEmpty)
    }

    // MARK: Previews

    @Test func `a preview of a store command has no effect`() {
        let preview = bench.inspector.preview(.store(.buy(productID: "premium", ending: .succeed)))
        #expect(preview.changes.map(\.featureName) == ["Playlists", "Premiere"])
        #expect(preview.changes.first?.after == true)
        #expect(bench.inspector.preview(.store(.buy(productID: "premium", ending: .fail))).changes.isEmpty)
        #expect(bench.inspector.preview(.store(.refund(productID: "premium"))).changes.isEmpty)
        #expect(bench.events.isEmpty)
        #expect(product("premium")?.status == .notPurchased)
        bench.send(.store(.buy(productID: "premium", ending: .succeed)))
        #expect(bench.inspector.preview(.store(.reset)).changes.map(\.after) == [false, false])
    }

    // MARK: Events

    @Test func `a store event names the product and the store's time`() throws {
        bench.send(.store(.buy(productID: "patron", ending: .succeed)))
        let event = try #require(bench.events.first)
        #expect(event.kind == .store && event.title == "Patron: bought until 2027-01-01")
        #expect(event.cause == "console" && event.featureID == nil)
        #expect(event.subject == FactReference(kind: .purchase, key: "patron"))
        #expect(event.details.map(\.label) == ["Product", "Store's clock"])
        #expect(event.details.map(\.value) == ["patron", "2026-01-01T12:00:00Z"])
        bench.send(.store(.setAskToBuy(true)))
        #expect(bench.events.last?.title == "Store: purchases now wait for approval")
    }

    @Test func `the store is the cause of a fact that a store command changes`() {
        bench.send(.store(.buy(productID: "premium", ending: .succeed)))
        #expect(bench.events.map(\.kind) == [.store, .factChanged])
        #expect(bench.events.map(\.cause) == ["console", "store"])
    }

    // MARK: Restart

    @Test func `restarting the app resets a permission allowed once and ends the flow`() {
        bench.send(.beginFlow(feature: "TestApp/Clips", thenPerform: nil))
        for answer in [FlowAnswer.proceed, .allowOnce, .next, .proceed] { bench.send(.answerFlow(answer)) }
        #expect(bench.device.permissions.prompt != nil)
        let result = bench.send(.restartApp)
        #expect(result.status == .done && result.inverse != nil)
        #expect(bench.device.permissions.prompt == nil)
        #expect(bench.device.permissions.status(of: .camera) == .notDetermined)
        #expect(bench.snapshot.flow?.stage == .summary)
        #expect(bench.send(.beginFlow(feature: "TestApp/Clips", thenPerform: nil)).status == .done)
    }
}

/// A tracker that wraps another one and reports every product as not owned.
private final class NeverOwned: PurchaseTracker {
    private let target: any PurchaseTracker
    let announcesChanges: Bool

    init(_ target: any PurchaseTracker, announcesChanges: Bool) {
        (self.target, self.announcesChanges) = (target, announcesChanges)
    }

    func addObserver(_ observer: any PurchaseTrackerObserver) { target.addObserver(observer) }
    func removeObserver(_ observer: any PurchaseTrackerObserver) { target.removeObserver(observer) }
    func isPurchased(_ product: NonConsumableProduct) -> Bool? { false }
    func isSubscriptionActive(_ product: SubscriptionProduct) -> Bool? { false }
    func isFeatureEnabledByPastPurchases(_ feature: FeatureDefinition.Type) -> Bool { false }
}

private final class AlwaysDenied: SystemPermissionAdapter {
    let permission: SystemPermissionConstraint
    let usageDescriptionKey = ""
    let announcesChanges = true
    let status = SystemPermissionStatus.denied

    init(_ permission: SystemPermissionConstraint) { self.permission = permission }

    func requestAuthorisation(
        completion: @escaping @Sendable (any SystemPermissionAdapter, SystemPermissionStatus) -> Void
    ) {
        completion(self, status)
    }
}
