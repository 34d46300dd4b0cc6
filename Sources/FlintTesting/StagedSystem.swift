// SPDX-License-Identifier: MIT

import FlintCore
import FlintLocks

/// A purchase tracker with statuses that a test sets.
///
/// Initially, no product is purchased.
package final class StagedPurchases: PurchaseTracker, Sendable {
    package let announcesChanges = true

    private let statuses = Protected<[String: PurchaseStatus]>([:])
    private let observers = WeakObserverList<any PurchaseTrackerObserver>()

    package init() {}

    package func set(_ status: PurchaseStatus, of productID: String) {
        let hasChanged = statuses.withLock { statuses in
            (statuses.updateValue(status, forKey: productID) ?? .notPurchased) != status
        }
        guard hasChanged else { return }
        observers.notify { $0.purchaseStatusDidChange(productID: productID, isPurchased: status == .purchased) }
    }

    package func addObserver(_ observer: any PurchaseTrackerObserver) { observers.add(observer) }

    package func removeObserver(_ observer: any PurchaseTrackerObserver) { observers.remove(observer) }

    package func isPurchased(_ product: NonConsumableProduct) -> Bool? { status(of: product) }

    package func isSubscriptionActive(_ product: SubscriptionProduct) -> Bool? { status(of: product) }

    package func isFeatureEnabledByPastPurchases(_ feature: FeatureDefinition.Type) -> Bool { false }

    private func status(of product: Product) -> Bool? {
        statuses.withLock { $0[product.productID] ?? .notPurchased }.truth.boolValue
    }
}

/// A test device's permissions, with statuses and prompt answers that a test sets.
///
/// Initially, no permission has been requested, and the user allows access at every prompt.
package final class StagedPermissions: Sendable {
    private let adapters: [SystemPermissionConstraint: StagedPermission]

    package init() {
        adapters = Dictionary(
            uniqueKeysWithValues: SystemPermissionConstraint.allCases.map { ($0, StagedPermission($0)) })
        if let whenInUse = adapters[.location(usage: .whenInUse)], let always = adapters[.location(usage: .always)] {
            whenInUse.share(with: always)
            always.share(with: whenInUse)
        }
    }

    package var checker: DefaultPermissionChecker { DefaultPermissionChecker(adapters: Array(adapters.values)) }

    package func set(_ status: SystemPermissionStatus, of permission: SystemPermissionConstraint) {
        adapters[permission]?.set(status)
    }

    package func answer(_ permission: SystemPermissionConstraint, with status: SystemPermissionStatus) {
        adapters[permission]?.answer(with: status)
    }
}

package final class StagedPermission: SystemPermissionAdapter {
    private struct State {
        var status = SystemPermissionStatus.notDetermined
        var answer = SystemPermissionStatus.authorized
        var handlers: [@Sendable () -> Void] = []
        weak var partner: StagedPermission?
    }

    package let permission: SystemPermissionConstraint
    package let usageDescriptionKey = ""
    package let announcesChanges = true

    private let state = Protected(State())

    package init(_ permission: SystemPermissionConstraint) {
        self.permission = permission
    }

    package var status: SystemPermissionStatus { state.withLock { $0.status } }

    fileprivate func share(with partner: StagedPermission) {
        // Both location permissions share a setting, so each one needs the other to change it.
        state.withLock { $0.partner = partner }
    }

    package func set(_ status: SystemPermissionStatus) {
        guard case .location(let usage) = permission, let partner = state.withLock({ $0.partner }) else {
            return change(to: status)
        }
        let isWhenInUse = usage == .whenInUse
        // The two statuses form one setting. Its rules decide the status of the partner.
        var location = LocationAuthorization(
            whenInUse: isWhenInUse ? self.status : partner.status, always: isWhenInUse ? partner.status : self.status)
        location.set(status, for: usage)
        change(to: location.status(for: usage))
        partner.change(to: location.status(for: isWhenInUse ? .always : .whenInUse))
    }

    private func change(to status: SystemPermissionStatus) {
        let handlers: [@Sendable () -> Void] = state.withLock { state in
            guard state.status != status else { return [] }
            state.status = status
            return state.handlers
        }
        for handler in handlers { handler() }
    }

    package func answer(with status: SystemPermissionStatus) { state.withLock { $0.answer = status } }

    package func requestAuthorisation(
        completion: @escaping @Sendable (any SystemPermissionAdapter, SystemPermissionStatus) -> Void
    ) {
        let answer = state.withLock { $0.status == .notDetermined ? $0.answer : $0.status }
        set(answer)
        completion(self, answer)
    }

    package func observeStatus(_ handler: @escaping @Sendable () -> Void) {
        state.withLock { $0.handlers.append(handler) }
    }
}
