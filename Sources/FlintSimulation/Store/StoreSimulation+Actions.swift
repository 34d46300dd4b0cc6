// SPDX-License-Identifier: MIT

import FlintCore
import FlintFoundation

extension StoreSimulation {
    /// Performs an action at the store's current time, and returns its events, oldest first.
    ///
    /// `setRate` and `reset` are refused because only a ``SimulatedStore`` has a running clock and an initial state. A
    /// refused action leaves the store unchanged.
    @discardableResult
    package mutating func send(_ action: StoreAction) throws(StoreRefusal) -> [StoreEvent] {
        switch action {
        case .buy(let productID, let quantity, let ending):
            return try buy(productID, quantity: quantity, ending: ending)
        case .approve(let productID):
            let purchase = try removePendingPurchase(of: productID, waitingFor: .approval)
            return [report(productID, "purchase approved")] + complete(purchase)
        case .decline(let productID):
            _ = try removePendingPurchase(of: productID, waitingFor: .approval)
            return [report(productID, "purchase declined")]
        case .resume(let productID):
            let purchase = try removePendingPurchase(of: productID, waitingFor: .interruption)
            return [report(productID, "interrupted purchase resumed")] + complete(purchase)
        case .refund(let productID):
            return [try refund(productID)]
        case .revoke(let productID):
            return [try revoke(productID)]
        case .share(let productID):
            return [try share(productID)]
        case .deleteTransaction(let productID, let id):
            return [try delete(id, of: productID)]
        case .renew(let productID):
            return try renewNow(productID)
        case .expire(let productID):
            return [try expireNow(productID)]
        case .setAutoRenew(let productID, let isOn):
            return [try setAutoRenew(productID, isOn: isOn)]
        case .consume(let productID, let quantity):
            return [try consume(productID, quantity: quantity)]
        case .setAskToBuy(let asks):
            return updateSettings { $0.asksToBuy = asks }
        case .setFailsRenewals(let fails):
            return updateSettings { $0.failsRenewals = fails }
        case .advance(let seconds):
            return advance(to: now.addingTimeInterval(max(0, seconds)))
        case .advanceToNextEvent:
            return advance(to: nextDue?.date ?? now)
        case .setRate, .reset:
            throw StoreRefusal("A store without a running clock has no rate and no initial state to reset to.")
        }
    }

    @discardableResult
    package mutating func updateSettings(_ body: (inout StoreSettings) -> Void) -> [StoreEvent] {
        var settings = settings
        body(&settings)
        return change(settings)
    }

    // MARK: Purchases

    private mutating func buy(
        _ productID: String, quantity: Int, ending: StoreAction.PurchaseResult
    ) throws(StoreRefusal) -> [StoreEvent] {
        let name = self.name(of: productID)
        guard !productID.isEmpty else { throw StoreRefusal("A product without an identifier cannot be bought.") }
        guard quantity >= 1 else { throw StoreRefusal("\(name) cannot be bought \(quantity) times.") }
        if let waiting = pending.first(where: { $0.productID == productID }) {
            throw StoreRefusal(
                waiting.waitingFor == .approval
                    ? "A purchase of \(name) is already waiting for approval; approve or decline it first."
                    : "A purchase of \(name) has been interrupted; resume it first.")
        }
        let type = self.type(of: productID)
        if let current = subscriptions.keys.first(where: { nextProductID(after: $0) == productID }) {
            throw StoreRefusal(
                "\(name) already begins when \(self.name(of: current)) ends. To cancel this, buy "
                    + "\(self.name(of: current)) again.")
        }
        if type == .nonConsumable || type == .autoRenewable, isOwned(productID) == true,
            nextProductID(after: productID) == nil
        {
            throw StoreRefusal(
                type == .nonConsumable ? "\(name) is already owned." : "\(name) already has an active subscription.")
        }
        let purchase = PendingPurchase(
            productID: productID, quantity: type == .consumable ? quantity : 1, waitingFor: .approval, since: now)
        switch ending {
        case .fail:
            return [report(productID, "purchase failed; no payment was made")]
        case .interrupt:
            var interrupted = purchase
            interrupted.waitingFor = .interruption
            pending.append(interrupted)
            return [report(productID, "purchase interrupted; the user must complete a step outside the app")]
        case .askToBuy:
            pending.append(purchase)
            return [report(productID, "purchase waits for approval")]
        case .succeed:
            // A requested outcome other than success takes precedence over the settings.
            if settings.failsPurchases { return [report(productID, "purchase failed; no payment was made")] }
            guard settings.asksToBuy else { return complete(purchase) }
            pending.append(purchase)
            return [report(productID, "purchase waits for approval")]
        }
    }

