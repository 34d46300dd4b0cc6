// SPDX-License-Identifier: MIT

/// The cost of a plan for the app's user.
///
/// Costs determine the order of plans. Plans that are paid in the same way are ordered by price, then by the number of
/// permissions, then by the number of steps. Prices for different periods cannot be compared, so plans without a
/// recurring price come first, then those with the shortest periods. A plan with an unknown price comes after all plans
/// with a known price, and a plan that takes effect when a subscription renews comes after all others.
package struct UnlockCost: Sendable, Hashable {
    /// The sum of the prices for each period, beginning with the prices that are paid once.
    ///
    /// The array is empty if the plan has no purchases. It is `nil` if a price is unknown or the currencies differ.
    package let totals: [ProductPrice]?
    package let permissions: Int
    private let purchases: Int
    private let steps: Int
    private let isDelayed: Bool

    package init(prices: [ProductPrice?], permissions: Int, steps: Int, isDelayed: Bool = false) {
        totals = ProductPrice.totals(of: prices)
        (purchases, self.permissions, self.steps, self.isDelayed) = (prices.count, permissions, steps, isDelayed)
    }

    /// The total price, such as "$17.98" or, for prices with different periods, "$12.99 and $4.99 for a month".
    ///
    /// The price is `nil` if the plan has no purchases, a price is unknown, or the currencies differ.
    package var price: String? {
        guard let totals, let first = totals.first else { return nil }
        return totals.count == 1 ? first.text : totals.map(\.displayText).listed()
    }

    /// The cost, such as "$4.99, 2 permissions", or "1 purchase, 1 permission" if the price is unknown.
    ///
    /// The string is empty if the plan requires neither a purchase nor a permission.
    package var summary: String {
        [
            price ?? (purchases == 0 ? nil : purchases.counted("purchase")),
            permissions == 0 ? nil : permissions.counted("permission"),
        ].compactMap(\.self).joined(separator: ", ")
    }
}

extension UnlockCost: Comparable {
    /// A sort key that is equal for plans with comparable prices.
    private var group: [Int] {
        // The last number is less than any period, so fewer periods come first.
        [isDelayed ? 1 : 0, totals == nil ? 1 : 0] + (totals ?? []).map(\.days) + [-1]
    }

    private var currency: String { totals?.first?.currency ?? "" }

    private var amounts: [Int] { (totals ?? []).map(\.hundredths) + [permissions, steps] }

    package static func < (lhs: UnlockCost, rhs: UnlockCost) -> Bool {
        if lhs.group != rhs.group { return lhs.group.lexicographicallyPrecedes(rhs.group) }
        if lhs.currency != rhs.currency { return lhs.currency < rhs.currency }
        return lhs.amounts.lexicographicallyPrecedes(rhs.amounts)
    }
}
