#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension PurchaseLedger {
    /// How a subscription stands, in StoreKit's words.
    public enum RenewalState: String, Sendable, Hashable, Codable, CaseIterable {
        /// It is paid for.
        case subscribed
        /// It has ended.
        case expired
        /// It has ended, and the store still tries to be paid.
        case inBillingRetryPeriod = "in-billing-retry-period"
        /// Its renewal could not be paid, and it goes on for a while all the same.
        case inGracePeriod = "in-grace-period"
        /// It was taken back.
        case revoked
    }

    /// How a subscription goes on when what is paid for ends, in StoreKit's words.
    public struct RenewalInfo: Sendable, Hashable, Codable {
        /// Why a subscription has ended.
        public enum ExpirationReason: String, Sendable, Hashable, Codable, CaseIterable {
            /// The user turned its renewal off.
            case autoRenewDisabled = "auto-renew-disabled"
            /// The store was not paid.
            case billingError = "billing-error"
            /// The user did not agree to a higher price.
            case didNotConsentToPriceIncrease = "did-not-consent-to-price-increase"
            /// The product is no longer sold.
            case productUnavailable = "product-unavailable"
            /// Nobody knows.
            case unknown
        }

        /// Whether it will renew by itself.
        public var willAutoRenew: Bool
        /// When the grace period ends, in which the subscription goes on although its renewal could not be paid.
        public var gracePeriodExpirationDate: Date?
        /// Whether the store still tries to be paid for a renewal that failed.
        public var isInBillingRetry: Bool
        /// Why it has ended, if it has.
        public var expirationReason: ExpirationReason?
        /// The product it renews with, if that is another one of its group.
        public var autoRenewPreference: String?

        /// Creates what is known of a subscription's renewal.
        public init(
            willAutoRenew: Bool, gracePeriodExpirationDate: Date? = nil, isInBillingRetry: Bool = false,
            expirationReason: ExpirationReason? = nil, autoRenewPreference: String? = nil
        ) {
            self.willAutoRenew = willAutoRenew
            self.gracePeriodExpirationDate = gracePeriodExpirationDate
            self.isInBillingRetry = isInBillingRetry
            self.expirationReason = expirationReason
            self.autoRenewPreference = autoRenewPreference
        }
    }
}
