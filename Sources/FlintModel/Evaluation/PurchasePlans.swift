// SPDX-License-Identifier: MIT

import FeatureGating

/// Whether and for how much a store sells a product.
public enum ProductListing: Sendable, Hashable {
    /// The store does not sell the product.
    case notSold
    /// The store sells the product, for a price that may be unknown.
    case sold(ProductPrice?)
}

/// The sets of products that make features available together.
public struct PurchasePlans: Sendable, Hashable {
    /// Whether the features are available already, so that there is nothing to buy.
    public let isUnlocked: Bool
    /// The minimal sets of purchases and other steps, each of which makes all of the features available.
    ///
    /// Plans that are paid once come first, followed by plans with recurring prices, shortest periods first. Plans that
    /// are paid in the same way are ordered by price. Plans without ``PurchasePlan/totals`` come last. The user can
    /// take every step of a plan. The array is empty if the features are already available, or if no purchase makes
    /// them available.
    public let plans: [PurchasePlan]
    /// Whether ``plans`` contains every minimal set.
    ///
    /// The search stops after 64 plans, or if there are too many combinations.
    public let areComplete: Bool

    package static let none = PurchasePlans(isUnlocked: false, plans: [], areComplete: true)
}

/// A set of products to buy, with the other steps that are needed in addition.
public struct PurchasePlan: Sendable, Hashable {
    /// The products to buy; empty if other steps are sufficient.
    public let purchases: [Purchase]
    /// The sum of the prices for each period, beginning with the prices that are paid once.
    ///
    /// The value is `nil` if a price is unknown or the currencies differ. The plan then has no rank.
    public let totals: [ProductPrice]?
    /// The steps of the user that are not purchases, such as allowing the camera.
    public let otherSteps: [Refusal.Step]

    /// A product to buy.
    public struct Purchase: Sendable, Hashable {
        /// The product's identifier in the store.
        public let productID: String
        /// The product's name.
        public let name: String
        /// The number of units to buy, which is 1 for a product that is not consumable.
        ///
        /// The value is 0 if the user has enough units. The app then decides what they unlock.
        public let quantity: Int
        /// The price of one unit, or `nil` if it is unknown.
        public let price: ProductPrice?
        /// Whether the product's status is unknown, so that the user may already own it.
        public let isUndetermined: Bool
    }
}

/// A product's contribution to the availability of a feature.
package enum ProductEffect: Sendable, Hashable {
    case alone
    /// The product unlocks the feature together with the other parts of any of these plans.
    case together([PurchasePlan])
    case never
}

extension ExplanationBuilder {
    /// Returns the sets of products that make the feature available, with texts in a language.
    ///
    /// Products without a listing are assumed to be sold at an unknown price.
    ///
    /// - Parameters:
    ///   - platforms: The platforms to which every plan applies, except platforms on which the feature can never be
    ///     available; `nil` for the current platform.
    ///   - language: The language of the texts.
    ///   - catalog: The catalog that provides the texts.
    /// - Returns: The plans.
    package func purchasePlans(
        on platforms: [Platform]? = nil, in language: String, from catalog: RefusalCatalog
    ) -> PurchasePlans {
        let targets = platforms.map(supportedPlatforms) ?? []
        if platforms != nil, targets.isEmpty { return .none }
        if verdict(onEach: targets) == .true { return PurchasePlans(isUnlocked: true, plans: [], areComplete: true) }
        let text = RefusalText(language, catalog)
        let found = plans(onEach: targets, limit: 64) { row in
            // A wider permission can take the place of a restricted one, so the search decides about permissions.
            return row.kind == .permission || plannedStep(row, on: nil, text).step.actor == .user
        }
        let plans = found.plans.map { plan(of: $0, text) }
        // Plans with the same cost keep their order.
        let order = plans.indices.sorted { (plans[$0].cost, $0) < (plans[$1].cost, $1) }
        return PurchasePlans(isUnlocked: false, plans: order.map { plans[$0].plan }, areComplete: found.areComplete)
    }

    private func plan(
        of rows: [RequirementState], _ text: RefusalText
    ) -> (plan: PurchasePlan, cost: UnlockCost) {
        var purchases: [PurchasePlan.Purchase] = []
        var others: [Refusal.Step] = []
        for row in rows {
            let step = plannedStep(row, on: nil, text).step
            guard case .purchase(let productID)? = row.fact else {
                others.append(step)
                continue
            }
            var price: ProductPrice?
            if case .sold(let known)? = basis.listing(productID) { price = known }
            purchases.append(
                PurchasePlan.Purchase(
                    productID: productID,
                    name: text.name(basis.wording(of: .purchase(productID: productID))?.title ?? productID),
                    quantity: missingUnits(of: productID, row.state), price: price, isUndetermined: step.kind == .wait))
        }
        let cost = UnlockCost(
            prices: purchases.map { purchase in purchase.price.flatMap { $0.multiplied(by: purchase.quantity) } },
            permissions: others.count { $0.kind == .allow || $0.kind == .openSettings }, steps: rows.count)
        return (PurchasePlan(purchases: purchases, totals: cost.totals, otherSteps: others), cost)
    }

    /// Returns the number of units to buy to meet every unmet condition on the product.
    private func missingUnits(of productID: String, _ value: FactValue?) -> Int {
        let needed = basis.conditions.filter { condition in
            condition.mainKey == .purchase(productID: productID) && condition.isConsumable && truth(condition) != .true
        }
        guard let most = needed.map({ $0.quantity ?? 1 }).max() else { return 1 }
        return max(0, Int(clamping: most) - max(0, value?.balance ?? 0))
    }

    /// Returns a product's contribution to the feature's availability for a user who has bought nothing.
    ///
    /// The result also states whether all plans were found. The parameters are those of ``purchasePlans(on:in:from:)``.
    package func effect(
        of productID: String, in language: String, from catalog: RefusalCatalog
    ) -> (effect: ProductEffect, isComplete: Bool) {
        let found = withoutPurchases().purchasePlans(in: language, from: catalog)
        let plans = found.plans.filter { plan in plan.purchases.contains { $0.productID == productID } }
        if plans.isEmpty { return (.never, found.areComplete) }
        let isAlone = plans.contains { $0.purchases.count == 1 && $0.otherSteps.isEmpty }
        return (isAlone ? .alone : .together(plans), isAlone || found.areComplete)
    }

    private func withoutPurchases() -> ExplanationBuilder {
        let consumables = Set(basis.conditions.filter(\.isConsumable).map(\.mainKey))
        let values = basis.factKeys.map { key -> Fact? in
            switch key {
            case .purchase, .pastPurchases:
                Fact.unreported(key).assuming(actual: consumables.contains(key) ? .balance(0) : .truth(.false))
            case .permission, .userSetting, .runtimeSwitch, .featureFlag, .platform, .own: fact(key)
            }
        }
        return ExplanationBuilder(basis, values: values)
    }
}
