// SPDX-License-Identifier: MIT

/// A price as a store displays it, such as "$4.99" or "4,99 €", with the period that it pays for.
///
/// ```swift
/// ProductPrice("$4.99", period: "P1M")
/// ```
///
/// Stores display localized text, so the characters around the amount count as the currency. Prices in different
/// currencies or for different periods are neither added nor compared.
public struct ProductPrice: Sendable, Hashable {
    /// The price as displayed; a sum has the format of the first price.
    public let text: String
    /// The ISO 8601 period that the price pays for, such as `P1M`, or `nil` if the price is paid once.
    public let period: String?
    package let hundredths: Int
    private let prefix, suffix: String
    /// The decimal separator, or `nil` for a price without hundredths.
    private let decimalSign: Character?

    /// Parses a localized price, or returns `nil` if it contains no amount or the amount is too large to add.
    ///
    /// The last point or comma is the decimal separator if exactly two digits follow it. All other points and commas,
    /// spaces, and apostrophes separate thousands.
    ///
    /// - Parameters:
    ///   - text: The price as displayed, such as the `displayPrice` of a product in StoreKit.
    ///   - period: The duration of the period that the price pays for, or `nil` if the price is paid once.
    public init?(_ text: String, period: String? = nil) {
        let isDigit = { (letter: Character) in letter.isASCII && letter.isNumber }
        let isSeparator = { (letter: Character) in ".,'’".contains(letter) || letter.isWhitespace }
        guard let first = text.firstIndex(where: isDigit) else { return nil }
        let start = text[first...].prefix { isDigit($0) || isSeparator($0) }
        guard let last = start.lastIndex(where: isDigit) else { return nil }
        let amount = start[...last]
        let sign = amount.lastIndex { $0 == "." || $0 == "," }
        let hasHundredths = sign.map { amount.distance(from: $0, to: amount.endIndex) == 3 } ?? false
        let digits = amount.filter(\.isNumber)
        // Fifteen digits leave room for hundredths and for sums.
        guard digits.utf8.count <= 15, let number = Int(digits) else { return nil }
        hundredths = hasHundredths ? number : number * 100
        decimalSign = hasHundredths ? sign.map { amount[$0] } : nil
        prefix = String(text[..<first])
        suffix = String(text[amount.endIndex...])
        (self.text, self.period) = (text, period)
    }

    private init(_ price: ProductPrice, hundredths: Int, decimalSign: Character?) {
        (self.hundredths, self.decimalSign) = (hundredths, decimalSign)
        (prefix, suffix, period) = (price.prefix, price.suffix, price.period)
        let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
        let fraction = decimalSign.map { "\($0)\(rest < 10 ? "0" : "")\(rest)" } ?? ""
        text = "\(prefix)\(whole)\(fraction)\(suffix)"
    }

    var currency: String { "\(prefix)\u{0}\(suffix)" }

    private func adding(_ other: ProductPrice) -> ProductPrice? {
        let (sum, overflows) = hundredths.addingReportingOverflow(other.hundredths)
        return overflows ? nil : ProductPrice(self, hundredths: sum, decimalSign: decimalSign ?? other.decimalSign)
    }

    /// Returns the price of several units, or `nil` if it is too large.
    package func multiplied(by count: Int) -> ProductPrice? {
        if count == 1 { return self }
        let (product, overflows) = hundredths.multipliedReportingOverflow(by: count)
        return overflows ? nil : ProductPrice(self, hundredths: product, decimalSign: decimalSign)
    }

    /// Returns the sum of the prices for each period, beginning with the prices that are paid once.
    ///
    /// The result is `nil` if a price is unknown or the currencies differ.
    static func totals(of prices: [ProductPrice?]) -> [ProductPrice]? {
        var totals: [ProductPrice] = []
        for price in prices {
            guard let price, totals.first.map({ $0.currency == price.currency }) ?? true else { return nil }
            guard let index = totals.firstIndex(where: { $0.period == price.period }) else {
                totals.append(price)
                continue
            }
            guard let sum = totals[index].adding(price) else { return nil }
            totals[index] = sum
        }
        return totals.sorted { ($0.days, $0.period ?? "") < ($1.days, $1.period ?? "") }
    }

    /// The approximate length of the period in days, for sorting; 0 for a price that is paid once.
    var days: Int {
        guard let period else { return 0 }
        return PriceFormatter.units(of: period).map { $0.count * $0.unit.days } ?? .max
    }

    package var displayText: String { PriceFormatter.displayText(price: text, period: period) ?? text }
}

package enum PriceFormatter {
    /// Returns the price with its period, such as "$4.99" or "$4.99 for a month", or `nil` if both are `nil`.
    ///
    /// The period has the ISO 8601 format, such as `P1M`.
    package static func displayText(price: String?, period: String?) -> String? {
        let parts = [price, period.map { "for \(displayText(period: $0))" }].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    /// Returns a readable form of an ISO 8601 period, such as "a month" for `P1M`.
    ///
    /// A period in an unsupported form is returned unchanged.
    private static func displayText(period: String) -> String {
        guard let (count, unit) = units(of: period) else { return period }
        return count == 1 ? unit.one : "\(count) \(unit.many)"
    }

    /// Returns the number and the unit of an ISO 8601 period, or `nil` if the period does not have exactly one unit.
    fileprivate static func units(of period: String) -> (count: Int, unit: (one: String, many: String, days: Int))? {
        let units: [Character: (one: String, many: String, days: Int)] = [
            "D": ("a day", "days", 1), "W": ("a week", "weeks", 7), "M": ("a month", "months", 30),
            "Y": ("a year", "years", 365),
        ]
        guard period.first == "P", let last = period.last, let unit = units[last],
            let count = Int(period.dropFirst().dropLast()), (1...36_500).contains(count)
        else { return nil }
        return (count, unit)
    }
}

extension ProductSnapshot {
    package var priceText: String? { PriceFormatter.displayText(price: price, period: subscriptionPeriod) }
}
