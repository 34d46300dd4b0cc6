// SPDX-License-Identifier: MIT

package enum DurationFormatter {
    /// The accepted durations in seconds: from a second to ten years.
    package static let range = 1...3_650 * 86_400

    package enum Problem: Error {
        case malformed, tooShort, tooLong

        package func message(examples: String) -> String {
            switch self {
            case .malformed: "is not a duration: enter one such as \(examples)"
            case .tooShort: "is too short: enter at least 1 second"
            case .tooLong: "is too long: enter at most 3650 days"
            }
        }
    }

    /// Parses a duration such as `1h30m`, `90 min`, `1.5 h`, or `3 days`.
    ///
    /// - Parameter text: Numbers, each followed by a unit (seconds, minutes, hours, days, weeks, months of 30 days,
    ///   years of 365 days, or a prefix of these), or a single unit such as `an hour`.
    /// - Returns: The duration, rounded to whole seconds, within ``range``.
    /// - Throws: The problem, if the text is not a duration or is outside ``range``.
    package static func seconds(in text: String) throws(Problem) -> Int {
        let total = try sum(text.lowercased())
        guard total >= Double(range.lowerBound) else { throw .tooShort }
        guard total <= Double(range.upperBound) else { throw .tooLong }
        return Int(total.rounded())
    }

    /// Parses a duration of any length, or returns `nil` if the text is not a duration.
    package static func unlimitedSeconds(in text: String) -> Double? { try? sum(text.lowercased()) }

    private static func sum(_ text: String) throws(Problem) -> Double {
        let words = text.split(separator: " ")
        if words.count == 2, words[0] == "a" || words[0] == "an", let length = seconds(ofUnit: String(words[1])) {
            return length
        }
        var rest = text.filter { $0 != " " }[...]
        guard !rest.isEmpty else { throw .malformed }
        var total = 0.0
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            rest = rest.dropFirst(digits.count)
            let unit = rest.prefix { $0.isASCII && $0.isLetter }
            rest = rest.dropFirst(unit.count)
            guard let number = Double(String(digits)), let length = seconds(ofUnit: String(unit)) else {
                throw .malformed
            }
            total += number * length
        }
        return total
    }

    private static func seconds(ofUnit unit: String) -> Double? {
        guard !unit.isEmpty else { return nil }
        let units: [(String, Double)] = [
            ("seconds", 1), ("minutes", 60), ("hours", 3_600), ("days", 86_400), ("weeks", 7 * 86_400),
            ("hrs", 3_600), ("months", 30 * 86_400), ("years", 365 * 86_400), ("yrs", 365 * 86_400),
        ]
        // The order decides what a prefix means, so `m` stands for minutes.
        return units.first { $0.0.hasPrefix(unit) }?.1
    }

    package static func exact(seconds: Double) -> String {
        guard seconds.isFinite, seconds >= 0, seconds < 1e11 else { return "a very long time" }
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

    /// Returns a duration in one unit, rounded if no unit divides it, such as `a day` or `about 30 days`.
    package static func rounded(seconds: Double) -> String {
        let exact = exact(seconds: seconds.rounded())
        guard exact.hasSuffix(" seconds"), seconds >= 120 else { return exact }
        let units: [(name: String, length: Double)] = [("days", 86_400), ("hours", 3_600), ("minutes", 60)]
        let unit = units.first { seconds >= 2 * $0.length } ?? units[2]
        return "about \(Int((seconds / unit.length).rounded())) \(unit.name)"
    }

    package static func clockRate(_ rate: Double) -> String {
        switch rate {
        case 0: "paused"
        case 1: "real time"
        default: "\(exact(seconds: rate)) per second"
        }
    }
}
