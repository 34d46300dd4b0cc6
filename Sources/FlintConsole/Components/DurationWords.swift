/// Lengths of time as people type and read them.
enum DurationWords {
    /// The longest time that is accepted: a thousand years.
    static let limit = 365.25 * 86_400 * 1_000

    /// The seconds in a length of time such as `90 min`, `2 h 30 m`, `3 days` or `1w`.
    ///
    /// - Parameter text: Numbers, each followed by a unit: seconds, minutes, hours, days, weeks or their beginnings; or
    ///   one unit, such as `an hour`.
    /// - Returns: The seconds, more than 0, or `nil` if that is not a length of time.
    static func seconds(in text: String) -> Double? {
        let words = text.lowercased().split(separator: " ")
        if words.count == 2, words[0] == "a" || words[0] == "an" { return seconds(ofUnit: String(words[1])) }
        var rest = text.lowercased().filter { $0 != " " }[...]
        var total = 0.0
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            rest = rest.dropFirst(digits.count)
            let unit = rest.prefix { $0.isASCII && $0.isLetter }
            rest = rest.dropFirst(unit.count)
            guard let number = Double(String(digits)), let length = seconds(ofUnit: String(unit)) else { return nil }
            total += number * length
        }
        return total > 0 && total <= limit ? total : nil
    }

    /// The seconds in one of a unit, by its name or the beginning of its name.
    private static func seconds(ofUnit unit: String) -> Double? {
        guard !unit.isEmpty else { return nil }
        let units: [(String, Double)] = [
            ("seconds", 1), ("minutes", 60), ("hours", 3_600), ("days", 86_400), ("weeks", 7 * 86_400),
            ("hrs", 3_600),
        ]
        return units.first { $0.0.hasPrefix(unit) }?.1
    }

    /// A length of time in the largest unit that divides it, such as `10 minutes` or `a day`.
    static func words(seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 0, seconds <= limit else { return "a very long time" }
        let units: [(name: String, one: String, length: Double)] = [
            ("weeks", "a week", 7 * 86_400), ("days", "a day", 86_400), ("hours", "an hour", 3_600),
            ("minutes", "a minute", 60), ("seconds", "a second", 1),
        ]
        for unit in units where seconds >= unit.length {
            let count = seconds / unit.length
            guard count.rounded() == count else { continue }
            return count == 1 ? unit.one : "\(Int(count)) \(unit.name)"
        }
        return "\(seconds) seconds"
    }

    /// Returns an ISO 8601 period such as `P1M` as people read it, such as `a month`; a malformed one stays as it is.
    static func words(period: String) -> String {
        let units: [Character: (one: String, many: String)] = [
            "D": ("a day", "days"), "W": ("a week", "weeks"), "M": ("a month", "months"), "Y": ("a year", "years"),
        ]
        guard period.first == "P", let last = period.last, let unit = units[last],
            let count = Int(period.dropFirst().dropLast()), count > 0
        else { return period }
        return count == 1 ? unit.one : "\(count) \(unit.many)"
    }

    /// Returns the rate of the store's clock, as people read it.
    static func words(rate: Double) -> String {
        switch rate {
        case 0: "paused"
        case 1: "real time"
        default: "\(words(seconds: rate)) per second"
        }
    }
}
