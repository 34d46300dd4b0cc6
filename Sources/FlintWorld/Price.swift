// SPDX-License-Identifier: MIT

/// A price parsed from the store's localized price, such as "$4.99" or "4,99 €", so that prices can be added.
///
/// The store provides only localized strings. A price treats the characters around the amount as its currency. A sum
/// has the same currency and decimal separator, but no thousands separators.
package struct Price: Sendable, Hashable {
    package let hundredths: Int
    package let text: String
    private let prefix, suffix: String
    /// The decimal separator, or `nil` for a price without hundredths.
    private let decimalSign: Character?

    /// Parses a localized price, or returns `nil` if it contains no amount or the amount is too large to add.
    ///
    /// The last point or comma is the decimal separator if exactly two digits follow it. All other points and commas,
    /// spaces, and apostrophes separate thousands.
    package init?(_ text: String) {
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
        self.text = text
    }

    private init(_ first: Price, plus second: Price) {
        hundredths = first.hundredths + second.hundredths
        prefix = first.prefix
        suffix = first.suffix
        decimalSign = first.decimalSign ?? second.decimalSign
        let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
        let fraction = decimalSign.map { "\($0)\(rest < 10 ? "0" : "")\(rest)" } ?? ""
        text = "\(prefix)\(whole)\(fraction)\(suffix)"
    }

    func adding(_ other: Price?) -> Price {
        guard let other, hasSameCurrency(as: other) else { return self }
        return Price(self, plus: other)
    }

    func hasSameCurrency(as other: Price?) -> Bool {
        guard let other else { return false }
        return prefix == other.prefix && suffix == other.suffix
    }
}

package enum PriceFormatter {
    /// Returns the price with its period, such as "$4.99" or "$4.99 for a month", or `nil` if both are `nil`.
    ///
    /// The period has the ISO 8601 format, such as `P1M`.
    package static func displayText(price: String?, period: String?) -> String? {
        let parts = [price, period.map { "for \(displayText(period: $0))" }].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    /// Returns a readable form of an ISO 8601 period, such as "a month" for `P1M`, or the period itself if its form is
    /// not supported.
    private static func displayText(period: String) -> String {
        let units: [Character: (one: String, many: String)] = [
            "D": ("a day", "days"), "W": ("a week", "weeks"), "M": ("a month", "months"), "Y": ("a year", "years"),
        ]
        guard period.first == "P", let last = period.last, let unit = units[last],
            let count = Int(period.dropFirst().dropLast()), count > 0
        else { return period }
        return count == 1 ? unit.one : "\(count) \(unit.many)"
    }
}

extension ProductSnapshot {
    package var priceText: String? { PriceFormatter.displayText(price: price, period: subscriptionPeriod) }
}

extension UnlockStep {
    package var priceText: String? { PriceFormatter.displayText(price: price, period: subscriptionPeriod) }
}
