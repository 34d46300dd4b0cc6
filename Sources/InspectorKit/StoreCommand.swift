/// Something that happens at the simulated store.
public enum StoreCommand: Codable, Sendable, Hashable {
    /// How a purchase ends.
    public enum Ending: String, Codable, Sendable, Hashable, CaseIterable {
        /// It is paid for.
        case succeed
        /// The payment fails.
        case fail
        /// It waits for somebody's approval.
        case askToBuy = "ask-to-buy"
        /// The user has to do something outside the app first.
        case interrupt
    }

    /// The user buys a product.
    case buy(productID: String, ending: Ending)
    /// Somebody approves a purchase that waits for approval.
    case approve(productID: String)
    /// Somebody refuses it.
    case decline(productID: String)
    /// The user finishes, outside the app, what interrupted a purchase.
    case resume(productID: String)
    /// The user gets the money back for the latest purchase of a product.
    case refund(productID: String)
    /// A product that was shared with the user is taken back.
    case revoke(productID: String)
    /// The user turns a subscription's renewal on or off.
    case setAutoRenew(productID: String, isOn: Bool)
    /// A subscription is renewed now.
    case renew(productID: String)
    /// A subscription ends now.
    case expire(productID: String)
    /// Units of a consumable product are used up.
    case consume(productID: String, quantity: Int)
    /// Every purchase waits for approval, or no longer does.
    case setAskToBuy(Bool)
    /// Payments for renewals fail, or no longer do.
    case setFailsRenewals(Bool)
    /// The store's clock is put forward by a number of seconds; what falls due meanwhile happens.
    case advance(seconds: Double)
    /// The store's clock is put forward to the next thing that falls due.
    case advanceToNextEvent
    /// The store's clock goes on by this many seconds in a real one; 0 stops it.
    case setRate(Double)
    /// Everything is as it was at first.
    case reset
}
