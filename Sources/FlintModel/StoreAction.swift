/// Something that happens at the simulated store: what the user and the bank do, how the store behaves, and its clock.
public enum StoreAction: Codable, Sendable, Hashable {
    /// The highest rate of the store's clock: a month per second.
    public static let fastestRate: Double = 30 * 86_400

    /// The end of a purchase.
    public enum Ending: String, Codable, Sendable, Hashable, CaseIterable {
        /// The subscription is paid for.
        case succeed
        /// The payment fails.
        case fail
        /// It waits for a parent's approval.
        case askToBuy = "ask-to-buy"
        /// The user has to do something outside the app first.
        case interrupt
    }

    /// The user buys units of a product; of one that is not consumable, it is always one.
    case buy(productID: String, quantity: Int = 1, ending: Ending = .succeed)
    /// A purchase that waits for approval is approved.
    case approve(productID: String)
    /// A purchase that waits for approval is declined.
    case decline(productID: String)
    /// The user finishes, outside the app, what interrupted a purchase.
    case resume(productID: String)
    /// The latest purchase of a product is refunded.
    case refund(productID: String)
    /// Family sharing of a product with the user is revoked.
    case revoke(productID: String)
    /// A member of the family shares a product with the user.
    case share(productID: String)
    /// A transaction of a product is deleted, as if it had never been made.
    case deleteTransaction(productID: String, id: UInt64)
    /// A subscription is renewed now, or begun again.
    case renew(productID: String)
    /// A subscription expires now.
    case expire(productID: String)
    /// The user turns a subscription's renewal on or off.
    case setAutoRenew(productID: String, isOn: Bool)
    /// Units of a consumable product are consumed.
    case consume(productID: String, quantity: Int)
    /// Every purchase waits for approval, or no longer does.
    case setAskToBuy(Bool)
    /// Payments for renewals fail, or no longer do.
    case setFailsRenewals(Bool)
    /// The store's clock is advanced by a number of seconds; what falls due meanwhile happens.
    case advance(seconds: Double)
    /// The store's clock is advanced to the next scheduled event.
    case advanceToNextEvent
    /// The store's clock advances by this many seconds in a real one; 0 pauses it.
    case setRate(Double)
    /// The store is reset to its initial state.
    case reset

    /// The product it concerns, if it concerns one.
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
