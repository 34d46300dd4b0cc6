// SPDX-License-Identifier: MIT

import FlintCore
import FlintFoundation

extension StoreSimulation {
    package struct DueEvent: Sendable, Hashable {
        package let productID: String
        /// The time of the event by the store's clock, never before the store's `now`.
        package let date: Date
        package let summary: String
        let step: Step
    }

    enum Step: Sendable, Hashable {
        case periodEnds
        case attempt
        case graceEnds
        case retryEnds
        /// A subscription without automatic renewal begins or ends.
        case ends
    }

    /// The maximum number of events in one advance.
    ///
    /// The advance ends at the last of these events.
    package static let maximumSteps = 2_000

    package var nextDue: DueEvent? {
        let own = subscriptions.flatMap { productID, subscription in due(productID, subscription) }
        let others = ledger.knownProductIDs.filter { subscriptions[$0] == nil }.compactMap { productID in
            ledger.nextChange(of: productID, after: now).map {
                DueEvent(productID: productID, date: $0, summary: "ends", step: .ends)
            }
        }
        // The identifier decides between events at the same moment, so the order never depends on a dictionary.
        return (own + others).min { ($0.date, $0.productID) < ($1.date, $1.productID) }
    }

    /// Advances the store's time and triggers every event that falls due, up to ``maximumSteps``.
    @discardableResult
    package mutating func advance(to date: Date) -> [StoreEvent] {
        var events: [StoreEvent] = []
        for _ in 0..<Self.maximumSteps {
            guard let step = advanceToNextDue(noLaterThan: date) else { break }
            events += step
        }
        return events
    }

    /// Advances the store's time to the next scheduled event and triggers it.
    ///
    /// If no event falls due by the limit, the limit becomes the new time and the result is `nil`.
    mutating func advanceToNextDue(noLaterThan limit: Date) -> [StoreEvent]? {
        let limit = CivilDate.clamped(limit)
        guard let due = nextDue, due.date <= limit else {
            now = max(now, limit)
            return nil
        }
        now = max(now, due.date)
        let productID = due.productID
        switch due.step {
        case .periodEnds: return endPeriod(of: productID)
        case .attempt: return recover(productID)
        case .graceEnds: return [endGrace(of: productID)]
        case .retryEnds: return [endUnpaid(productID)]
        case .ends: return [report(productID, ledger.isSubscriptionActive(productID, at: now) ? "begins" : "ended")]
        }
    }

    private func due(_ productID: String, _ subscription: Subscription) -> [DueEvent] {
        func event(_ date: Date, _ words: String, _ step: Step) -> DueEvent {
            DueEvent(productID: productID, date: max(date, now), summary: words, step: step)
        }
        let paidUntil = subscription.paidUntil
        let next = nextProductID(after: productID).map { "changes to \(name(of: $0))" }
        guard let retryEnd = subscription.retryEnd else {
            let renews = ledger.renewals[productID]?.willAutoRenew == true
            let words = !renews ? "ends" : settings.failsRenewals ? "fails to renew" : next ?? "renews"
            return [event(paidUntil, words, .periodEnds)]
        }
        // If two steps fall due at the same moment, the first in this order happens and makes the other one obsolete.
        var steps: [DueEvent] = []
        let renewal = ledger.renewals[productID]
        if !settings.failsRenewals, renewal?.willAutoRenew == true {
            let day = 86_400.0
            // Payment is retried once a day, counted from the end of the paid period.
            let days = (now.timeIntervalSince(paidUntil) / day).rounded(.down) + 1
            steps.append(
                event(paidUntil.addingTimeInterval(days * day), "is paid for and \(next ?? "renews")", .attempt))
        }
        if let graceEnd = renewal?.gracePeriodExpirationDate {
            steps.append(event(graceEnd, "ends with its grace period", .graceEnds))
        }
        steps.append(event(retryEnd, "expires unpaid", .retryEnds))
        return steps.enumerated().min { ($0.element.date, $0.offset) < ($1.element.date, $1.offset) }
            .map { [$0.element] } ?? []
    }

    // MARK: Renewals

