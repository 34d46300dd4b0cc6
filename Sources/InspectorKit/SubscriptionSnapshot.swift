#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The renewal state of a subscription.
public struct SubscriptionSnapshot: Codable, Sendable, Hashable {
    /// The states of a subscription, which are StoreKit's.
    public enum State: String, Codable, Sendable, Hashable, CaseIterable {
        /// It is paid for.
        case subscribed
        /// It has ended.
        case expired
        /// It has ended, and the store still tries to be paid.
        case inBillingRetryPeriod = "in-billing-retry-period"
        /// Its renewal could not be paid, and it continues for a while all the same.
        case inGracePeriod = "in-grace-period"
        /// It was revoked.
        case revoked
    }

    /// The renewal state.
    public var state: State
    /// When what has been paid for ends, or has ended.
    public var expirationDate: Date?
    /// When the grace period ends, while it lasts.
    public var gracePeriodExpirationDate: Date?
    /// Whether it will renew by itself.
    public var willAutoRenew: Bool

    /// Creates a subscription's snapshot.
    public init(state: State, expirationDate: Date?, gracePeriodExpirationDate: Date?, willAutoRenew: Bool) {
        self.state = state
        self.expirationDate = expirationDate
        self.gracePeriodExpirationDate = gracePeriodExpirationDate
        self.willAutoRenew = willAutoRenew
    }
}
