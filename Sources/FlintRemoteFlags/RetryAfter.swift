#if RemoteFlags
    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// Reads the header with which a server asks to be left alone for a time.
    enum RetryAfter {
        /// The longest wait that is believed, in seconds; a server's slip must not switch flags off for ever.
        static let longest: TimeInterval = 86_400

        private static let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]

        /// Turns the header's text into seconds from now, at least 0 and at most ``longest``.
        ///
        /// - Parameters:
        ///   - text: A number of seconds, or one of the three forms of date HTTP knows.
        ///   - now: The time now.
        /// - Returns: `nil` if there is no such header or it is malformed.
        static func seconds(_ text: String?, now: Date) -> TimeInterval? {
            guard let text, text.utf8.count < 100 else { return nil }
            let parts = text.split(separator: " ")
            if parts.count == 1, parts[0].utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) {
                // Digits only, so a number that does not fit is a very long wait.
                return min(TimeInterval(Int(parts[0]) ?? .max), longest)
            }
            return date(text).map { min(max($0.timeIntervalSince(now), 0), longest) }
        }

        /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` or `Sun Nov  6 08:49:37 1994`.
        private static func date(_ text: String) -> Date? {
            let fields = text.split { $0 == " " || $0 == "-" }
            return switch fields.count {
            case 6 where fields[5] == "GMT": date(day: fields[1], month: fields[2], year: fields[3], time: fields[4])
            case 5: date(day: fields[2], month: fields[1], year: fields[4], time: fields[3])
            default: nil
            }
        }

        private static func date(day: Substring, month: Substring, year: Substring, time: Substring) -> Date? {
            let clock = time.split(separator: ":").compactMap { number($0, digits: 2...2) }
            guard let day = number(day, digits: 1...2), let month = months.firstIndex(of: String(month)),
                var year = number(year, digits: 2...4), clock.count == 3
            else { return nil }
            // Two digits mean a year of the last century from 70 on, as in the dates of old servers.
            if year < 100 { year += year < 70 ? 2000 : 1900 }
            var components = DateComponents(year: year, month: month + 1, day: day)
            components.hour = clock[0]
            components.minute = clock[1]
            components.second = clock[2]
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = .gmt
            guard let date = calendar.date(from: components) else { return nil }
            // A day that its month does not have would otherwise be one of the next.
            return calendar.component(.day, from: date) == day ? date : nil
        }

        private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int? {
            guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else {
                return nil
            }
            return Int(text)
        }
    }
#endif
