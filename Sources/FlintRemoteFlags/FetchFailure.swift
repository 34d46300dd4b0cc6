// SPDX-License-Identifier: MIT

#if RemoteFlags
    import FlintCore
    import FlintFoundation

    /// The failure of a request to a flag server, with an OpenFeature error code and a message for users.
    struct FetchFailure: Error, Sendable {
        var code: FlagErrorCode
        var message: String
        var retryAfter: TimeInterval?
        /// Whether automatic retries are pointless.
        var isFatal = false

        init(_ code: FlagErrorCode, _ message: String, retryAfter: TimeInterval? = nil, isFatal: Bool = false) {
            self.code = code
            self.message = message
            self.retryAfter = retryAfter
            self.isFatal = isFatal
        }

        init(_ error: FlagTransportError, address: String) {
            let server = "The flag server \(address)"
            switch error {
            case .timedOut:
                self.init(.general, "\(server) did not respond in time.")
            case .cancelled:
                self.init(.general, "The request to \(address) was canceled.")
            case .tooLarge(let limit):
                self.init(
                    .general,
                    "\(server) sent more than \(limit) bytes. If this is expected, increase maximumResponseSize.")
            case .unreachable(let reason):
                self.init(.general, "\(server) cannot be reached: \(reason).")
            }
        }

        init(_ answer: FlagTransportAnswer, address: String, now: Date, text: ServerTextSanitizer) {
            let status = answer.status
            let server = "The flag server \(address)"
            let wait = RetryAfter.seconds(answer.retryAfter, now: now)
            let pause = wait.map { " It requests a pause of \(Int($0.rounded(.up))) s." } ?? ""
            switch status {
            case 400:
                let reason = try? JSONDecoder().decode(
                    Refusal.self, from: answer.body, within: .flagAnswer(bytes: answer.body.count))
                let code = text.word(reason?.errorCode ?? FlagErrorCode.general.rawValue)
                let details = reason?.errorDetails.map { ": \(text.sentence($0))" } ?? ""
                self.init(
                    FlagErrorCode(rawValue: code),
                    "\(server) rejected the request (400 \(code))\(details). Check the evaluation context.")
            case 401, 403:
                // The server's text is omitted, because it may contain the token.
                self.init(
                    .general,
                    "\(server) rejected the token (\(status)). Check the token and call refresh(); polling is paused until "
                        + "then.",
                    isFatal: true)
            case 404:
                self.init(.general, "\(server) has no flags at this address (404). Check the base URL.")
            case 413:
                self.init(.general, "\(server) rejected the context as too large (413). Send fewer attributes.")
            case 429:
                self.init(.general, "\(server) received too many requests (429).\(pause)", retryAfter: wait)
            case 300..<400:
                self.init(
                    .general,
                    "\(server) redirects to another address (\(status)), which is not followed. Use the address as the "
                        + "base URL."
                )
            case 500..<600:
                self.init(.general, "\(server) failed (\(status)).\(pause)", retryAfter: wait)
            default:
                self.init(
                    .general,
                    "\(server) responded with the unexpected status \(status). Check the base URL.")
            }
        }
    }

    extension FetchFailure {
        /// Creates the failure of an event stream.
        ///
        /// The message omits the stream's address, because the address is secret.
        init(stream result: Result<FlagTransportAnswer, FlagTransportError>, address: String, now: Date) {
            var wait: TimeInterval?
            let reason: String
            switch result {
            case .success(let answer) where answer.status == 200: reason = "was closed"
            case .success(let answer):
                wait = RetryAfter.seconds(answer.retryAfter, now: now)
                reason = "responded with the status \(answer.status)"
            case .failure(.timedOut): reason = "did not respond in time"
            case .failure(.cancelled): reason = "was canceled"
            case .failure(.tooLarge(let limit)): reason = "sent more than \(limit) bytes"
            case .failure(.unreachable(let words)): reason = "cannot be reached: \(words)"
            }
            self.init(
                .general, "The event stream of the flag server \(address) \(reason). It is opened again later.",
                retryAfter: wait)
        }
    }

    private struct Refusal: Decodable {
        let errorCode: String?
        let errorDetails: String?
    }

    enum WholeNumber {
        /// Returns the number, the maximum if it overflows, or `nil` if the text is empty or contains other characters.
        static func parse(_ digits: some Collection<UInt8>) -> Int? {
            guard !digits.isEmpty, digits.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else { return nil }
            // After the check above, only an overflow can fail.
            return Int(String(decoding: digits, as: UTF8.self)) ?? .max
        }
    }

    enum RetryAfter {
        /// The maximum pause in seconds; a server's mistake must not disable flags permanently.
        static let longest: TimeInterval = 86_400

        private static let months = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ]

        /// Returns the pause that a header requests, in seconds from 0 to ``longest``.
        ///
        /// The header's value is a number of seconds, or a date in the format that HTTP prefers. The result is `nil` if
        /// the value is missing or has another form.
        static func seconds(_ text: String?, now: Date) -> TimeInterval? {
            guard let text, text.utf8.count < 100 else { return nil }
            let parts = text.split(separator: " ")
            if parts.count == 1, let seconds = WholeNumber.parse(parts[0].utf8) {
                return min(TimeInterval(seconds), longest)
            }
            return date(parts).map { min(max($0.timeIntervalSince(now), 0), longest) }
        }

        /// Parses a date such as `Sun, 06 Nov 1994 08:49:37 GMT`.
        private static func date(_ fields: [Substring]) -> Date? {
            guard fields.count == 6, fields[5] == "GMT" else { return nil }
            let clock = fields[4].split(separator: ":").compactMap { number($0, digits: 2) }
            guard let day = number(fields[1], digits: 2), let month = months.firstIndex(of: String(fields[2])),
                let year = number(fields[3], digits: 4), clock.count == 3
            else { return nil }
            var components = DateComponents(year: year, month: month + 1, day: day)
            components.hour = clock[0]
            components.minute = clock[1]
            components.second = clock[2]
            var calendar = Calendar(identifier: .gregorian)
            calendar.timeZone = .gmt
            guard let date = calendar.date(from: components) else { return nil }
            // The calendar would otherwise carry an invalid day over to the next month.
            return calendar.component(.day, from: date) == day ? date : nil
        }

        private static func number(_ text: Substring, digits: Int) -> Int? {
            text.utf8.count == digits ? WholeNumber.parse(text.utf8) : nil
        }
    }
#endif