    private mutating func removePendingPurchase(
        of productID: String, waitingFor: StoreSnapshot.PendingPurchase.Waiting
    ) throws(StoreRefusal) -> PendingPurchase {
        let index = pending.firstIndex { $0.productID == productID && $0.waitingFor == waitingFor }
        guard let index else {
            throw StoreRefusal(
                waitingFor == .approval
                    ? "No purchase of \(name(of: productID)) is waiting for approval."
                    : "No purchase of \(name(of: productID)) has been interrupted.")
        }
        return pending.remove(at: index)
    }

    mutating func complete(_ purchase: PendingPurchase) -> [StoreEvent] {
        let productID = purchase.productID
        // Buying the active subscription again cancels a scheduled change.
        if let next = nextProductID(after: productID) { return [cancelChange(of: productID, to: next)] }
        if let current = subscriptionToChangeAtRenewal(to: productID) {
            return [scheduleChange(of: current, to: productID)]
        }
        var events = replaceOthersOfGroup(of: productID)
        unknown.remove(productID)
        let end = grant(productID, quantity: purchase.quantity)
        let words =
            if let end { "bought until \(end.dayText)" } else if type(of: productID) == .consumable {
                "bought \(purchase.quantity), \(balance(of: productID) ?? 0) left"
            } else { "bought" }
        events.append(report(productID, words))
        return events
    }

    /// Records a paid transaction and, for an auto-renewable product, starts the subscription.
    ///
    /// The result is the end of the paid period, or `nil` if the purchase does not end.
    @discardableResult
    mutating func grant(_ productID: String, quantity: Int = 1) -> Date? {
        let type = self.type(of: productID)
        let period = offer(of: productID)?.subscriptionPeriod
        var end: Date?
        if type == .autoRenewable {
            let subscription = Subscription(period: period ?? .month, anchor: now, periods: 1)
            subscriptions[productID] = subscription
            ledger.setRenewal(PurchaseLedger.RenewalInfo(willAutoRenew: true), of: productID)
            end = subscription.paidUntil
        } else if type == .nonRenewable {
            end = period?.end(after: 1, from: now)
        }
        let before = type == .autoRenewable ? ledger.transactions(of: productID).last : nil
        ledger.record(
            PurchaseLedger.Transaction(
                id: ledger.nextTransactionID, originalID: before?.originalID, productID: productID,
                productType: type, purchaseDate: now, originalPurchaseDate: before?.originalPurchaseDate,
                expirationDate: end, quantity: quantity))
        return end
    }

    // MARK: Refunds and revocations

    private mutating func refund(_ productID: String) throws(StoreRefusal) -> StoreEvent {
        guard let last = ledger.transactions(of: productID).last(where: { $0.revocationDate == nil }) else {
            throw StoreRefusal("\(name(of: productID)) has no purchase to refund.")
        }
        ledger.revoke(last.id, at: now, reason: .developerIssue)
        stopRenewing(productID)
        return report(productID, "refunded")
    }

    private mutating func revoke(_ productID: String) throws(StoreRefusal) -> StoreEvent {
        guard ledger.isSubscriptionActive(productID, at: now) else {
            throw StoreRefusal("\(name(of: productID)) is not owned, so it cannot be revoked.")
        }
        revokeOwnership(of: productID)
        return report(productID, "revoked; it is no longer shared")
    }

