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
