#if RemoteFlags
    import FlintCore

    @testable import FlintRemoteFlags

    #if canImport(FoundationEssentials)
        import FoundationEssentials
    #else
        import Foundation
    #endif

    /// The invariants of all data that is read from a flag server, for arbitrary responses, checked by the fuzzer and
    /// the tests.
    enum FlagAnswerProperty {
        private static let secret = "t0p"
        private static let address = "https://flags.example.com"

        /// Checks the invariants for an input.
        ///
        /// - Parameter input: The body of a response, whose first line is also used as a header.
        /// - Returns: A description of the violated invariant, or `nil`.
        static func problem(with input: [UInt8]) -> String? {
            let text = ServerTextSanitizer(secrets: [secret])
            let body = Data(input)
            var kept: [String] = []
            if let url = URL(string: address) {
                let base = EventStreamBase(url: url, allowsPlainHTTP: false)
                let streams = (try? OFREPAnswer(body, address: address, text: text, streamBase: base))?.streams ?? []
                if streams.count > OFREPAnswer.maximumStreams { return "too many streams are kept" }
                if streams.contains(where: { $0.url.scheme?.lowercased() != "https" }) {
                    return "a stream is not secure"
                }
            }
            if let problem = problem(withStream: input, text: text) { return problem }
            do throws(FetchFailure) {
                let answer = try OFREPAnswer(body, address: address, text: text)
                if answer.evaluations.count > OFREPAnswer.maximumFlags { return "too many flags are kept" }
                kept += answer.warnings
                for (key, evaluation) in answer.evaluations {
                    if key.rawValue.isEmpty { return "a flag without a name is kept" }
                    if evaluation.metadata.count > OFREPAnswer.maximumMetadata { return "too many metadata are kept" }
                    kept += [key.rawValue, evaluation.reason.rawValue, evaluation.variant ?? ""]
                    kept += [evaluation.errorCode?.rawValue ?? "", evaluation.errorMessage ?? ""]
                    kept += Array(evaluation.metadata.keys) + Array(evaluation.metadata.values)
                }
            } catch {
                kept.append(error.message)
            }
            let header = String(decoding: input.prefix { $0 != UInt8(ascii: "\n") }.prefix(300), as: UTF8.self)
            let now = Date(timeIntervalSince1970: 784_111_747)
            if let wait = RetryAfter.seconds(header, now: now), !(0...RetryAfter.longest).contains(wait) {
                return "a wait of \(wait) seconds is accepted"
            }
            let refusal = FlagTransportAnswer(status: 400, retryAfter: header, body: body)
            let failure = FetchFailure(refusal, address: address, now: now, text: text)
            kept += [failure.message, failure.code.rawValue, text.entityTag(header) ?? ""]
            return kept.lazy.compactMap(problem(withText:)).first
        }

        /// Checks that a stream has the same events whole and in two parts.
        private static func problem(withStream input: [UInt8], text: ServerTextSanitizer) -> String? {
            var (whole, parts) = (ServerSentEventParser(), ServerSentEventParser())
            let events = try? whole.events(in: input)
            let half = input.count / 2
            let first = try? parts.events(in: input[..<half])
            let second = first == nil ? nil : try? parts.events(in: input[half...])
            if events != (second.flatMap { second in first.map { $0 + second } }) { return "events depend on packets" }
            for event in events ?? [] {
                if event.data.count > ServerSentEventParser.maximumEventSize { return "a long event is kept" }
                guard let refetch = Refetch(event, text: text) else { continue }
                if let problem = refetch.query.compactMap(\.value).lazy.compactMap(problem(withText:)).first {
                    return problem
                }
            }
            return nil
        }

        private static func problem(withText text: String) -> String? {
            if text.unicodeScalars.count > 2 * ServerTextSanitizer.longestSentence { return "a long text is kept" }
            return text.utf8.contains(secret.utf8) ? "a secret is kept" : nil
        }
    }
#endif
