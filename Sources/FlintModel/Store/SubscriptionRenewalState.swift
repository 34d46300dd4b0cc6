// SPDX-License-Identifier: MIT

/// The renewal state of a subscription, in StoreKit's terms.
public enum SubscriptionRenewalState: String, Sendable, Hashable, Codable, CaseIterable {
    /// The subscription is paid for.
    case subscribed
    /// The subscription has expired.
    case expired
    /// The subscription has expired, and the store is retrying the payment.
    case inBillingRetryPeriod = "in-billing-retry-period"
    /// The payment for the renewal failed, and the subscription remains active for a limited time.
    case inGracePeriod = "in-grace-period"
    /// The subscription's latest purchase was revoked, for example after a refund.
    case revoked
}
