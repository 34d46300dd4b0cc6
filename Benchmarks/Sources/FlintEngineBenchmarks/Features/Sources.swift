// SPDX-License-Identifier: MIT

import FlintCore
import FlintLocks

/// A purchase tracker with ownership that a benchmark sets and with a counter of its calls.
package final class BenchTracker: PurchaseTracker, Sendable {
    private struct State {
        var owned: [String: Bool] = [:]
        var questions = 0
    }

    package let announcesChanges: Bool
    private let state = Protected(State())
    private let observers = WeakObserverList<any PurchaseTrackerObserver>()

    package init(announcesChanges: Bool = true) {
        self.announcesChanges = announcesChanges
    }

    var questions: Int { state.withLock { $0.questions } }

    func set(_ isOwned: Bool, _ product: Product) {
        state.withLock { $0.owned[product.productID] = isOwned }
        observers.notify { $0.purchaseStatusDidChange(productID: product.productID, isPurchased: isOwned) }
    }

    package func addObserver(_ observer: any PurchaseTrackerObserver) { observers.add(observer) }
    package func removeObserver(_ observer: any PurchaseTrackerObserver) { observers.remove(observer) }
    package func isPurchased(_ product: NonConsumableProduct) -> Bool? { answer(product) }
    package func isSubscriptionActive(_ product: SubscriptionProduct) -> Bool? { answer(product) }

    package func isFeatureEnabledByPastPurchases(_ feature: FeatureDefinition.Type) -> Bool {
        state.withLock { $0.questions += 1 }
        return false
    }

    private func answer(_ product: Product) -> Bool? {
        state.withLock { state in
            state.questions += 1
            return state.owned[product.productID, default: false]
        }
    }
}

/// A flag provider with one flag that is on and one that is off.
final class BenchFlags: FeatureFlagProvider {
    let announcesChanges = true
    let priority = FeaturePriority.maxPriority
    let type = FeatureFlagProviderType.release

    func isFeatureEnabled(_ featureKey: FeatureKey) -> Bool { featureKey == NamedFeatures.Keys.on }
    func hasFeature(_ featureKey: FeatureKey) -> Bool {
        featureKey == NamedFeatures.Keys.on || featureKey == NamedFeatures.Keys.off
    }
}

/// The camera's permission adapter, whose status is always granted and which announces no changes.
final class BenchCamera: SystemPermissionAdapter {
    let permission = SystemPermissionConstraint.camera
    let usageDescriptionKey = ""
    let status = SystemPermissionStatus.authorized

    func requestAuthorisation(
        completion:
            @escaping @Sendable (_ adapter: any SystemPermissionAdapter, _ status: SystemPermissionStatus) -> Void
    ) {
        completion(self, status)
    }
}
