// SPDX-License-Identifier: MIT

import FlintCore
import FlintFoundation

/// A change from one subscription of a group to another, by the rules of the App Store.
private enum SubscriptionChange {
    /// A change to a higher level of service, which takes effect immediately.
    case upgrade
    /// A change to a subscription of the same level and duration, which takes effect immediately.
    case crossgrade
    /// Any other change, which takes effect when the subscription renews.
    case atRenewal
}

extension StoreSimulation {
    /// Returns the product that a subscription changes to when it renews, or `nil` if it remains the same.
    package func nextProductID(after productID: String) -> String? {
        guard subscriptions[productID] != nil, let next = ledger.renewals[productID]?.autoRenewPreference,
            next != productID, offer(of: next)?.type == .autoRenewable
        else { return nil }
        return next
    }

    /// Returns the offers of the other subscriptions in a product's group that are active or in billing retry.
    func othersOfGroup(of productID: String) -> [StoreOffer] {
        guard let group = offer(of: productID)?.groupIdentity, type(of: productID) == .autoRenewable else { return [] }
        return offers.filter {
            $0.groupIdentity == group && $0.productID != productID && subscriptions[$0.productID] != nil
        }
    }

    private func change(from old: StoreOffer, to new: StoreOffer) -> SubscriptionChange {
        // A lower number is a higher level of service.
        if let oldLevel = old.subscriptionLevel, let newLevel = new.subscriptionLevel, oldLevel != newLevel {
            return newLevel < oldLevel ? .upgrade : .atRenewal
        }
        let oldPeriod = subscriptions[old.productID]?.period ?? old.subscriptionPeriod ?? .month
        return oldPeriod.isAsLong(as: new.subscriptionPeriod ?? .month) ? .crossgrade : .atRenewal
    }

    /// Returns the active subscription that changes to a product only when it renews.
    ///
    /// A subscription whose paid period is over, or that a family member pays for, has no renewal to wait for.
    func subscriptionToChangeAtRenewal(to productID: String) -> String? {
        guard let offer = offer(of: productID) else { return nil }
        return othersOfGroup(of: productID).first { changesAtRenewal($0, to: offer) }?.productID
    }

    package func productsBeginningAtRenewal(of productID: String) -> [String] {
        guard let active = offer(of: productID), let group = active.groupIdentity, active.type == .autoRenewable else {
            return []
        }
        return offers.filter {
            $0.groupIdentity == group && $0.productID != productID && $0.type == .autoRenewable
                && changesAtRenewal(active, to: $0)
        }.map(\.productID)
    }

    private func changesAtRenewal(_ active: StoreOffer, to offer: StoreOffer) -> Bool {
        guard let subscription = subscriptions[active.productID] else { return false }
        return subscription.retryEnd == nil && subscription.paidUntil > now
            && ledger.transactions(of: active.productID).last?.ownershipType == .purchased
            && change(from: active, to: offer) == .atRenewal
    }

    mutating func scheduleChange(of productID: String, to next: String) -> StoreEvent {
        var renewal = ledger.renewals[productID] ?? PurchaseLedger.RenewalInfo(willAutoRenew: true)
        renewal.willAutoRenew = true
        renewal.autoRenewPreference = next
        ledger.setRenewal(renewal, of: productID)
        let begins = subscriptions[productID].map { " on \($0.paidUntil.dayText)" } ?? ""
        return report(next, "begins\(begins), when \(name(of: productID)) ends")
    }

    mutating func cancelChange(of productID: String, to next: String) -> StoreEvent {
        var renewal = ledger.renewals[productID] ?? PurchaseLedger.RenewalInfo(willAutoRenew: true)
        renewal.autoRenewPreference = nil
        ledger.setRenewal(renewal, of: productID)
        return report(productID, "continues; it no longer changes to \(name(of: next))")
    }

    /// Ends a subscription at its renewal and begins the one that the user has chosen to follow it.
    mutating func change(_ productID: String, to next: String) -> [StoreEvent] {
        endTransactions(of: productID)
        let ended = end(productID, because: nil, "ended; \(name(of: next)) follows")
        unknown.remove(next)
        let end = grant(next)
        return [ended, report(next, end.map { "began; paid until \($0.dayText)" } ?? "began")]
    }

    mutating func replaceOthersOfGroup(of productID: String) -> [StoreEvent] {
        // A group can have only one active subscription.
        guard let offer = offer(of: productID) else { return [] }
        return othersOfGroup(of: productID).map { other in
            let isUpgrade = change(from: other, to: offer) == .upgrade && ledger.isPurchased(other.productID, at: now)
            endTransactions(of: other.productID)
            return end(
                other.productID, because: nil,
                isUpgrade
                    ? "upgraded to \(offer.name); the unused time is refunded" : "replaced by \(offer.name)")
        }
    }

    private mutating func endTransactions(of productID: String) {
        for var transaction in ledger.transactions(of: productID) where transaction.isValid(at: now) {
            // The mark stands for any switch to another subscription of the group, not only for an upgrade.
            transaction.isUpgraded = true
            transaction.expirationDate = now
            ledger.record(transaction)
        }
    }
}
