import FlintCore
import FlintTesting
import Foundation
import Testing

struct ConnectingOtherLibrariesTests {
    @Test func `a provider of another library decides, with its reasons`() {
        Flint.withRuntime(FlintRuntime()) {
            let library = FlagLibrary()
            Flint.setup(ObservatoryFeatures.self) {
                $0.featureFlagProviders = [OpenFeatureFlags(library, flags: [.newCharts])]
            }
            #expect(FlintRuntime.current.resolution(of: .newCharts).source == "library, PROVIDER_NOT_READY")
            library.set(.newCharts, to: true)
            #expect(FlintRuntime.current.resolution(of: .newCharts).source == "library, TARGETING_MATCH")
            #expect(ChartsFeature.isAvailable == true)
            #expect(FlintRuntime.current.resolution(of: "new-chart").source.contains("no provider has the flag"))
        }
    }

    @Test func `the bridge to another library conforms`() async throws {
        try await FeatureFlagProviderConformance(flags: ["perseids", "eclipse"]) {
            OpenFeatureFlags(FlagLibrary(), flags: ["perseids", "eclipse"])
        } change: { provider, flag, isOn in
            (provider.provider as? FlagLibrary)?.set(flag, to: isOn)
        }.verify()
    }

    @Test func `a closure is enough for an adopted enumeration`() {
        Flint.withRuntime(FlintRuntime()) {
            let library = FlagLibrary()
            ConnectingOtherLibrariesSnippets.adopt(library)
            Flint.setup()
            #expect(FlintRuntime.current.resolution(of: FeatureKey(SkyFlag.satellites)).evaluation.value == false)
            library.set(FeatureKey(SkyFlag.satellites), to: true)
            #expect(FlintRuntime.current.resolution(of: FeatureKey(SkyFlag.satellites)).evaluation.value == true)
        }
    }

    @Test func `the tracker of another library conforms`() async throws {
        let products = [
            NonConsumableProduct(name: "Season", productID: "season"),
            AutoRenewingSubscriptionProduct(name: "Program", productID: "program"),
        ]
        try await PurchaseTrackerConformance(products: products, knowsEveryPurchase: true) {
            let tracker = RevenueCatTracker(products: products)
            tracker.receive(CustomerInfo())
            return tracker
        } change: { tracker, product, status in
            tracker.set(product.productID, to: status == .purchased)
        }.verify()
    }

    @Test func `entitlements and purchases unlock, and a tracker without a wrapper is overridden`() async {
        let tracker = RevenueCatTracker(products: [Products.supporter, Products.archive])
        await inObservatory({ $0.purchaseTracker = tracker }) {
            #expect(ArchiveFeature.isAvailable == nil)
            tracker.receive(CustomerInfo())
            #expect(ArchiveFeature.isAvailable == false)
            tracker.receive(CustomerInfo(entitlements: ["archive"]))
            #expect(ArchiveFeature.isAvailable == true)
            tracker.receive(CustomerInfo(subscriptions: ["supporter"]))
            #expect(ArchiveFeature.isAvailable == true)
            FlintRuntime.current.facts.overridePurchase("supporter", with: .false)
            #expect(ArchiveFeature.isAvailable == false)
            FlintRuntime.current.facts.overridePurchase("supporter", with: nil)
            #expect(ArchiveFeature.isAvailable == true)
        }
    }

    @Test func `a reducer shows the refusal, and its tests replace it`() async {
        await inObservatory {
            FlintRuntime.current.facts.overridePurchase("archive", with: .false)
            FlintRuntime.current.facts.overridePurchase("supporter", with: .false)
            #expect(ArchiveReducer().openTapped() == ArchiveFeature.refusal?.sentence)
            withDependencies {
                $0.archiveRefusal = { nil }
            } operation: {
                #expect(ArchiveReducer().openTapped() == "The archive is open.")
            }
        }
    }
}

extension RevenueCatTracker {
    /// Takes a customer info that differs from the last one in a product.
    fileprivate func set(_ id: String, to isOwned: Bool) {
        let others = ["season", "program"].filter { other in
            other != id && (isPurchased(NonConsumableProduct(name: "", productID: other)) ?? false)
        }
        receive(CustomerInfo(others: others + (isOwned ? [id] : [])))
    }
}

/// A provider that has no flags until the first one is set.
private final class FlagLibrary: FeatureProvider, Sendable {
    let metadata = ProviderMetadata(name: "library")
    private let lock = NSLock()
    nonisolated(unsafe) private var values: [String: Bool] = [:]
    nonisolated(unsafe) private var observers: [Int: (ProviderEvent?) -> Void] = [:]

    var hooks: [any Hook] { [] }
    func initialize(initialContext: EvaluationContext?) async {}
    func onContextSet(oldContext: EvaluationContext?, newContext: EvaluationContext) async {}

    func set(_ flag: FeatureKey, to isOn: Bool) {
        let handlers = lock.withLock {
            values[flag.rawValue] = isOn
            return Array(observers.values)
        }
        for handler in handlers { handler(.configurationChanged) }
    }

    func getBooleanEvaluation(
        key: String, defaultValue: Bool, context: EvaluationContext?
    ) throws -> ProviderEvaluation<Bool> {
        let values = lock.withLock { self.values }
        guard !values.isEmpty else { throw OpenFeatureError.providerNotReadyError }
        guard let value = values[key] else { throw OpenFeatureError.flagNotFoundError(key: key) }
        return ProviderEvaluation(value: value, reason: "TARGETING_MATCH")
    }

    func observe() -> AnyPublisher<ProviderEvent?, Never> {
        AnyPublisher { handler in
            let id = self.lock.withLock {
                let id = (self.observers.keys.max() ?? 0) + 1
                self.observers[id] = handler
                return id
            }
            return AnyCancellable { self.lock.withLock { self.observers[id] = nil } }
        }
    }
}