    private mutating func share(_ productID: String) throws(StoreRefusal) -> StoreEvent {
        guard offer(of: productID)?.type != .consumable else {
            throw StoreRefusal("\(name(of: productID)) is a consumable, so it cannot be shared.")
        }
        guard !ledger.isSubscriptionActive(productID, at: now) else {
            throw StoreRefusal("\(name(of: productID)) is already owned.")
        }
        unknown.remove(productID)
        grant(productID)
        if var transaction = ledger.transactions(of: productID).last {
            transaction.ownershipType = .familyShared
            ledger.record(transaction)
        }
        return report(productID, "shared by the family")
    }

    private mutating func delete(_ id: UInt64, of productID: String) throws(StoreRefusal) -> StoreEvent {
        let isLast = ledger.transactions(of: productID).last?.id == id
        guard ledger.transaction(withID: id)?.productID == productID, ledger.remove(id) != nil else {
            throw StoreRefusal("\(name(of: productID)) has no transaction \(id).")
        }
        if isLast { stopRenewing(productID) }
        if ledger.transactions(of: productID).isEmpty { ledger.setRenewal(nil, of: productID) }
        return report(productID, "transaction \(id) deleted")
    }

    mutating func revokeOwnership(of productID: String) {
        let transactions = ledger.transactions(of: productID)
        // In a grace period, no transaction is valid, but the last one keeps the subscription active.
        for transaction in transactions where transaction.isValid(at: now) || transaction.id == transactions.last?.id {
            ledger.revoke(transaction.id, at: now, reason: .other)
        }
        stopRenewing(productID)
    }

    private mutating func stopRenewing(_ productID: String) {
        unknown.remove(productID)
        guard subscriptions.removeValue(forKey: productID) != nil else { return }
        ledger.setRenewal(PurchaseLedger.RenewalInfo(willAutoRenew: false), of: productID)
    }

    // MARK: Subscriptions

    private mutating func renewNow(_ productID: String) throws(StoreRefusal) -> [StoreEvent] {
        guard type(of: productID) == .autoRenewable, !ledger.transactions(of: productID).isEmpty else {
            throw StoreRefusal("\(name(of: productID)) is not a subscription that can be renewed; buy it instead.")
        }
        guard var subscription = subscriptions[productID] else {
            if let active = othersOfGroup(of: productID).first {
                throw StoreRefusal(
                    "\(active.name) is active in the same subscription group. Buy \(name(of: productID)) to change it.")
            }
            let period = offer(of: productID)?.subscriptionPeriod ?? .month
            return [renew(productID, Subscription(period: period, anchor: now, periods: 1), "resubscribed")]
        }
        if subscription.retryEnd != nil { return recover(productID) }
        if let next = nextProductID(after: productID) { return change(productID, to: next) }
        subscription.periods &+= 1
        return [renew(productID, subscription, "renewed early")]
    }

    private mutating func expireNow(_ productID: String) throws(StoreRefusal) -> StoreEvent {
        let transactions = ledger.transactions(of: productID)
        let isSubscription = transactions.contains {
            $0.productType == .autoRenewable || $0.productType == .nonRenewable
        }
        let isInRetry = subscriptions[productID]?.retryEnd != nil
        guard isSubscription, isInRetry || ledger.isSubscriptionActive(productID, at: now) else {
            throw StoreRefusal("\(name(of: productID)) is not an active subscription, so it cannot expire.")
        }
        for var transaction in transactions where transaction.isValid(at: now) {
            transaction.expirationDate = now
            ledger.record(transaction)
        }
        unknown.remove(productID)
        guard subscriptions[productID] != nil else { return report(productID, "expired") }
        return end(productID, because: isInRetry ? .billingError : .autoRenewDisabled, "expired")
    }

    private mutating func setAutoRenew(_ productID: String, isOn: Bool) throws(StoreRefusal) -> StoreEvent {
        guard let subscription = subscriptions[productID], var renewal = ledger.renewals[productID] else {
            throw StoreRefusal("\(name(of: productID)) has no active subscription; buy it first.")
        }
        guard renewal.willAutoRenew != isOn else {
            throw StoreRefusal("The renewal of \(name(of: productID)) is already \(isOn ? "on" : "off").")
        }
        // Past the grace period only the renewal kept the subscription alive.
        if !isOn, subscription.retryEnd != nil, renewal.gracePeriodExpirationDate == nil {
            return end(productID, because: .autoRenewDisabled, "expired; its renewal was turned off")
        }
        let next = nextProductID(after: productID)
        renewal.willAutoRenew = isOn
        renewal.autoRenewPreference = nil
        ledger.setRenewal(renewal, of: productID)
        let canceled = next.map { "; it no longer changes to \(name(of: $0))" } ?? ""
        return report(productID, "renewal turned \(isOn ? "on" : "off")\(canceled)")
    }

