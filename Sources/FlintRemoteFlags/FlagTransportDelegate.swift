#if RemoteFlags
    import FlintCore
    import Foundation

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// Puts answers together while they arrive, and ends what breaks a rule.
    final class FlagTransportDelegate: NSObject, URLSessionDataDelegate, Sendable {
        /// A request on its way.
        private struct Exchange {
            let task: URLSessionTask
            let completion: @Sendable (Result<FlagTransportAnswer, FlagTransportError>) -> Void
            var answer: FlagTransportAnswer?
            var error: FlagTransportError?
            var redirects = 0
        }

        /// How often one request is sent on within its server.
        private static let maximumRedirects = 5

        private let maximumSize: Int
        private let exchanges = Protected<[Int: Exchange]>([:])

        /// Creates a delegate.
        init(maximumSize: Int) {
            self.maximumSize = maximumSize
        }

        /// Gets ready for the events of a task.
        func expect(
            _ task: URLSessionTask,
            completion: @escaping @Sendable (Result<FlagTransportAnswer, FlagTransportError>) -> Void
        ) {
            exchanges.withLock { $0[task.taskIdentifier] = Exchange(task: task, completion: completion) }
        }

        /// Ends a request for a reason; the first one counts.
        func cancel(_ identifier: Int, because reason: FlagTransportError) {
            let task = exchanges.withLock { exchanges -> URLSessionTask? in
                guard exchanges[identifier]?.error == nil else { return nil }
                exchanges[identifier]?.error = reason
                return exchanges[identifier]?.task
            }
            task?.cancel()
        }

        /// Takes the head of an answer.
        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
            completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
        ) {
            if response.expectedContentLength > Int64(maximumSize) {
                cancel(dataTask.taskIdentifier, because: .tooLarge(limit: maximumSize))
                return completionHandler(.cancel)
            }
            let answer = (response as? HTTPURLResponse).map { response in
                FlagTransportAnswer(
                    status: response.statusCode,
                    entityTag: response.value(forHTTPHeaderField: "ETag"),
                    retryAfter: response.value(forHTTPHeaderField: "Retry-After"))
            }
            exchanges.withLock { $0[dataTask.taskIdentifier]?.answer = answer }
            completionHandler(.allow)
        }

        /// Takes a piece of an answer.
        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            let fits = exchanges.withLock { exchanges in
                // Changed in place, so that a long answer is not copied with every piece.
                guard exchanges[dataTask.taskIdentifier]?.error == nil else { return true }
                guard (exchanges[dataTask.taskIdentifier]?.answer?.body.count ?? 0) + data.count <= maximumSize else {
                    return false
                }
                exchanges[dataTask.taskIdentifier]?.answer?.body.append(data)
                return true
            }
            if !fits { cancel(dataTask.taskIdentifier, because: .tooLarge(limit: maximumSize)) }
        }

        /// Follows a redirection within the server, with the same request, and no other.
        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
        ) {
            let count = exchanges.withLock { exchanges -> Int in
                exchanges[task.taskIdentifier]?.redirects += 1
                return exchanges[task.taskIdentifier]?.redirects ?? .max
            }
            guard let original = task.originalRequest, let from = original.url, let target = request.url,
                count <= Self.maximumRedirects, [301, 302, 307, 308].contains(response.statusCode),
                Self.isSameServer(from, target)
            else {
                let host = request.url?.host().map { String($0.prefix(100)) } ?? "another address"
                cancel(task.taskIdentifier, because: .redirected(to: host))
                return completionHandler(nil)
            }
            // The system would turn the request into one that only asks for a page.
            var next = original
            next.url = target
            completionHandler(next)
        }

        /// Takes the end of an exchange.
        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            guard let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
            if let reason = exchange.error {
                exchange.completion(.failure(reason))
            } else if let error {
                exchange.completion(.failure(.unreachable(reason: Self.words(for: error))))
            } else if let answer = exchange.answer {
                exchange.completion(.success(answer))
            } else {
                exchange.completion(.failure(.unreachable(reason: "it does not speak HTTP")))
            }
        }

        private static func isSameServer(_ one: URL, _ other: URL) -> Bool {
            one.scheme?.lowercased() == other.scheme?.lowercased()
                && one.host()?.lowercased() == other.host()?.lowercased()
                && one.port == other.port && other.user == nil && other.password == nil
        }

        /// What is wrong, in words that are the same on every system.
        private static func words(for error: any Error) -> String {
            guard let error = error as? URLError else { return "the connection failed" }
            return switch error.code {
            case .cannotFindHost, .dnsLookupFailed: "nothing is known by that name"
            case .cannotConnectToHost: "nobody answers there"
            case .notConnectedToInternet: "there is no network"
            case .networkConnectionLost, .badServerResponse: "the connection broke before the answer was whole"
            case .timedOut: "it did not answer in time"
            case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
                .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected:
                "no secure connection can be made"
            case .cancelled: "the request was given up"
            default: "the connection failed (\(error.code.rawValue))"
            }
        }
    }
#endif
