// SPDX-License-Identifier: MIT

/// The plans that make a feature available.
///
/// Each plan is a minimal set of steps: if any step is omitted, the feature remains unavailable. ``World/plans(of:)``
/// searches for plans. The search can take a long time for features with many alternatives, and it returns at most
/// ``limit`` plans.
package struct FeaturePlans: Codable, Sendable, Hashable {
    package static let limit = 64

    /// The minimal sets of steps that make the feature available, cheapest first.
    ///
    /// The array is empty if the feature is already available or if no possible change makes it available.
    package var plans: [[UnlockStep]]
    /// Whether ``plans`` and ``impossiblePlans`` are complete.
    ///
    /// The search stops early if there are too many combinations.
    package var areComplete: Bool
    /// Minimal sets with at least one step that is impossible on this device, if no other plans exist.
    ///
    /// Overrides can simulate these plans.
    package var impossiblePlans: [[UnlockStep]]

    package init(plans: [[UnlockStep]], areComplete: Bool, impossiblePlans: [[UnlockStep]] = []) {
        self.plans = plans
        self.areComplete = areComplete
        self.impossiblePlans = impossiblePlans
    }
}

/// A step of a plan that makes a feature available.
///
/// A step usually changes one fact, such as a purchase or a permission. ``overriding(reason:expiry:)`` returns a
/// command that simulates the step with an override.
package struct UnlockStep: Codable, Sendable, Hashable {
    /// The person who can take a step, if anyone can.
    package enum Means: String, Codable, Sendable, Hashable, CaseIterable {
        /// The app's user can take the step: make a purchase, grant a permission, or turn on a setting.
        case userMust = "user-must"
        /// The operator of a service that the app uses can take the step.
        case operatorCan = "operator-can"
        /// A developer can take the step: set a flag, change the code, or remove an override.
        case developerCan = "developer-can"
        case impossibleHere = "impossible-here"

        package var title: String { rawValue.split(separator: "-").joined(separator: " ") }
    }

    package var kind: RequirementKind
    /// The identifier of the fact, as in ``RequirementState/key``.
    package var key: String
    package var title: String
    package var means: Means
    /// The reason the step is impossible or requires a developer, or `nil` if no reason is needed or known.
    @NullWhenAbsent package var reason: String?
    /// The override value that has the same effect, or `nil` if the step removes the current override.
    ///
    /// The value has the format of its ``FactKind``.
    @NullWhenAbsent package var override: String?
    @NullWhenAbsent package var price: String?
    /// The duration of a subscription period in ISO 8601, such as `P1M`, if the store knows it.
    @NullWhenAbsent package var subscriptionPeriod: String?
    /// The active subscription whose renewal the purchase waits for, or `nil` if the step takes effect immediately.
    package var atRenewalOf: String?

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
    /// Returns the command that simulates the step with an override.
    ///
    /// The result is `nil` if the step does not change exactly one fact.
    package func overriding(reason: String? = nil, expiry: OverrideExpiry? = nil) -> Command? {
        guard let kind = kind.fact else { return nil }
        return .setOverride(
            FactReference(kind: kind, key: key), override.map { Override(value: $0, reason: reason, expiry: expiry) })
    }
}

extension UnlockStep {
    package var priceText: String? { PriceFormatter.displayText(price: price, period: subscriptionPeriod) }
}

extension UnlockCost {
    package init(_ plan: [UnlockStep]) {
        let user = plan.filter { $0.means == .userMust }
        self.init(
            prices: user.filter { $0.kind == .purchase }.map { step in
                step.price.flatMap { ProductPrice($0, period: step.subscriptionPeriod) }
            },
            permissions: user.count { $0.kind == .permission }, steps: plan.count,
            isDelayed: plan.contains { $0.atRenewalOf != nil })
    }
}
