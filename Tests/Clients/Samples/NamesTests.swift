import FlintCore
import FlintUserDefaults
import Foundation
import Testing

/// Requirements of every product type, members for authors of sources and observers, and queries of `Flint`.
///
/// | Declared or used | Shown by |
/// | --- | --- |
/// | `PurchaseRequirement` of each product type, `anyOf:` and `allOf:` over requirements | ``WinterBedFeature`` |
/// | a subclass of `SubscriptionProduct` | ``YearPass`` |
/// | every member of `ActionRequest`, `ActionOutcome.isSuccess` | ``Gatekeeper`` |
/// | `FlagErrorCode`, `FlagEvaluation(errorCode:)` | ``AlmanacFlags`` |
/// | `availability(of:)`, `explanation(of:)`, `unlockPlans(of:)`, `descriptionOfUnsatisfiedConstraints(of:)` | “an app asks Flint about a feature” |
@MainActor
struct NamesTests {
    @Test func `a requirement of each product type decides`() {
        let tracker = DebugPurchaseTracker()
        inWinter(tracker) {
            tracker.overridePurchase(product: WinterProducts.heating, with: .purchased)
            #expect(WinterBedFeature.isAvailable == nil, "The status of the pass is unknown.")
            tracker.overridePurchase(product: WinterProducts.pass, with: .purchased)
            #expect(WinterBedFeature.isAvailable == nil, "The status of the seeds is unknown.")
            tracker.overridePurchase(product: WinterProducts.seeds, with: .purchased)
            #expect(WinterBedFeature.isAvailable == true)
            tracker.overridePurchase(product: WinterProducts.heating, with: .notPurchased)
            #expect(WinterBedFeature.isAvailable == nil, "The lamp is an alternative to the heating.")
            tracker.overridePurchase(product: WinterProducts.lamp, with: .notPurchased)
            #expect(WinterBedFeature.isAvailable == false)
        }
    }

    @Test func `an app asks Flint about a feature`() {
        let tracker = DebugPurchaseTracker()
        inWinter(tracker) {
            for product in WinterProducts.all { tracker.overridePurchase(product: product, with: .notPurchased) }
            #expect(Flint.availability(of: WinterBedFeature.self) == .false)
            let explanation = Flint.explanation(of: WinterBedFeature.self)
            #expect(explanation.verdict == .false)
            #expect(explanation.requirements.contains { $0.kind == .purchase && $0.key == "seeds" && $0.quantity == 3 })
            #expect(Flint.unlockPlans(of: WinterBedFeature.self).map { $0.count } == [3, 3])
            let sentence = Flint.descriptionOfUnsatisfiedConstraints(of: WinterBedFeature.self)
            #expect(sentence == WinterBedFeature.descriptionOfUnsatisfiedConstraints)
            #expect(sentence?.contains("Heating") == true)
            for product in WinterProducts.all { tracker.overridePurchase(product: product, with: .purchased) }
            #expect(Flint.availability(of: WinterBedFeature.self) == .true)
            #expect(Flint.descriptionOfUnsatisfiedConstraints(of: WinterBedFeature.self) == nil)
            #expect(Flint.unlockPlans(of: WinterBedFeature.self).isEmpty)
        }
    }

    @Test func `an observer reads everything about a request`() {
        inGrounds {
            Flint.register(TicketsFeature.self)
            let gatekeeper = Gatekeeper()
            let observation = Flint.dispatcher.add(observer: gatekeeper)
            var results: [Bool] = []
            TicketsFeature.buy.perform(withInput: 2) { results.append($0.isSuccess) }
            TicketsFeature.buy.perform(withInput: 0) { results.append($0.isSuccess) }
            observation.cancel()
            #expect(results == [true, false])
            #expect(gatekeeper.lines.count == 4)
            #expect(gatekeeper.lines.first?.hasSuffix("2 from main by the user, application") == true)
            #expect(gatekeeper.lines.last == "failed")
            let entry = Timeline.instance.entries.first
            #expect(entry?.actionName == "Buy Ticket" && entry?.userInitiated == true && entry?.source == .application)
        }
    }

    @Test func `a provider answers with the standard errors`() {
        inWinter(DebugPurchaseTracker(), flags: [AlmanacFlags()]) {
            let resolution = FlintRuntime.current.resolution(of: "moon-phase")
            #expect(resolution.evaluation.errorCode == .parseError)
            #expect(FlintRuntime.current.resolution(of: "rain").evaluation.value == true)
            #expect(resolution.answers.first?.provider == "AlmanacFlags")
        }
        let remote = RemoteFeatureFlagProvider(featurePairs: [FeaturePair("rain", isEnabled: true)])
        #expect(remote.hasFeature("rain") && remote.isFeatureEnabled("rain"))
        let debug = DebugFeatureFlagProvider(userDefaults: InMemoryKeyValueStore(), defaultValues: ["rain": true])
        #expect(debug.isFeatureEnabled("rain"))
        let codes: [FlagErrorCode] = [
            .flagNotFound, .parseError, .typeMismatch, .targetingKeyMissing, .invalidContext, .providerNotReady,
            .general,
        ]
        #expect(Set(codes).count == 7)
    }

    @Test func `a ledger determines active subscriptions from an app's transactions`() {
        let day = Date(timeIntervalSince1970: 86_400)
        var ledger = PurchaseLedger()
        ledger.record(
            PurchaseLedger.Transaction(
                id: 1, product: WinterProducts.pass, purchaseDate: day, expirationDate: day + 3600))
        #expect(ledger.isSubscriptionActive("pass", at: day + 60))
        #expect(!ledger.isSubscriptionActive("pass", at: day + 7200))
        #expect(ledger.transaction(withID: 1)?.productID == "pass")
    }

