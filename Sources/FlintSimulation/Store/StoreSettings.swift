/// How a simulated store behaves.
public struct StoreSettings: Sendable, Hashable, Codable {
    /// Whether every purchase waits for a parent's approval.
    public var asksToBuy: Bool
    /// Whether payments for purchases fail.
    public var failsPurchases: Bool
    /// Whether payments for renewals fail.
    public var failsRenewals: Bool
    /// How many seconds a subscription continues whose renewal could not be paid; 0 for no grace period.
    public var gracePeriod: Double
    /// For how many seconds after the end of a subscription the store tries to be paid for its renewal.
    public var billingRetryPeriod: Double

    /// Creates settings, by default those of a store where everything goes well.
    ///
    /// - Parameters:
    ///   - asksToBuy: Whether every purchase waits for a parent's approval.
    ///   - failsPurchases: Whether payments for purchases fail.
    ///   - failsRenewals: Whether payments for renewals fail.
    ///   - gracePeriod: In seconds; 16 days by default.
    ///   - billingRetryPeriod: In seconds; 60 days by default.
    public init(
        asksToBuy: Bool = false, failsPurchases: Bool = false, failsRenewals: Bool = false,
        gracePeriod: Double = 16 * 86_400, billingRetryPeriod: Double = 60 * 86_400
    ) {
        self.asksToBuy = asksToBuy
        self.failsPurchases = failsPurchases
        self.failsRenewals = failsRenewals
        self.gracePeriod = gracePeriod
        self.billingRetryPeriod = billingRetryPeriod
    }
}
