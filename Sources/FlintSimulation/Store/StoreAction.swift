/// Something that people and their banks do at a store.
public enum StoreAction: Sendable, Hashable {
    /// How a purchase ends.
    public enum Ending: String, Sendable, Hashable, Codable, CaseIterable {
        /// It is paid for.
        case succeed
        /// The payment fails.
        case fail
        /// It waits for somebody's approval.
        case askToBuy = "ask-to-buy"
        /// The user has to do something outside the app first.
        case interrupt
    }

    /// The user buys units of a product.
    case buy(productID: String, quantity: Int = 1, ending: Ending = .succeed)
    /// Somebody approves a purchase that waits for approval.
    case approve(productID: String)
    /// Somebody refuses it.
    case decline(productID: String)
    /// The user finishes what interrupted a purchase.
    case resume(productID: String)
    /// The user gets the money back for the latest purchase of a product.
    case refund(productID: String)
    /// A product that was shared with the user is taken back.
    case revoke(productID: String)
    /// A subscription is renewed now, or begun again.
    case renew(productID: String)
    /// A subscription ends now.
    case expire(productID: String)
    /// The user turns a subscription's renewal on or off.
    case setAutoRenew(productID: String, isOn: Bool)
    /// Units of a consumable product are used up.
    case consume(productID: String, quantity: Int)
    /// The store behaves differently from now on.
    case setSettings(StoreSettings)
}
