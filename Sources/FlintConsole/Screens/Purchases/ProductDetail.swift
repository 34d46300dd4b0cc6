import InspectorKit

/// Everything that is known of a product, line by line, with what each override would change.
struct ProductDetail {
    /// The lines.
    private(set) var lines: [StyledLine] = []

    /// The most features that are listed.
    static let featureLimit = 200

    /// Makes the lines.
    init(_ product: ProductSnapshot, in state: ConsoleState) {
        let columns = state.layout.detailColumns(.purchases)
        let signs = state.signs
        lines.append(StyledLine(TextLayout.clipped(product.productID, to: columns, ellipsis: signs.ellipsis), .dim))
        for line in TextLayout.wrapped(product.description ?? "", to: columns, limit: 4, ellipsis: signs.ellipsis) {
            lines.append(StyledLine(line))
        }
        for line in TextLayout.wrapped(Self.terms(product, signs: signs), to: columns, ellipsis: signs.ellipsis) {
            lines.append(StyledLine(line, .dim))
        }
        lines.append(StyledLine())
        lines.append(StyledLine("Status", .heading))
        lines.append(
            StyledLine("   store       ").adding(product.status.description, StatusWords.role(product.status)))
        let fact = OverridableFact(kind: .purchase, key: product.productID, title: product.name)
        lines += state.overrideLines(of: fact, words: product.override?.description, columns: columns)
        lines.append(
            StyledLine("   current     ").adding(product.effective.description, StatusWords.role(product.effective)))
        if let balance = product.balance { lines.append(StyledLine("   balance     \(balance)")) }
        addRenewalState(product, in: state)
        lines.append(StyledLine())
        addOverrides(product, in: state, columns: columns)
        lines.append(StyledLine())
        lines.append(StyledLine("Used by", .heading))
        lines += FeatureList.lines(state.details.usages[fact.reference], in: state, columns: columns)
        let transactions = TransactionList(product, in: state, columns: columns).lines
        if !transactions.isEmpty { lines += [StyledLine()] + transactions }
    }

    /// How the product is sold: the type, the price and the period, and the group of subscriptions.
    private static func terms(_ product: ProductSnapshot, signs: GlyphSet) -> String {
        var parts = [product.type.rawValue]
        if let price = product.priceText { parts.append(price) }
        if let group = product.subscriptionGroup { parts.append("group \(group)") }
        return parts.joined(separator: " \(signs.dot) ")
    }

    /// Adds the renewal state of the subscription, and what a purchase waits for.
    private mutating func addRenewalState(_ product: ProductSnapshot, in state: ConsoleState) {
        let offset = state.environment.timeZoneOffset
        func add(_ label: String, _ text: String, _ role: Role = .plain) {
            lines.append(
                StyledLine("   " + TextLayout.cell(label, 12, ellipsis: state.signs.ellipsis)).adding(text, role))
        }
        if let subscription = product.subscription {
            add("state", subscription.state.words, subscription.state.role)
            if let date = subscription.expirationDate {
                let label = [.expired, .revoked].contains(subscription.state) ? "ended" : "paid until"
                add(label, DateWords.dayAndMinute(of: date, offset: offset))
            }
            if let date = subscription.gracePeriodExpirationDate {
                add("grace until", DateWords.dayAndMinute(of: date, offset: offset), .doubtful)
            }
            add("renews", subscription.willAutoRenew ? "automatically" : "no: it ends with the paid period")
        }
        if let pending = state.pendingPurchase(of: product.productID) {
            let since = DateWords.dayAndMinute(of: pending.since, offset: offset)
            add("waits", "\(pending.waitingFor.words), since \(since)", .doubtful)
        }
    }

    /// Adds the overrides, each with its key and with the effect it would have on features.
    private mutating func addOverrides(_ product: ProductSnapshot, in state: ConsoleState, columns: Int) {
        let fact = OverridableFact(kind: .purchase, key: product.productID, title: product.name)
        let keys: [KeyCommand] = [.overridePurchased, .overrideNotPurchased, .overrideUnknown, .removeOverride]
        let table = OverrideTable(
            fact: fact, now: product.override?.description, keys: keys, context: .purchases, state: state,
            columns: columns)
        lines += table.lines
    }
}

extension SubscriptionSnapshot.State {
    /// The state as people read it.
    var words: String {
        switch self {
        case .subscribed: "subscribed"
        case .expired: "expired"
        case .inBillingRetryPeriod: "ended; the store still tries to be paid"
        case .inGracePeriod: "in grace: the renewal was not paid, it stays active for a while"
        case .revoked: "revoked"
        }
    }

    /// The look of the state.
    var role: Role {
        switch self {
        case .subscribed: .good
        case .inGracePeriod: .doubtful
        case .expired, .inBillingRetryPeriod, .revoked: .bad
        }
    }

    /// Whether the subscription has not ended for good, so that it can still renew or be ended.
    var isOpen: Bool {
        switch self {
        case .subscribed, .inGracePeriod, .inBillingRetryPeriod: true
        case .expired, .revoked: false
        }
    }
}

extension StoreSnapshot.PendingPurchase.Waiting {
    /// What a purchase waits for, as people read it.
    var words: String {
        switch self {
        case .approval: "for approval"
        case .interruption: "for the user to finish it elsewhere"
        }
    }
}

/// The features that depend on a product or a permission, line by line.
enum FeatureList {
    /// A line for each feature with its availability; beyond a limit only their number.
    static func lines(_ ids: [String]?, in state: ConsoleState, columns: Int) -> [StyledLine] {
        guard let ids, !ids.isEmpty else { return [StyledLine("   none", .dim)] }
        var lines = ids.prefix(ProductDetail.featureLimit).map { id in
            let feature = state.feature(id)
            var line = StyledLine(
                " \(StatusWords.sign(feature?.isAvailable)) ", StatusWords.role(feature?.isAvailable))
            line.append(TextLayout.clipped(feature?.name ?? id, to: columns - 4, ellipsis: state.signs.ellipsis))
            return line
        }
        if ids.count > lines.count { lines.append(StyledLine("   and \(ids.count - lines.count) more", .dim)) }
        return lines
    }
}
