#if RemoteFlags
    import Foundation

    /// Reads the header with which a server says how long to leave it alone.
    enum RetryAfter {
        /// The longest wait that is believed, in seconds; a server's slip must not switch flags off for ever.
        static let longest: TimeInterval = 86_400

        /// Turns the header's text into seconds from now, at least 0 and at most ``longest``.
        ///
        /// - Parameters:
        ///   - text: A number of seconds, or one of the three forms of date HTTP knows.
        ///   - now: The time now.
        /// - Returns: `nil` if there is no such header or it makes no sense.
        static func seconds(_ text: String?, now: Date) -> TimeInterval? {
            guard let text = text?.trimmingCharacters(in: .whitespaces), !text.isEmpty, text.utf8.count < 100 else {
                return nil
            }
            if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
                // Digits only, so a number that does not fit is a very long wait.
                return min(TimeInterval(Int(text) ?? .max), longest)
            }
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.timeZone = TimeZone(secondsFromGMT: 0)
            let formats = [
                "EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM d HH:mm:ss yyyy",
            ]
            for format in formats {
                formatter.dateFormat = format
                if let date = formatter.date(from: text) {
                    return min(max(date.timeIntervalSince(now), 0), longest)
                }
            }
            return nil
        }
    }
#endif