    private mutating func endPeriod(of productID: String) -> [StoreEvent] {
        guard var subscription = subscriptions[productID] else { return [report(productID, "ended")] }
        guard ledger.renewals[productID]?.willAutoRenew == true else {
            return [end(productID, because: .autoRenewDisabled, "expired; its renewal was turned off")]
        }
        guard settings.failsRenewals else {
            if let next = nextProductID(after: productID) { return change(productID, to: next) }
            subscription.periods &+= 1
            return [renew(productID, subscription, "renewed")]
        }
        let expiration = subscription.paidUntil
        let retryEnd = CivilDate.clamped(expiration.addingTimeInterval(max(0, settings.billingRetryPeriod)))
        // The grace period is part of the retry period.
        let graceEnd = min(CivilDate.clamped(expiration.addingTimeInterval(max(0, settings.gracePeriod))), retryEnd)
        // A store without a retry period ends the subscription immediately.
        guard retryEnd > now else {
            return [end(productID, because: .billingError, "expired; its renewal could not be paid")]
        }
        subscription.retryEnd = retryEnd
        subscriptions[productID] = subscription
        let hasGrace = graceEnd > now
        ledger.setRenewal(
            PurchaseLedger.RenewalInfo(
                willAutoRenew: true, gracePeriodExpirationDate: hasGrace ? graceEnd : nil, isInBillingRetry: true,
                autoRenewPreference: nextProductID(after: productID)),
            of: productID)
        return [
            report(
                productID,
                hasGrace
                    ? "renewal failed; grace period until \(graceEnd.dayText)"
                    : "renewal failed; billing retry until \(retryEnd.dayText)")
        ]
    }

    mutating func recover(_ productID: String) -> [StoreEvent] {
        guard var subscription = subscriptions[productID] else { return [report(productID, "renewed")] }
        if let next = nextProductID(after: productID) { return change(productID, to: next) }
        let isInGrace = ledger.renewalState(of: productID, at: now) == .inGracePeriod
        subscription.retryEnd = nil
        subscription.periods &+= 1
        // Without an interruption the renewal dates stay the same; otherwise the subscription starts over.
        if !isInGrace || subscription.paidUntil <= now {
            subscription.anchor = now
            subscription.periods = 1
        }
        return [renew(productID, subscription, "payment recovered; renewed")]
    }

    private mutating func endGrace(of productID: String) -> StoreEvent {
        guard let retryEnd = subscriptions[productID]?.retryEnd, var renewal = ledger.renewals[productID] else {
            return report(productID, "ended")
        }
        guard renewal.willAutoRenew else {
            return end(productID, because: .autoRenewDisabled, "expired; its renewal was turned off")
        }
        renewal.gracePeriodExpirationDate = nil
        ledger.setRenewal(renewal, of: productID)
        guard retryEnd > now else { return endUnpaid(productID) }
        return report(productID, "grace period ended; billing retry until \(retryEnd.dayText)")
    }

    private mutating func endUnpaid(_ productID: String) -> StoreEvent {
        end(productID, because: .billingError, "expired; its renewal was never paid for")
    }

    mutating func renew(_ productID: String, _ subscription: Subscription, _ what: String) -> StoreEvent {
        // At the end of the calendar a further period does not move the date, and renewing would never end.
        guard subscription.paidUntil > now else {
            return end(productID, because: .productUnavailable, "expired; it cannot be renewed")
        }
        let before = ledger.transactions(of: productID).last
        var transaction = PurchaseLedger.Transaction(
            id: ledger.nextTransactionID, originalID: before?.originalID, productID: productID,
            productType: .autoRenewable, purchaseDate: now, originalPurchaseDate: before?.originalPurchaseDate,
            expirationDate: subscription.paidUntil)
        if let before { transaction.ownershipType = before.ownershipType }
        ledger.record(transaction)
        subscriptions[productID] = subscription
        ledger.setRenewal(PurchaseLedger.RenewalInfo(willAutoRenew: true), of: productID)
        unknown.remove(productID)
        return report(productID, "\(what) until \(subscription.paidUntil.dayText)")
    }

    mutating func end(
        _ productID: String, because reason: PurchaseLedger.RenewalInfo.ExpirationReason?, _ words: String
    ) -> StoreEvent {
        subscriptions[productID] = nil
        ledger.setRenewal(
            PurchaseLedger.RenewalInfo(willAutoRenew: false, expirationReason: reason), of: productID)
        return report(productID, words)
    }
}
