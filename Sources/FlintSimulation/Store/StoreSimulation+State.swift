// SPDX-License-Identifier: MIT

import FlintCore
import FlintFoundation

/// The store's state relative to its clock, which personas contain.
extension StoreSimulation {
    func state(with clock: StoreState.Clock) -> StoreState {
        var state = StoreState(clock: clock)
        for productID in ledger.knownProductIDs {
            if let balance = ledger.balance(of: productID) {
                state.balances[productID] = balance
            } else {
                state.purchases[productID] = purchase(of: productID)
            }
        }
        state.unknown = unknown.sorted()
        state.pending = pending.map {
            StoreState.Pending(
                productID: $0.productID, quantity: $0.quantity, waitingFor: $0.waitingFor, since: relative($0.since))
        }
        state.settings = StoreState.Setting.allCases.filter { settings[keyPath: $0.path] }
        return state
    }

    private func relative(_ date: Date) -> RelativeTime { RelativeTime(seconds: date.timeIntervalSince(now)) }

    private func purchase(of productID: String) -> StoreState.Purchase? {
        let transactions = ledger.transactions(of: productID).filter { $0.purchaseDate <= now }
        // While a product is owned, its longest purchase counts, which can precede one that was refunded.
        let valid = transactions.filter { $0.isValid(at: now) }
            .max { ($0.expirationDate ?? .distantFuture) < ($1.expirationDate ?? .distantFuture) }
        guard let standing = standing(of: productID, transactions.last), let transaction = valid ?? transactions.last
        else { return nil }
        var times: [StoreState.Moment: RelativeTime] = [.bought: relative(transaction.purchaseDate)]
        times[.paidUntil] = transaction.expirationDate.map(relative)
        if valid == nil { times[.revoked] = transaction.revocationDate.map(relative) }
        times[.graceUntil] = ledger.renewals[productID]?.gracePeriodExpirationDate.map(relative)
        times[.retryUntil] = subscriptions[productID]?.retryEnd.map(relative)
        return StoreState.Purchase(
            standing: standing, times: times, renewal: renewal(of: productID),
            isShared: transaction.ownershipType == .familyShared)
    }

    private func renewal(of productID: String) -> StoreState.Renewal? {
        guard subscriptions[productID] != nil else { return nil }
        if let next = nextProductID(after: productID) { return .change(to: next) }
        return ledger.renewals[productID]?.willAutoRenew == true ? .on : .off
    }

    private func standing(
        of productID: String, _ last: PurchaseLedger.Transaction?
    ) -> StoreState.Standing? {
        switch ledger.renewalState(of: productID, at: now) {
        case nil: return nil
        case .subscribed: return .purchased
        case .inGracePeriod: return .inGracePeriod
        case .inBillingRetryPeriod: return .inBillingRetryPeriod
        case .revoked: return last?.revocationReason == .developerIssue ? .refunded : .revoked
        case .expired:
            if last?.isUpgraded == true { return .replaced }
            return switch ledger.renewals[productID]?.expirationReason {
            case .autoRenewDisabled: .renewalTurnedOff
            case .billingError: .unpaid
            case .productUnavailable: .notSold
            case .didNotConsentToPriceIncrease, .unknown, nil: .expired
            }
        }
    }

    // MARK: Restoring

    /// Replaces everything except the events and the offers with a state.
    ///
    /// The offers determine the types and periods of the products.
    mutating func adopt(_ state: StoreState, at date: Date, offers: [StoreOffer]) {
        let kept = self.offers
        defer { self.offers = kept }
        (now, ledger, subscriptions, self.offers) = (CivilDate.clamped(date), PurchaseLedger(), [:], offers)
        pending = state.pending.map {
            PendingPurchase(
                productID: $0.productID, quantity: max(1, $0.quantity), waitingFor: $0.waitingFor,
                since: absolute($0.since))
        }
        for setting in StoreState.Setting.allCases {
            settings[keyPath: setting.path] = state.settings.contains(setting)
        }
        for (productID, balance) in state.balances.sorted(by: { $0.key < $1.key }) { setBalance(balance, productID) }
        for (productID, purchase) in state.purchases.sorted(by: { $0.key < $1.key }) { record(purchase, of: productID) }
        unknown = Set(state.unknown)
    }

    private func absolute(_ time: RelativeTime) -> Date {
        CivilDate.clamped(now.addingTimeInterval(Double(time.seconds)))
    }

    private mutating func record(_ purchase: StoreState.Purchase, of productID: String) {
        let type = purchase.renewal == nil ? self.type(of: productID) : .autoRenewable
        let times = purchase.times.mapValues(absolute)
        var transaction = PurchaseLedger.Transaction(
            id: ledger.nextTransactionID, productID: productID, productType: type,
            purchaseDate: min(times[.bought] ?? now, now), expirationDate: times[.paidUntil])
        transaction.ownershipType = purchase.isShared ? .familyShared : .purchased
        transaction.isUpgraded = purchase.standing == .replaced
        if purchase.standing == .refunded || purchase.standing == .revoked {
            transaction.revocationDate = min(times[.revoked] ?? now, now)
            transaction.revocationReason = purchase.standing == .refunded ? .developerIssue : .other
        }
        ledger.record(transaction)
        guard type == .autoRenewable else { return }
        var info = PurchaseLedger.RenewalInfo(
            willAutoRenew: purchase.renewal.map { $0 != .off } ?? false,
            expirationReason: purchase.standing.expirationReason)
        if case .change(let next) = purchase.renewal { info.autoRenewPreference = next }
        if purchase.standing == .inGracePeriod || purchase.standing == .inBillingRetryPeriod {
            info.isInBillingRetry = true
            info.gracePeriodExpirationDate = times[.graceUntil]
        }
        ledger.setRenewal(info, of: productID)
        guard purchase.renewal != nil, let end = times[.paidUntil] else { return }
        // No period is counted, so that the paid period ends at the given moment in months of any length.
        subscriptions[productID] = Subscription(
            period: offer(of: productID)?.subscriptionPeriod ?? .month, anchor: end, periods: 0,
            retryEnd: times[.retryUntil])
    }
}

extension StoreState.Setting {
    fileprivate var path: WritableKeyPath<StoreSettings, Bool> {
        switch self {
        case .asksToBuy: \.asksToBuy
        case .failsPurchases: \.failsPurchases
        case .failsRenewals: \.failsRenewals
        }
    }
}

extension StoreState.Standing {
    fileprivate var expirationReason: PurchaseLedger.RenewalInfo.ExpirationReason? {
        switch self {
        case .renewalTurnedOff: .autoRenewDisabled
        case .unpaid: .billingError
        case .notSold: .productUnavailable
        case .purchased, .inGracePeriod, .inBillingRetryPeriod, .expired, .replaced, .refunded, .revoked: nil
        }
    }
}
