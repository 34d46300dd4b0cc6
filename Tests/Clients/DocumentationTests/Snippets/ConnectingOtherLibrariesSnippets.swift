import FlintCore
import Foundation

/// Flags that a provider of OpenFeature evaluates.
final class OpenFeatureFlags: DetailedFeatureFlagProvider {
    let priority = FeaturePriority.maxPriority
    let type = FeatureFlagProviderType.remote
    let announcesChanges = true
    let knownFeatures: [FeatureKey]
    let provider: any FeatureProvider

    init(_ provider: any FeatureProvider, flags: [FeatureKey]) {
        (self.provider, knownFeatures) = (provider, flags)
    }

    var name: String { provider.metadata.name ?? "OpenFeature" }
    func hasFeature(_ featureKey: FeatureKey) -> Bool { evaluation(of: featureKey) != nil }
    func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool { evaluation(of: featureKey)?.value ?? false }

    func evaluation(of featureKey: FeatureKey) -> FlagEvaluation? {
        do {
            let answer = try provider.getBooleanEvaluation(
                key: featureKey.rawValue, defaultValue: false, context: nil)
            if let code = answer.errorCode { return failure(code, answer.errorMessage) }
            let reason = answer.reason.map(FlagReason.init(rawValue:)) ?? .unknown
            return FlagEvaluation(value: answer.value, reason: reason, variant: answer.variant)
        } catch let error as OpenFeatureError {
            return failure(error.errorCode(), "\(error)")
        } catch {
            return failure(.general, "\(error)")
        }
    }

    private func failure(_ code: ErrorCode, _ message: String?) -> FlagEvaluation? {
        switch code {
        case .flagNotFound: nil
        case .providerNotReady: FlagEvaluation(errorCode: .providerNotReady)
        default: FlagEvaluation(errorCode: .general, message: message)
        }
    }

    func observeChanges(_ handler: @escaping @Sendable (_ keys: [FeatureKey]?) -> Void) -> ObservationToken {
        nonisolated(unsafe) let subscription = provider.observe().sink { _ in handler(nil) }
        return ObservationToken { subscription.cancel() }
    }
}

enum ConnectingOtherLibrariesSnippets {
    static func adopt(_ provider: any FeatureProvider & Sendable) {
        Flint.adopt(
            SkyFlag.self,
            from: .remote { flag in
                try? provider.getBooleanEvaluation(key: flag.rawValue, defaultValue: false, context: nil).value
            }, .builtIn(\.isOnByDefault))
    }
}

/// Purchases as RevenueCat reports them.
final class RevenueCatTracker: PurchaseTracker {
    let announcesChanges = true
    private let products: [Product]
    private let lock = NSLock()
    nonisolated(unsafe) private var owned: Set<String>?
    private let observers = WeakObserverList<any PurchaseTrackerObserver>()

    init(products: [Product]) { self.products = products }

    /// Takes an element of the library's stream of customer infos.
    func receive(_ info: CustomerInfo) {
        let now = Set(info.entitlements.active.keys).union(info.activeSubscriptions)
            .union(info.nonSubscriptions.map(\.productIdentifier))
        let before = lock.withLock {
            defer { owned = now }
            return owned
        }
        for id in products.map(\.productID) where before?.contains(id) != now.contains(id) {
            observers.notify { $0.purchaseStatusDidChange(productID: id, isPurchased: now.contains(id)) }
        }
    }

    func addObserver(_ observer: any PurchaseTrackerObserver) { observers.add(observer) }
    func removeObserver(_ observer: any PurchaseTrackerObserver) { observers.remove(observer) }
    func isPurchased(_ product: NonConsumableProduct) -> Bool? { owns(product) }
    func isSubscriptionActive(_ product: SubscriptionProduct) -> Bool? { owns(product) }
    func isFeatureEnabledByPastPurchases(_ feature: FeatureDefinition.Type) -> Bool { false }

    private func owns(_ product: Product) -> Bool? { lock.withLock { owned?.contains(product.productID) } }
}

enum ArchiveRefusal: DependencyKey {
    static let liveValue: @Sendable () -> Refusal? = { ArchiveFeature.refusal }
}

extension DependencyValues {
    var archiveRefusal: @Sendable () -> Refusal? {
        get { self[ArchiveRefusal.self] }
        set { self[ArchiveRefusal.self] = newValue }
    }
}

struct ArchiveReducer {
    @Dependency(\.archiveRefusal) var refusal

    func openTapped() -> String { refusal()?.sentence ?? "The archive is open." }
}
