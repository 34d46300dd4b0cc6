#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Names a file for every day: `podcasts-2026-02-03.log`, and `podcasts-2026-02-03.2.log` when that is full.
public struct TimestampLogFileNamingStrategy: LogFileNamingStrategy {
    private let prefix: String
    private let now: @Sendable () -> Date

    /// Creates a strategy.
    ///
    /// - Parameter namePrefix: What every name begins with.
    public init(namePrefix: String) {
        self.init(namePrefix: namePrefix, now: { Date() })
    }

    /// Creates a strategy with a clock of its own.
    init(namePrefix: String, now: @escaping @Sendable () -> Date) {
        prefix = namePrefix + "-"
        self.now = now
    }

    /// The name for today.
    public func next() -> String {
        prefix + DatePattern.day.string(from: now()) + ".log"
    }

    /// Whether a name is the prefix, a day, possibly a number, and the extension.
    public func recognises(_ fileName: String) -> Bool {
        guard fileName.hasPrefix(prefix), fileName.hasSuffix(".log") else { return false }
        let parts = fileName.dropFirst(prefix.count).dropLast(4).split(separator: ".", omittingEmptySubsequences: false)
        guard let day = parts.first, parts.count <= 2, Self.hasShape(of: "dddd-dd-dd", day) else { return false }
        return parts.count == 1 || !parts[1].isEmpty && parts[1].utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Whether a text has digits where a pattern has a `d`, and the pattern's characters elsewhere.
    private static func hasShape(of pattern: String, _ text: Substring) -> Bool {
        text.utf8.count == pattern.utf8.count
            && zip(text.utf8, pattern.utf8).allSatisfy { byte, wanted in
                wanted == UInt8(ascii: "d") ? (0x30...0x39).contains(byte) : byte == wanted
            }
    }
}

/// Names the files of a ``FileLoggerOutput``.
///
/// Called on the output's own queue.
public protocol LogFileNamingStrategy: Sendable {
    /// The name of the file to write to from now on, without slashes.
    ///
    /// Asked at first, when a day has passed, and when a file is full. If a file of this name is full, a number is put
    /// before its extension.
    func next() -> String

    /// Whether a file of the folder, the number possibly in its name, was named by a strategy like this one.
    ///
    /// Such files are counted, removed when there are too many, and copied for reports. Without an answer of its own, a
    /// strategy recognises none, and then only files written since the output was made are.
    func recognises(_ fileName: String) -> Bool
}

extension LogFileNamingStrategy {
    /// None.
    public func recognises(_ fileName: String) -> Bool { false }
}

/// Writes dates by a pattern of letters, on the user's clock.
///
/// It knows `yyyy`, `yy`, `MM`, `dd`, `HH`, `mm`, `ss`, `SSS` (as many digits of the second's fraction as there are
/// letters), and `Z` for the offset from universal time. Everything else stands for itself, and so does everything
/// between apostrophes.
struct DatePattern: Sendable, Hashable {
    /// Day and time to the millisecond.
    static let full = DatePattern("yyyy-MM-dd HH:mm:ss.SSS")
    /// The time to the millisecond.
    static let timeOnly = DatePattern("HH:mm:ss.SSS")
    /// The day.
    static let day = DatePattern("yyyy-MM-dd")

    private enum Part: Hashable {
        case year, shortYear, month, day, hour, minute, second, offset
        case fraction(digits: Int)
        case text(String)
    }

    private let parts: [Part]

    /// Reads a pattern.
    init(_ pattern: String) {
        var parts: [Part] = []
        var rest = pattern[...]
        while let first = rest.first {
            if first == "'" {
                rest = rest.dropFirst()
                let quoted = rest.prefix { $0 != "'" }
                rest = rest.dropFirst(quoted.count + 1)
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

    /// Writes a date.
    ///
    /// - Parameters:
    ///   - date: The date.
    ///   - offset: The seconds between universal time and the clock that is meant; by default, the user's.
    /// - Returns: The text; "?" for a date that no calendar has.
    func string(from date: Date, offset: Int? = nil) -> String {
        let seconds = date.timeIntervalSince1970
        guard seconds.isFinite, abs(seconds) < 1e11 else { return "?" }
        let whole = seconds.rounded(.down)
        let offset = offset ?? Self.localOffset(at: time_t(whole))
        var moment = time_t(whole) + offset
        var time = tm()
        guard gmtime_r(&moment, &time) != nil else { return "?" }
        return parts.map { Self.text($0, time, fraction: seconds - whole, offset: offset) }.joined()
    }

    private static func text(_ part: Part, _ time: tm, fraction: Double, offset: Int) -> String {
        switch part {
        case .year: padded(Int(time.tm_year) + 1900, 4)
        case .shortYear: padded((Int(time.tm_year) + 1900) % 100, 2)
        case .month: padded(Int(time.tm_mon) + 1, 2)
        case .day: padded(Int(time.tm_mday), 2)
        case .hour: padded(Int(time.tm_hour), 2)
        case .minute: padded(Int(time.tm_min), 2)
        case .second: padded(Int(time.tm_sec), 2)
        case .offset: (offset < 0 ? "-" : "+") + padded(abs(offset) / 3600, 2) + padded(abs(offset) / 60 % 60, 2)
        case .fraction(let digits):
            // Down, so that no second is shown before it has begun; a little up, because a date is a binary number.
            padded(Int((fraction + 0.000_000_3) * 1_000_000) % 1_000_000, 6).prefixPadded(to: digits)
        case .text(let text): text
        }
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static func localOffset(at moment: time_t) -> Int {
        var moment = moment
        var time = tm()
        return localtime_r(&moment, &time) == nil ? 0 : time.tm_gmtoff
    }
}

extension String {
    /// The first so many characters, with zeroes behind them if there are fewer.
    fileprivate func prefixPadded(to count: Int) -> String {
        String(prefix(count)) + String(repeating: "0", count: max(0, count - self.count))
    }
}
