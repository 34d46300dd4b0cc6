// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintLibc

/// A naming strategy with one file per day.
///
/// The first file of a day has a name such as `podcasts-2026-02-03.log`. If that file is full, the output names the
/// next one `podcasts-2026-02-03.2.log`.
public struct TimestampLogFileNamingStrategy: LogFileNamingStrategy {
    private let prefix: String
    private let now: @Sendable () -> Date

    /// Creates a strategy for file names with a prefix.
    ///
    /// - Parameter namePrefix: The prefix of every name, which is followed by a hyphen and the day.
    public init(namePrefix: String) {
        self.init(namePrefix: namePrefix, now: { Date() })
    }

    init(namePrefix: String, now: @escaping @Sendable () -> Date) {
        prefix = namePrefix + "-"
        self.now = now
    }

    /// Returns the name for the current day.
    public func next() -> String {
        prefix + DatePattern.day.string(from: now()) + ".log"
    }

    /// Returns whether a name consists of the prefix, a day, an optional number and the extension.
    public func recognizes(_ fileName: String) -> Bool {
        guard fileName.hasPrefix(prefix), fileName.hasSuffix(".log") else { return false }
        let parts = fileName.dropFirst(prefix.count).dropLast(4).split(separator: ".", omittingEmptySubsequences: false)
        guard let day = parts.first, parts.count <= 2, Self.hasShape(of: "dddd-dd-dd", day) else { return false }
        return parts.count == 1 || !parts[1].isEmpty && parts[1].utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    private static func hasShape(of pattern: String, _ text: Substring) -> Bool {
        text.utf8.count == pattern.utf8.count
            && zip(text.utf8, pattern.utf8).allSatisfy { byte, wanted in
                wanted == UInt8(ascii: "d") ? (0x30...0x39).contains(byte) : byte == wanted
            }
    }
}

/// A strategy that names the files of a ``FileLoggerOutput``.
///
/// The output calls the strategy on a private queue.
public protocol LogFileNamingStrategy: Sendable {
    /// Returns the name of the next file, without slashes.
    ///
    /// The output calls this method before it opens a file: for the first line, on a new day, when a file is full or
    /// has been removed, and after an error. If the returned name belongs to a full file, the output inserts a number
    /// before the extension.
    func next() -> String

    /// Returns whether a file's name comes from a strategy of this kind, possibly with an inserted number.
    ///
    /// The output counts such files, removes the oldest ones, and copies them for reports. With the default
    /// implementation, which returns `false`, this applies only to files that the output itself has written.
    func recognizes(_ fileName: String) -> Bool
}

extension LogFileNamingStrategy {
    /// Returns `false`, so only files that the output itself has written are recognized.
    public func recognizes(_ fileName: String) -> Bool { false }
}

/// A date format with the pattern letters of `DateFormatter` that logs need.
///
/// By default, dates are formatted in local time. The supported patterns are `yyyy`, `yy`, `MM`, `dd`, `HH`, `mm`,
/// `ss`, `SSS` (any number of fractional digits), and `Z` for the offset from UTC. Other characters are copied, as is
/// text between apostrophes.
struct DatePattern: Sendable, Hashable {
    static let day = DatePattern("yyyy-MM-dd")

    private enum Part: Hashable {
        case year, shortYear, month, day, hour, minute, second, offset
        case fraction(digits: Int)
        case text(String)
    }

    private let parts: [Part]

    init(_ pattern: String) {
        var parts: [Part] = []
        var rest = pattern[...]
        while let first = rest.first {
            if first == "'" {
                rest = rest.dropFirst()
                let quoted = rest.prefix { $0 != "'" }
                rest = rest.dropFirst(quoted.count + 1)
                // Two apostrophes in a row stand for one.
                parts.append(.text(quoted.isEmpty ? "'" : String(quoted)))
            } else {
                let run = rest.prefix { $0 == first }
                rest = rest.dropFirst(run.count)
                parts.append(Self.part(String(run)))
            }
        }
        self.parts = parts
    }

    private static func part(_ run: String) -> Part {
        switch run {
        case "yyyy": .year
        case "yy": .shortYear
        case "MM": .month
        case "dd": .day
        case "HH": .hour
        case "mm": .minute
        case "ss": .second
        case "Z": .offset
        case _ where run.first == "S": .fraction(digits: run.count)
        default: .text(run)
        }
    }

    /// Formats a date, or returns "?" if the date is out of range.
    func string(from date: Date, in timeZone: DisplayTimeZone = .local) -> String {
        let seconds = date.timeIntervalSince1970
        guard seconds.isFinite, abs(seconds) < 1e11 else { return "?" }
        var whole = seconds.rounded(.down)
        // The fraction is later truncated instead of rounded, so that no time is displayed before it is reached. The
        // addition compensates for the inexact binary representation.
        var fraction = seconds - whole + 0.000_000_3
        if fraction >= 1 { (whole, fraction) = (whole + 1, fraction - 1) }
        let offset = timeZone.offset(at: Date(timeIntervalSince1970: whole))
        var moment = time_t(whole) + offset
        var time = tm()
        guard gmtime_r(&moment, &time) != nil else { return "?" }
        return parts.map { Self.displayText(of: $0, time, fraction: fraction, offset: offset) }.joined()
    }

    private static func displayText(of part: Part, _ time: tm, fraction: Double, offset: Int) -> String {
        switch part {
        case .year: padded(Int(time.tm_year) + 1900, 4)
        case .shortYear: padded((Int(time.tm_year) + 1900) % 100, 2)
        case .month: padded(Int(time.tm_mon) + 1, 2)
        case .day: padded(Int(time.tm_mday), 2)
        case .hour: padded(Int(time.tm_hour), 2)
        case .minute: padded(Int(time.tm_min), 2)
        case .second: padded(Int(time.tm_sec), 2)
        case .offset: (offset < 0 ? "-" : "+") + padded(abs(offset) / 3600, 2) + padded(abs(offset) / 60 % 60, 2)
        case .fraction(let digits): padded(Int(fraction * 1_000_000), 6).prefixPadded(to: digits)
        case .text(let text): text
        }
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension String {
    fileprivate func prefixPadded(to count: Int) -> String {
        String(prefix(count)) + String(repeating: "0", count: max(0, count - self.count))
    }
}
