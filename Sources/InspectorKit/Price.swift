/// A price that is known only as the store shows it, such as "$4.99" or "4,99 €", read so that prices can be added.
package struct Price: Sendable, Hashable {
    /// The amount in hundredths of the currency.
    package let hundredths: Int
    /// What stands before and after the amount.
    private let prefix, suffix: String
    /// Whether it is written with hundredths, and behind which sign.
    private let decimalSign: Character?

    /// Reads a price; `nil` for a text without an amount, or with one that is too large to add.
    ///
    /// The last point or comma that two digits and nothing more follow separates hundredths; others group thousands.
    package init?(_ text: String) {
        let isPart = { (letter: Character) in letter.isASCII && letter.isNumber || letter == "." || letter == "," }
        guard let first = text.firstIndex(where: { $0.isASCII && $0.isNumber }) else { return nil }
        let end = text[first...].firstIndex { !isPart($0) } ?? text.endIndex
        let amount = text[first..<end]
        let sign = amount.lastIndex { $0 == "." || $0 == "," }
        let hasHundredths = sign.map { amount.distance(from: $0, to: amount.endIndex) == 3 } ?? false
        let digits = amount.filter(\.isNumber)
        guard digits.utf8.count <= 15, let number = Int(digits) else { return nil }
        hundredths = hasHundredths ? number : number * 100
        decimalSign = hasHundredths ? sign.map { amount[$0] } : nil
        prefix = String(text[..<first])
        suffix = String(text[end...])
    }

    /// Creates the sum of two prices in one currency.
    private init(_ first: Price, plus second: Price) {
        hundredths = first.hundredths + second.hundredths
        prefix = first.prefix
        suffix = first.suffix
        decimalSign = first.decimalSign ?? second.decimalSign
    }

    /// The sum of two prices in one currency; of another one nothing is added.
    func adding(_ other: Price?) -> Price {
        guard let other, hasCurrency(of: other) else { return self }
        return Price(self, plus: other)
    }

    /// Whether two prices are written in the same currency.
    func hasCurrency(of other: Price?) -> Bool {
        guard let other else { return false }
        return prefix == other.prefix && suffix == other.suffix
    }

    /// The price as the store would show it, without signs that group thousands.
    package var text: String {
        guard let decimalSign else { return "\(prefix)\(hundredths / 100)\(suffix)" }
        let rest = hundredths % 100
        return "\(prefix)\(hundredths / 100)\(decimalSign)\(rest < 10 ? "0" : "")\(rest)\(suffix)"
    }
}

/// What a product costs, as every front end writes it.
package enum PriceText {
    /// Returns the price with what is paid for, such as "$4.99", "$4.99 for a month" or, of a product whose price is not
    /// known, "for a month".
    ///
    /// - Parameters:
    ///   - price: The price as the store shows it, if it is known.
    ///   - period: One period of a subscription in ISO 8601, such as `P1M`, if it is one.
    /// - Returns: The text, or `nil` if neither is known.
    package static func text(price: String?, period: String?) -> String? {
        let parts = [price, period.map { "for \(words(period: $0))" }].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    /// Returns an ISO 8601 period such as `P1M` as people read it, such as `a month`; a malformed one stays as it is.
    private static func words(period: String) -> String {
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
    /// What it costs, and for how long if it is a subscription.
    package var priceText: String? { PriceText.text(price: price, period: subscriptionPeriod) }
}

extension UnlockStep {
    /// What it costs, and for how long if it is a subscription.
    package var priceText: String? { PriceText.text(price: price, period: subscriptionPeriod) }
}
