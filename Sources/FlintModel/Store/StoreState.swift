// SPDX-License-Identifier: MIT

import FlintFoundation

/// The state of a simulated store, which can be restored at any later time.
///
/// The times of purchases are relative to the store's clock, and a running clock is relative to the real time. Earlier
/// periods of a subscription are not a part of the state.
package struct StoreState: Codable, Sendable, Hashable {
    /// The status of a product that was bought or shared, including how its ownership ended.
    package enum Standing: String, Codable, Sendable, Hashable, CaseIterable {
        case purchased
        case inGracePeriod = "in-grace-period"
        case inBillingRetryPeriod = "in-billing-retry-period"
        case expired
        case renewalTurnedOff = "renewal-turned-off"
        case unpaid
        case notSold = "not-sold"
        /// Another subscription of the group has replaced the subscription.
        case replaced
        case refunded
        case revoked

        package var isOwned: Bool { self == .purchased || self == .inGracePeriod }
    }

    package enum Moment: String, Codable, Sendable, Hashable, CaseIterable, CodingKeyRepresentable {
        case bought
        case paidUntil
        case graceUntil
        case retryUntil
        case revoked
    }

    /// The setting that determines what happens at the end of a subscription's paid period.
    package enum Renewal: Sendable, Hashable {
        case on
        case off
        case change(to: String)
    }

    package struct Purchase: Codable, Sendable, Hashable {
        package var standing: Standing
        package var times: [Moment: RelativeTime]
        /// The renewal, or `nil` if the product does not renew.
        package var renewal: Renewal?
        package var isShared: Bool

        package init(standing: Standing, times: [Moment: RelativeTime], renewal: Renewal?, isShared: Bool) {
            (self.standing, self.times, self.renewal, self.isShared) = (standing, times, renewal, isShared)
        }
    }

    package struct Pending: Codable, Sendable, Hashable {
        package var productID: String
        package var quantity: Int
        package var waitingFor: StoreSnapshot.PendingPurchase.Waiting
        package var since: RelativeTime

        package init(
            productID: String, quantity: Int, waitingFor: StoreSnapshot.PendingPurchase.Waiting, since: RelativeTime
        ) {
            (self.productID, self.quantity, self.waitingFor, self.since) = (productID, quantity, waitingFor, since)
        }
    }

    package enum Clock: Codable, Sendable, Hashable {
        /// The clock advances by a number of seconds per real second.
        case running(ahead: RelativeTime, rate: Double)
        case stopped(at: StoreDate)
    }

    package enum Setting: String, Codable, Sendable, Hashable, CaseIterable {
        case asksToBuy = "asks-to-buy"
        case failsPurchases = "fails-purchases"
        case failsRenewals = "fails-renewals"
    }

    package enum CodingKeys: String, CodingKey, CaseIterable {
        case clock, balances, purchases, unknown, pending, settings
    }

    package var clock: Clock
    package var balances: [String: Int] = [:]
    package var purchases: [String: Purchase] = [:]
    /// The products whose status the store does not know.
    package var unknown: [String] = []
    package var pending: [Pending] = []
    package var settings: [Setting] = []

    package init(clock: Clock) {
        self.clock = clock
    }

    /// Returns the store's answer about a product, or `nil` for a consumable product.
    package func status(of productID: String, isConsumable: Bool) -> PurchaseStatus? {
        if unknown.contains(productID) { return .unknown }
        guard !isConsumable, balances[productID] == nil else { return nil }
        return purchases[productID]?.standing.isOwned == true ? .purchased : .notPurchased
    }
}

extension StoreState.Renewal: Codable {
    private static let change = "change to "

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        switch try container.decode(String.self) {
        case "on": self = .on
        case "off": self = .off
        case let text where text.hasPrefix(Self.change): self = .change(to: String(text.dropFirst(Self.change.count)))
        default:
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "a renewal is \"on\", \"off\", or \"change to\" and a product")
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    package var text: String {
        switch self {
        case .on: "on"
        case .off: "off"
        case .change(let productID): Self.change + productID
        }
    }
}

/// A date of a stopped clock in whole seconds, encoded in ISO 8601 regardless of the encoder's date strategy.
package struct StoreDate: Codable, Sendable, Hashable {
    package let date: Date

    package init(_ date: Date) {
        self.date = Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded())
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let date = try? Date(text, strategy: .iso8601) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\"\(text.excerpt)\" is not a date such as 2026-01-31T12:00:00Z")
        }
        self.init(date)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(date.formatted(.iso8601))
    }
}

/// A relative time in whole seconds, encoded as text such as `29d12h`, or `-3d` for a past time.
package struct RelativeTime: Codable, Sendable, Hashable {
    package let seconds: Int

    package init(seconds: Double) {
        // The dates of a simulated store are in the years 1 to 9999.
        let limit = 400_000_000_000.0
        self.seconds = seconds.isNaN ? 0 : Int(min(max(seconds, -limit), limit).rounded())
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        let isPast = text.hasPrefix("-")
        guard let seconds = DurationFormatter.unlimitedSeconds(in: isPast ? String(text.dropFirst()) : text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\"\(text.excerpt)\" is not a duration such as 29d12h or -3d")
        }
        self.init(seconds: isPast ? -seconds : seconds)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    package var text: String {
        var rest = abs(seconds)
        var parts: [String] = []
        for (unit, length) in [("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1)] where rest >= length {
            parts.append("\(rest / length)\(unit)")
            rest %= length
        }
        return (seconds < 0 ? "-" : "") + (parts.isEmpty ? "0s" : parts.joined())
    }

    /// The time for display, such as `in 29 days` or `3 days ago`.
    package var words: String {
        let length = DurationFormatter.rounded(seconds: Double(abs(seconds)))
        return seconds == 0 ? "now" : seconds > 0 ? "in \(length)" : "\(length) ago"
    }

    package func isClose(to other: RelativeTime, within tolerance: Int) -> Bool {
        abs(seconds - other.seconds) < tolerance
    }
}