    @Test func `an app observes the focus`() {
        inWinter(DebugPurchaseTracker()) {
            let changes = Count()
            let token = Flint.observeFocus { changes.increment() }
            FocusFeature.focus.request()?.perform(withInput: FocusArea(feature: WinterBedFeature.self))
            token.cancel()
            FocusFeature.resetFocus.request()?.perform()
            #expect(changes.value == 1)
        }
    }

    @Test func `permissions, platforms and settings have names`() {
        #expect(SystemPermissionConstraint.location(usage: .whenInUse).name == "location-when-in-use")
        #expect(SystemPermissionConstraint(name: "camera") == .camera)
        let store = UserDefaults(suiteName: "flint-names-\(UUID().uuidString)") ?? .standard
        inWinter(DebugPurchaseTracker(), toggles: StoredFeatureToggles(userDefaults: store)) {
            #expect(PlatformVersionConstraint.atLeast(version: 17).isCurrentCompatible)
            #expect(!PlatformVersionConstraint.atLeast(version: 18).isCurrentCompatible)
            #expect(Flint.userFeatureToggles?.isEnabled(WinterBedFeature.self) == nil)
        }
        let mapping = URLMapping(name: "bed", scope: .appAny, pattern: "beds/$(number)")
        #expect(mapping.pattern == "beds/$(number)" && mapping.scope == .appAny)
    }
}

/// Runs a closure in a separate runtime with the winter bed.
private func inWinter(
    _ tracker: DebugPurchaseTracker, flags: [any FeatureFlagProvider] = [], toggles: (any UserFeatureToggles)? = nil,
    _ body: () throws -> Void
) rethrows {
    try Flint.withRuntime(FlintRuntime()) {
        Flint.setup(GroundsFeatures.self) { config in
            config.platform = CurrentPlatform("iOS 17.2")
            config.purchaseTracker = tracker
            config.featureFlagProviders = flags
            config.userFeatureToggles = toggles
        }
        Flint.register(WinterBedFeature.self)
        try body()
    }
}

/// A subclass with a member that the app adds.
nonisolated private final class YearPass: SubscriptionProduct, @unchecked Sendable {
    let year: Int

    init(year: Int) {
        self.year = year
        super.init(name: "Pass of \(year)", description: nil, productID: "pass")
    }
}

private enum WinterProducts {
    static let heating = NonConsumableProduct(name: "Heating", productID: "heating")
    static let lamp = AutoRenewingSubscriptionProduct(name: "Lamp", productID: "lamp")
    static let pass = YearPass(year: 2026)
    static let water = NonRenewingSubscriptionProduct(name: "Water", productID: "water")
    static let seeds = ConsumableProduct(name: "Seeds", productID: "seeds")

    static var all: [Product] { [heating, lamp, pass, water, seeds] }
}

private final class WinterBedFeature: ConditionalFeature {
    static let description = "Grows plants through the winter"

    static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.purchase(
            PurchaseRequirement(allOf: [
                PurchaseRequirement(anyOf: [
                    PurchaseRequirement(WinterProducts.heating), PurchaseRequirement(WinterProducts.lamp),
                ]),
                PurchaseRequirement(WinterProducts.pass),
                PurchaseRequirement(WinterProducts.seeds, quantity: 3),
            ]))
    }

    static func prepare(actions: FeatureActionsBuilder) {}
}

/// An observer that writes down every member of a request.
private final class Gatekeeper: ActionDispatchObserver {
    private(set) var lines: [String] = []

    func actionWillBegin<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>
    ) {
        let who = request.userInitiated ? "the user" : "the app"
        lines.append(
            "\(request.date.timeIntervalSince1970 > 0) \(request.uniqueID) \(request.inputLoggingInfo?.count ?? 0): "
                + "\(request.inputLoggingDescription) from \(request.sessionName) by \(who), \(request.source.rawValue)"
        )
    }

    func actionDidComplete<FeatureType: FeatureDefinition, ActionType: Action>(
        _ request: ActionRequest<FeatureType, ActionType>, outcome: ActionPerformOutcome
    ) {
        lines.append(outcome.isSuccess && outcome.simplifiedOutcome == .success ? "succeeded" : "failed")
    }
}

/// A provider of an almanac's flags, whose one page cannot be read.
nonisolated private final class AlmanacFlags: DetailedFeatureFlagProvider {
    let name = "AlmanacFlags"
    let priority = FeaturePriority.mediumPriority
    let type = FeatureFlagProviderType.remote
    let announcesChanges = false
    let knownFeatures: [FeatureKey] = ["moon-phase", "rain"]

    func hasFeature(_ featureKey: FeatureKey) -> Bool { knownFeatures.contains(featureKey) }
    func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool { evaluation(of: featureKey)?.value == true }

    func evaluation(of featureKey: FeatureKey) -> FlagEvaluation? {
        switch featureKey {
        case "rain": FlagEvaluation(value: true, reason: .targetingMatch)
        case "moon-phase": FlagEvaluation(errorCode: .parseError, message: "The page is torn.")
        default: FlagEvaluation(errorCode: .flagNotFound)
        }
    }

    func observeChanges(_ handler: @escaping @Sendable ([FeatureKey]?) -> Void) -> ObservationToken {
        ObservationToken {}
    }
}

/// A count that handlers on other threads increment.
nonisolated private final class Count: Sendable {
    private let lock = NSLock()
    nonisolated(unsafe) private var count = 0

    var value: Int { lock.withLock { count } }
    func increment() { lock.withLock { count += 1 } }
}