    // MARK: Consumables and settings

    private mutating func consume(_ productID: String, quantity: Int) throws(StoreRefusal) -> StoreEvent {
        let name = self.name(of: productID)
        guard quantity >= 1 else { throw StoreRefusal("\(name) cannot be consumed \(quantity) times.") }
        let left = balance(of: productID) ?? 0
        guard left > 0 || type(of: productID) == .consumable else {
            throw StoreRefusal("\(name) is not a consumable, so it has no units to consume.")
        }
        guard left >= quantity else {
            throw StoreRefusal("The balance of \(name) is \(left), which is less than \(quantity).")
        }
        ledger.record(
            PurchaseLedger.Consumption(
                id: ledger.nextTransactionID, productID: productID, quantity: quantity, date: now))
        return report(productID, "consumed \(quantity), \(left - quantity) left")
    }

    private mutating func change(_ new: StoreSettings) -> [StoreEvent] {
        let old = settings
        settings = new
        func daysText(_ seconds: Double) -> String {
            seconds.isFinite ? "\(Int(min(max(0, seconds), 1e9) / 86_400)) days" : "no time"
        }
        var changes: [String] = []
        if old.asksToBuy != new.asksToBuy {
            changes.append("purchases \(new.asksToBuy ? "now" : "no longer") wait for approval")
        }
        if old.failsPurchases != new.failsPurchases {
            changes.append("payments for purchases \(new.failsPurchases ? "now" : "no longer") fail")
        }
        if old.failsRenewals != new.failsRenewals {
            changes.append("payments for renewals \(new.failsRenewals ? "now" : "no longer") fail")
        }
        if old.gracePeriod != new.gracePeriod {
            changes.append(
                new.gracePeriod > 0 ? "the grace period is \(daysText(new.gracePeriod))" : "there is no grace period")
        }
        if old.billingRetryPeriod != new.billingRetryPeriod {
            changes.append("failed renewals are retried for \(daysText(new.billingRetryPeriod))")
        }
        return changes.map { report(nil, $0) }
    }

    func name(of productID: String) -> String {
        offer(of: productID)?.name ?? productID
    }

    func type(of productID: String) -> PurchaseLedger.ProductType {
        offer(of: productID)?.type ?? ledger.transactions(of: productID).last?.productType ?? .nonConsumable
    }
}

// MARK: - Changes without a purchase

extension StoreSimulation {
    /// Makes a product owned, not owned, or unknown for `nil`, without recording an event.
    mutating func setOwned(_ isOwned: Bool?, _ productID: String) {
        guard let isOwned else {
            unknown.insert(productID)
            return
        }
        unknown.remove(productID)
        guard ledger.isSubscriptionActive(productID, at: now) != isOwned else { return }
        if isOwned { grant(productID) } else { revokeOwnership(of: productID) }
    }

    /// Sets the remaining units of a consumable product, or `nil` for unknown, without recording an event.
    mutating func setBalance(_ balance: Int?, _ productID: String) {
        guard let balance else {
            unknown.insert(productID)
            return
        }
        unknown.remove(productID)
        let left = ledger.surplus(of: productID)
        let (difference, overflows) = max(0, balance).subtractingReportingOverflow(left ?? 0)
        guard !overflows, difference != 0 || left == nil else { return }
        if difference > 0 {
            ledger.record(
                PurchaseLedger.Transaction(
                    id: ledger.nextTransactionID, productID: productID, productType: .consumable, purchaseDate: now,
                    quantity: difference))
        } else {
            ledger.record(
                PurchaseLedger.Consumption(
                    id: ledger.nextTransactionID, productID: productID, quantity: -difference, date: now))
        }
    }
}
