/// What would make a feature available.
package struct FeaturePlans: Codable, Sendable, Hashable {
    /// The most plans that are listed of a feature.
    package static let limit = 64

    /// The smallest sets of changes that would do, cheapest first; empty if the feature is available already or if no
    /// change a person can make would help.
    package var plans: [[UnlockStep]]
    /// Whether these are all; the search is cut short where there are very many.
    package var areComplete: Bool
    /// Where there are no plans, the smallest sets that hold something this device cannot give; overrides can show the
    /// app with them all the same.
    package var impossiblePlans: [[UnlockStep]]

    /// Creates plans.
    package init(plans: [[UnlockStep]], areComplete: Bool, impossiblePlans: [[UnlockStep]] = []) {
        self.plans = plans
        self.areComplete = areComplete
        self.impossiblePlans = impossiblePlans
    }
}

/// One thing to do on the way to making a feature available.
package struct UnlockStep: Codable, Sendable, Hashable {
    /// Who can take a step.
    package enum Means: String, Codable, Sendable, Hashable, CaseIterable {
        /// The app's user: buys, allows, or turns on.
        case userMust = "user-must"
        /// A developer: sets a flag, changes the program, or removes an override.
        case developerCan = "developer-can"
        /// It cannot be taken on this device.
        case impossibleHere = "impossible-here"

        /// The means as people read them, such as "user must".
        package var words: String { rawValue.split(separator: "-").joined(separator: " ") }
    }

    /// The kind of requirement the step meets.
    package var kind: RequirementKind
    /// The identifier of the fact to change, as in ``RequirementState/key``.
    package var key: String
    /// The step as people read it, such as "buy Premium subscription" or "allow Location when in use".
    package var title: String
    /// Who can take it.
    package var means: Means
    /// Why it is a developer's, or impossible; `nil` for what a user can simply do.
    @NullWhenAbsent package var reason: String?
    /// What overriding the fact with has the same effect, in the spelling of ``FactKind``; `nil` where removing
    /// the present override has.
    @NullWhenAbsent package var override: String?
    /// The price as the store shows it, such as "$4.99", of a purchase whose price is known.
    @NullWhenAbsent package var price: String?
    /// How long one period of a subscription lasts, in ISO 8601, such as `P1M`, if the store knows.
    @NullWhenAbsent package var subscriptionPeriod: String?

    /// Creates a step.
    package init(
        kind: RequirementKind, key: String, title: String, means: Means = .userMust, reason: String? = nil,
        override: String? = nil, price: String? = nil, subscriptionPeriod: String? = nil
    ) {
        self.kind = kind
        self.key = key
        self.title = title
        self.means = means
        self.reason = reason
        self.override = override
        self.price = price
        self.subscriptionPeriod = subscriptionPeriod
    }
}

extension UnlockStep {
    /// Makes the command that takes the step as an override.
    ///
    /// - Parameters:
    ///   - reason: The reason of the override.
    ///   - expiry: When the override expires; `nil` if it stays until it is removed.
    /// - Returns: The command; `nil` for what depends on no single fact.
    package func overriding(reason: String? = nil, expiry: OverrideExpiry? = nil) -> Command? {
        guard let kind = kind.fact else { return nil }
        return .setOverride(
            FactReference(kind: kind, key: key), override.map { Override(value: $0, reason: reason, expiry: expiry) })
    }
}

/// What a plan costs the app's user.
package struct UnlockCost: Sendable, Hashable {
    /// What its purchases cost together, such as "$17.98"; `nil` if it has none, or if a price is not known or in another
    /// currency.
    package let price: String?
    /// How many permissions the user is asked for, or must allow in the system's settings.
    package let permissions: Int
    private let purchases: Int
    private let steps: Int
    private let amount: Int

    /// Works out what a plan costs.
    package init(_ plan: [UnlockStep]) {
        let purchases = plan.filter { $0.kind == .purchase && $0.means == .userMust }
        let prices = purchases.map { $0.price.flatMap(Price.init) }
        let total = prices.reduce(Price?.none) { sum, price in sum.map { $0.adding(price) } ?? price }
        let isKnown = !prices.contains(nil) && prices.compactMap(\.self).allSatisfy { $0.hasCurrency(of: total) }
        price = isKnown ? total?.text : nil
        self.purchases = purchases.count
        permissions = plan.count { $0.kind == .permission && $0.means == .userMust }
        steps = plan.count
        // What may cost anything comes after what costs something.
        amount = isKnown ? total?.hundredths ?? 0 : Int.max
    }

    /// The cost as every front end writes it, such as "$4.99, 2 permissions" or, where no price is known,
    /// "1 purchase, 1 permission"; empty if there is none to name.
    package var text: String {
        [price ?? Self.count(purchases, "purchase"), Self.count(permissions, "permission")].compactMap(\.self)
            .joined(separator: ", ")
    }

    private static func count(_ number: Int, _ noun: String) -> String? {
        number == 0 ? nil : "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}

extension UnlockCost: Comparable {
    /// Orders by price, then by the permissions asked for, then by the number of steps.
    package static func < (lhs: UnlockCost, rhs: UnlockCost) -> Bool {
        (lhs.amount, lhs.permissions, lhs.steps) < (rhs.amount, rhs.permissions, rhs.steps)
    }
}
