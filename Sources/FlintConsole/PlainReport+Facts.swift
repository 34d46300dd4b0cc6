// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintWorld

extension PlainReport {
    /// Returns the feature flags, each with its effective value and every provider's answer.
    ///
    /// The word "used" marks the answer that determines the actual value.
    ///
    /// ```
    /// smart-playlists: on (overridden; the providers' value is off), for Smart playlists
    ///   Debug menu (debug, priority 900): flag not found
    ///   Remote (remote, priority 300): off, TARGETING_MATCH, variant control, used
    /// ```
    package static func flags(_ world: World) -> [String] {
        world.flags.flatMap { flag in
            var line = "\(flag.key): \(FlagSnapshot.displayText(of: flag.effective))"
            if flag.override != nil {
                line += " (overridden; the providers' value is \(FlagSnapshot.displayText(of: flag.value)))"
            }
            let winner = flag.winner
            let answers = flag.answers.enumerated().map { index, answer in
                "  \(answer.provider) (\(answer.type), priority \(answer.priority)): "
                    + summary(of: answer, counts: index == winner)
            }
            return [line + featureSuffix(flag.features, in: world.model)] + answers
        }
    }

    private static func summary(of answer: FlagSnapshot.Answer, counts: Bool) -> String {
        var parts: [String] = []
        if let value = answer.value {
            parts.append(FlagSnapshot.displayText(of: value))
        } else {
            parts.append(answer.hasFlag ? "has no value" : "flag not found")
        }
        if let reason = answer.reasonText { parts.append(reason) }
        if let variant = answer.variant { parts.append("variant \(variant)") }
        if let code = answer.errorCode, !answer.isPending { parts.append("error \(code)") }
        if let message = answer.errorMessage { parts.append(message) }
        if counts { parts.append("used") }
        return parts.joined(separator: ", ")
    }

    /// Returns the app's own facts, the user settings, and the runtime switches, each with its effective value.
    static func facts(_ world: World) -> [String] {
        world.factList().otherThanFlags.map { entry in
            let fact = FactItem.entry(entry)
            let reason =
                fact.override == nil
                ? entry.sourceText : "overridden; the actual value is \(fact.displayText(of: fact.actual))"
            return "\(fact.title): \(fact.displayText(of: fact.effective)) (\(reason))"
                + featureSuffix(entry.features, in: world.model)
        }
    }

    /// Returns the state of the simulated store, if the app uses one, and the products.
    package static func purchases(_ world: World, timeZone: DisplayTimeZone) -> [String] {
        store(world.model, in: timeZone) + world.products.map { line(for: $0, in: world, timeZone: timeZone) }
    }

    private static func store(_ model: AppModel, in timeZone: DisplayTimeZone) -> [String] {
        guard let store = model.status.store else { return [] }
        func dateText(_ date: Date) -> String { TimestampFormatter.dayAndMinute(of: date, in: timeZone) }
        var lines = ["The store's clock: \(dateText(store.now)), \(DurationFormatter.clockRate(store.rate))"]
        if let date = store.nextEvent {
            lines.append("Next store event: \(dateText(date)), \(store.nextEventTitle ?? "scheduled event")")
        }
        if store.asksToBuy { lines.append("Every purchase waits for approval.") }
        if store.failsRenewals { lines.append("Payments for renewals fail.") }
        for pending in store.pending {
            let name = model.products[pending.productID]?.name ?? pending.productID
            lines.append("\(name) is waiting \(pending.waitingFor.displayText), since \(dateText(pending.since)).")
        }
        return lines
    }

    package static func line(for product: ProductSnapshot, in world: World, timeZone: DisplayTimeZone) -> String {
        let pending = world.model.status.store?.pending.first { $0.productID == product.productID }
        var line = "\(product.name) (\(product.productID)): \(product.effectiveStatus(pending: pending).text)"
        if product.override != nil {
            line += " (overridden; the store's value is \(product.storeStatus(pending: pending).text))"
        }
        if let price = product.priceText { line += ", \(price)" }
        if let group = product.subscriptionGroup { line += ", group \(group)" }
        if let subscription = product.subscription {
            line += renewalText(of: subscription, in: timeZone)
            if let next = subscription.nextProductID { line += ", changes to \(world.name(ofProduct: next))" }
        }
        return line + featureSuffix(product.features, in: world.model)
    }

    private static func renewalText(of subscription: SubscriptionSnapshot, in timeZone: DisplayTimeZone) -> String {
        var line = ", \(subscription.state.displayText)"
        if let date = subscription.expirationDate {
            let verb = [.expired, .revoked].contains(subscription.state) ? "ended" : "paid until"
            line += ", \(verb) \(TimestampFormatter.dayAndMinute(of: date, in: timeZone))"
        }
        if let date = subscription.gracePeriodExpirationDate {
            line += ", grace until \(TimestampFormatter.dayAndMinute(of: date, in: timeZone))"
        }
        return line + (subscription.willAutoRenew ? ", renews automatically" : ", does not renew")
    }

    static func overrides(_ records: [OverrideRecord], in timeZone: DisplayTimeZone) -> [String] {
        records.map { record in
            var line = "Override: \(record.kind.rawValue) \(record.key) is \(record.value)"
            line += ", " + OverrideExpiryFormatter.expiry(record.expiry, in: timeZone, today: nil)
            if let reason = record.reason, !reason.isEmpty { line += ", because: \(reason)" }
            return line
        }
    }
}
