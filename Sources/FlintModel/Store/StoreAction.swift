// SPDX-License-Identifier: MIT

/// An action that a simulated store can perform.
///
/// Some actions simulate the user, the user's family, or the bank. Others change the store's behavior or its clock. A
/// `productID` identifies the affected product.
///
/// ```swift
/// try store.send(.buy(productID: "monthly"))
/// try store.send(.expire(productID: "monthly"))
/// ```
public enum StoreAction: Codable, Sendable, Hashable {
    /// The highest rate of the store's clock, in simulated seconds per real second: 30 days per second.
    public static let fastestRate: Double = 30 * 86_400

    /// The outcome of a simulated purchase.
    public enum PurchaseResult: String, Codable, Sendable, Hashable, CaseIterable {
        /// The payment succeeds.
        case succeed
        /// The payment fails.
        case fail
        /// The purchase waits for a parent's approval.
        case askToBuy = "ask-to-buy"
        /// The purchase is interrupted until the user completes a step outside the app.
        case interrupt
    }

    /// The user buys a product.
    ///
    /// The quantity is always 1 for a product that is not consumable.
    case buy(productID: String, quantity: Int = 1, ending: PurchaseResult = .succeed)
    /// A parent approves a pending purchase.
    case approve(productID: String)
    /// A parent declines a pending purchase.
    case decline(productID: String)
    /// The user completes the step that interrupted a purchase.
    case resume(productID: String)
    /// The latest purchase of a product is refunded.
    case refund(productID: String)
    /// A family member stops sharing a product with the user.
    case revoke(productID: String)
    /// A family member shares a product with the user.
    case share(productID: String)
    /// A product's transaction is deleted, as if it had never taken place.
    case deleteTransaction(productID: String, id: UInt64)
    /// An active subscription is renewed immediately, or an expired subscription begins again.
    case renew(productID: String)
    /// A subscription expires immediately.
    case expire(productID: String)
    /// The user turns a subscription's automatic renewal on or off.
    case setAutoRenew(productID: String, isOn: Bool)
    /// The app consumes units of a consumable product.
    case consume(productID: String, quantity: Int)
    /// Purchases start (`true`) or stop (`false`) waiting for a parent's approval.
    case setAskToBuy(Bool)
    /// Payments for renewals start (`true`) or stop (`false`) failing.
    case setFailsRenewals(Bool)
    /// The store's clock advances by a number of seconds, and the events that fall due in that time occur.
    case advance(seconds: Double)
    /// The store's clock advances to the next scheduled event.
    case advanceToNextEvent
    /// The rate of the store's clock changes to a number of simulated seconds per real second.
    ///
    /// A rate of 0 pauses the clock.
    case setRate(Double)
    /// The store returns to its initial state.
    case reset

    /// The identifier of the affected product, or `nil` for an action that affects the whole store.
    public var productID: String? {
        switch self {
        case .buy(let id, _, _), .approve(let id), .decline(let id), .resume(let id), .refund(let id), .revoke(let id),
            .share(let id), .deleteTransaction(let id, _),
            .renew(let id), .expire(let id), .setAutoRenew(let id, _), .consume(let id, _):
            id
        case .setAskToBuy, .setFailsRenewals, .advance, .advanceToNextEvent, .setRate, .reset: nil
        }
    }
}
