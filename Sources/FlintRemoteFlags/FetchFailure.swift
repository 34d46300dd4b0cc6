#if RemoteFlags
    import FlintCore

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// Why a request to a flag server came to nothing.
    struct FetchFailure: Error, Sendable {
        /// The reason in OpenFeature's words.
        var code: FlagErrorCode
        /// What is wrong, where, and what to do.
        var message: String
        /// How long the server wants to be left alone, in seconds.
        var retryAfter: TimeInterval?
        /// Whether automatic retries are pointless.
        var isFatal = false

        /// Describes a failure.
        init(_ code: FlagErrorCode, _ message: String, retryAfter: TimeInterval? = nil, isFatal: Bool = false) {
            self.code = code
            self.message = message
            self.retryAfter = retryAfter
            self.isFatal = isFatal
        }

        /// The failure of a request that got no whole answer.
        init(_ error: FlagTransportError, address: String) {
            let server = "The flag server \(address)"
            switch error {
            case .timedOut:
                self.init(.general, "\(server) did not answer in time.")
            case .cancelled:
                self.init(.general, "The request to \(address) was given up.")
            case .tooLarge(let limit):
                self.init(
                    .general, "\(server) sent more than \(limit) bytes. If that is right, raise maximumResponseSize.")
            case .unreachable(let reason):
                self.init(.general, "\(server) cannot be asked: \(reason).")
            }
        }

        /// Creates the failure for an HTTP status.
        ///
        /// - Parameters:
        ///   - answer: What the server sent, with a status other than 200 and 304.
        ///   - address: The server, as people know it.
        ///   - now: The time now.
        ///   - text: Makes the server's text fit to keep.
        init(_ answer: FlagTransportAnswer, address: String, now: Date, text: ServerText) {
            let status = answer.status
            let server = "The flag server \(address)"
            let wait = RetryAfter.seconds(answer.retryAfter, now: now)
            let pause = wait.map { " It asks to be left alone for \(Int($0.rounded(.up))) s." } ?? ""
            switch status {
            case 400:
                let reason = try? JSONDecoder().decode(
                    Refusal.self, from: answer.body, within: .flagAnswer(bytes: answer.body.count))
                let code = text.word(reason?.errorCode ?? FlagErrorCode.general.rawValue)
                let details = reason?.errorDetails.map { ": \(text.sentence($0))" } ?? ""
                self.init(
                    FlagErrorCode(rawValue: code),
                    "\(server) does not take the request (400 \(code))\(details). Check the evaluation context.")
            case 401, 403:
                // The server's text is left out: it may well repeat the token.
                self.init(
                    .general,
                    "\(server) does not accept the token (\(status)). Check it; the server is not asked again by itself.",
                    isFatal: true)
            case 404:
                self.init(.general, "\(server) has no flags at this address (404). Check the base URL.")
            case 413:
                self.init(.general, "\(server) finds the evaluation context too large (413). Send fewer attributes.")
            case 429:
                self.init(.general, "\(server) is asked too often (429).\(pause)", retryAfter: wait)
            case 300..<400:
                self.init(
                    .general,
                    "\(server) redirects to another address (\(status)), which is not followed. Give that one."
                )
            case 500..<600:
                self.init(.general, "\(server) is out of order (\(status)).\(pause)", retryAfter: wait)
            default:
                self.init(
                    .general,
                    "\(server) answered \(status), which is not an answer of such a server. Check the base URL.")
            }
        }
    }

    /// The body of a server's refusal.
    private struct Refusal: Decodable {
        let errorCode: String?
        let errorDetails: String?
    }
#endif
