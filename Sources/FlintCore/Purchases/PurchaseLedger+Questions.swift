// SPDX-License-Identifier: MIT

import FlintFoundation

extension PurchaseLedger {
    /// Returns whether a product is owned on a date.
    ///
    /// - Parameters:
    ///   - productID: A non-consumable product or a subscription. A consumable product is never owned; see
    ///     ``balance(of:)``.
    ///   - date: The date to check.
    /// - Returns: Whether the product has been purchased by the date, and is neither expired nor revoked nor upgraded.
    public func isPurchased(_ productID: String, at date: Date) -> Bool {
        transactions(of: productID).contains { $0.productType != .consumable && $0.isValid(at: date) }
    }

    /// Returns whether a subscription is active on a date, including its grace period.
    public func isSubscriptionActive(_ productID: String, at date: Date) -> Bool {
        switch renewalState(of: productID, at: date) {
        case .subscribed, .inGracePeriod: true
        case .expired, .inBillingRetryPeriod, .revoked, nil: false
        }
    }

    /// Returns the renewal state of a subscription on a date.
    ///
    /// - Returns: The state, or `nil` if the subscription has not been purchased by the date.
    public func renewalState(of productID: String, at date: Date) -> RenewalState? {
        if isPurchased(productID, at: date) { return .subscribed }
        let last = transactions(of: productID).last { $0.productType != .consumable && $0.purchaseDate <= date }
        guard let last else { return nil }
        if let revoked = last.revocationDate, revoked <= date { return .revoked }
        guard !last.isUpgraded, let renewal = renewals[productID] else { return .expired }
        if let end = renewal.gracePeriodExpirationDate, date < end { return .inGracePeriod }
        return renewal.isInBillingRetry ? .inBillingRetryPeriod : .expired
    }

    /// Returns the remaining units of a consumable product, at least 0.
    ///
    /// The result is `nil` if the ledger has no purchases or consumptions of the product. Revoked purchases do not
    /// count, regardless of the revocation date.
    public func balance(of productID: String) -> Int? {
        surplus(of: productID).map { max(0, $0) }
    }

    /// Returns the number of purchased units minus the number of consumed units.
    ///
    /// The result is `nil` if the ledger has no purchases or consumptions of the product. It is negative if more units
    /// were consumed than count as purchased, for example after a purchase was revoked.
    public func surplus(of productID: String) -> Int? {
        let bought = transactions(of: productID).filter { $0.productType == .consumable }
        let used = consumptions.filter { $0.productID == productID }
        guard !bought.isEmpty || !used.isEmpty else { return nil }
        return Self.sum(bought.filter { $0.revocationDate == nil }.map(\.quantity)) - Self.sum(used.map(\.quantity))
    }

    /// Returns the expiration date of a subscription.
    ///
    /// - Returns: The latest expiration date of the purchases that are neither revoked nor upgraded, or `nil` if one of
    ///   these purchases does not expire or none exists.
    public func expiration(of productID: String) -> Date? {
        let counting = transactions(of: productID).filter { $0.revocationDate == nil && !$0.isUpgraded }
        let ends = counting.compactMap(\.expirationDate)
        // A transaction without an expiration date never expires.
        return ends.count == counting.count ? ends.max() : nil
    }

    /// Returns the next date on which the state of any product changes.
    ///
    /// - Parameter date: The date after which to search.
    /// - Returns: The first later date on which a product becomes owned or stops being owned, or its ``RenewalState``
    ///   changes; `nil` if no change is due.
    public func nextChange(after date: Date) -> Date? {
        knownProductIDs.compactMap { nextChange(of: $0, after: date) }.min()
    }

    /// Returns the next date on which the state of a product changes, or `nil` if no change is due.
    public func nextChange(of productID: String, after date: Date) -> Date? {
        let transactions = transactions(of: productID)
        var moments = transactions.flatMap { [$0.purchaseDate, $0.expirationDate, $0.revocationDate] }
        moments.append(renewals[productID]?.gracePeriodExpirationDate)
        let now = renewalState(of: productID, at: date)
        return moments.compactMap { $0 }.filter { $0 > date }.sorted()
            .first { renewalState(of: productID, at: $0) != now }
    }

    private static func sum(_ quantities: [Int]) -> Int {
        quantities.reduce(0) { sum, quantity in
            let (result, overflows) = sum.addingReportingOverflow(max(0, quantity))
            return overflows ? .max : result
        }
    }
}

extension PurchaseLedger {
    /// The renewal state of a subscription, in StoreKit's terms.
    public typealias RenewalState = SubscriptionRenewalState

    /// Information about a subscription's renewal at the end of the paid period, in StoreKit's terms.
    ///
    /// The ledger combines this information with the subscription's last transaction. See
    /// ``PurchaseLedger/renewalState(of:at:)``.
    public struct RenewalInfo: Sendable, Hashable, Codable {
        /// The reason a subscription expired.
        public enum ExpirationReason: String, Sendable, Hashable, Codable, CaseIterable {
            /// The user disabled renewal.
            case autoRenewDisabled = "auto-renew-disabled"
            /// The payment failed.
            case billingError = "billing-error"
            /// The user did not consent to a price increase.
            case didNotConsentToPriceIncrease = "did-not-consent-to-price-increase"
            /// The product is no longer sold.
            case productUnavailable = "product-unavailable"
            /// The reason is unknown.
            case unknown
        }

        /// Whether the subscription renews automatically.
        public var willAutoRenew: Bool
        /// The end of the grace period, during which the subscription remains active although the payment failed.
        public var gracePeriodExpirationDate: Date?
        /// Whether the store is retrying the payment for a failed renewal.
        public var isInBillingRetry: Bool
        /// The reason the subscription expired.
        public var expirationReason: ExpirationReason?
        /// The identifier of the product for the next period, if it is another product in the subscription group.
        public var autoRenewPreference: String?

        /// Creates information about a subscription's renewal.
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
