// SPDX-License-Identifier: MIT

import FlintWorld

/// The content of a product's details.
///
/// The sections are the terms of sale, the status with its override and renewal state, the table of overrides, the
/// features that require the product, its latest events, its declaration, and its transactions.
struct ProductDetail {
    private(set) var lines: [StyledLine] = []

    static let featureLimit = 200

    init(_ product: ProductSnapshot, in state: ConsoleState) {
        let columns = state.layout.detailColumnCount(of: .purchases)
        let glyphs = state.glyphs
        lines.append(StyledLine(TextLayout.clipped(product.productID, to: columns, ellipsis: glyphs.ellipsis), .dim))
        if let description = product.description, !description.isEmpty {
            lines += StyledLine(description).wrapped(to: columns, limit: 4, ellipsis: glyphs.ellipsis)
        }
        lines += StyledLine(Self.terms(product, glyphs: glyphs), .dim).wrapped(to: columns)
        lines.append(StyledLine())
        lines.append(StyledLine("Status", .heading))
        let pending = state.pendingPurchase(of: product.productID)
        lines.append(StyledLine("   store       ").adding(product.storeStatus(pending: pending)))
        let fact = product.overridable
        lines += state.overrideLines(of: fact, words: product.override?.description, columns: columns)
        lines.append(StyledLine("   current     ").adding(product.effectiveStatus(pending: pending)))
        addRenewalState(product, in: state)
        lines.append(StyledLine())
        addOverrides(product, in: state, columns: columns)
        lines += state.factSections(fact.reference, columns: columns)
        let transactions = TransactionList(product, in: state, columns: columns).lines
        lines += state.lines(about: product.declaration, in: .purchases, columns: columns)
        if !transactions.isEmpty { lines += [StyledLine()] + transactions }
    }

    private static func terms(_ product: ProductSnapshot, glyphs: GlyphSet) -> String {
        var parts = [product.type.rawValue]
        if let price = product.priceText { parts.append(price) }
        if let group = product.subscriptionGroup { parts.append("group \(group)") }
        return parts.joined(separator: glyphs.separator)
    }

    private mutating func addRenewalState(_ product: ProductSnapshot, in state: ConsoleState) {
        let timeZone = state.environment.timeZone
        func add(_ label: String, _ text: String, _ role: Role = .plain) {
            lines.append(
                StyledLine("   " + TextLayout.cell(label, 12, ellipsis: state.glyphs.ellipsis)).adding(text, role))
        }
        if let subscription = product.subscription {
            add("state", subscription.state.displayText, subscription.state.role)
            let hasEnded = [.expired, .revoked].contains(subscription.state)
            if let date = subscription.expirationDate {
                add(hasEnded ? "ended" : "paid until", TimestampFormatter.dayAndMinute(of: date, in: timeZone))
            }
            if let date = subscription.gracePeriodExpirationDate {
                add("grace until", TimestampFormatter.dayAndMinute(of: date, in: timeZone), .doubtful)
            }
            if !hasEnded {
                add("renews", subscription.willAutoRenew ? "automatically" : "no; ends with the paid period")
            }
            if let next = subscription.nextProductID { add("changes to", state.product(next)?.name ?? next, .doubtful) }
        }
        if let pending = state.pendingPurchase(of: product.productID) {
            let since = TimestampFormatter.dayAndMinute(of: pending.since, in: timeZone)
            add("waiting", "\(pending.waitingFor.displayText), since \(since)", .doubtful)
        }
    }

    private mutating func addOverrides(_ product: ProductSnapshot, in state: ConsoleState, columns: Int) {
        let keys: [KeyCommand] = [.overridePurchased, .overrideNotPurchased, .overrideUnknown, .removeOverride]
        let table = OverrideTable(
            fact: product.overridable, now: product.override?.description, keys: keys, context: .purchases,
            state: state, columns: columns)
        lines += table.lines
    }
}

extension SubscriptionRenewalState {
    var displayText: String {
        switch self {
        case .subscribed: "subscribed"
        case .expired: "expired"
        case .inBillingRetryPeriod: "expired; the store is retrying the payment"
        case .inGracePeriod: "in grace period: payment failed, still active"
        case .revoked: "revoked"
        }
    }

    var role: Role {
        switch self {
        case .subscribed: .good
        case .inGracePeriod: .doubtful
        case .expired, .inBillingRetryPeriod, .revoked: .bad
        }
    }

    var isOpen: Bool {
        switch self {
        case .subscribed, .inGracePeriod, .inBillingRetryPeriod: true
        case .expired, .revoked: false
        }
    }
}

extension StoreSnapshot.PendingPurchase.Waiting {
    var displayText: String {
        switch self {
        case .approval: "for approval"
        case .interruption: "for the user to finish it outside the app"
        }
    }
}

extension ConsoleState {
    /// Returns the sections with the features that require a fact and the fact's latest events.
    ///
    /// After ``ProductDetail/featureLimit`` features, the list ends with the number of remaining features.
    func factSections(_ fact: FactReference, columns: Int) -> [StyledLine] {
        [StyledLine(), StyledLine("Features that need it", .heading)] + featureLines(fact, columns: columns)
            + latestEvents(of: .fact(fact), columns: columns)
    }

    private func featureLines(_ fact: FactReference, columns: Int) -> [StyledLine] {
        if let line = app.missingLine(.usage(of: fact)) { return line.wrapped(to: columns, indent: 3) }
        guard let ids = app.explanations.usages[fact], !ids.isEmpty else { return [StyledLine("   none", .dim)] }
        var lines = ids.prefix(ProductDetail.featureLimit).map { id in
            let feature = self.feature(id)
            var line = AvailabilityFormatter.mark(feature?.isAvailable, indent: " ")
            line.append(TextLayout.clipped(feature?.name ?? id, to: columns - 4, ellipsis: glyphs.ellipsis))
            return line.leading(to: .goToFeature(id))
        }
        if ids.count > lines.count { lines.append(StyledLine("   and \(ids.count - lines.count) more", .dim)) }
        return lines
    }
}
