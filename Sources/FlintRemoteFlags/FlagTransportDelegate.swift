#if RemoteFlags
    import FlintCore
    import Foundation

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// Puts answers together while they arrive, and ends what breaks a rule.
    final class FlagTransportDelegate: NSObject, URLSessionDataDelegate, Sendable {
        /// How often one request is sent on within its server.
        private static let maximumRedirects = 5

        /// What changes.
        private struct State {
            /// The exchanges by the identifier of the task that carries each.
            var exchanges: [Int: FlagExchange] = [:]
            /// Whether the session is ending, when it must not be given anything to do.
            var isClosed = false
        }

        private let maximumSize: Int
        private let state = Protected(State())

        /// Creates a delegate.
        init(maximumSize: Int) {
            self.maximumSize = maximumSize
        }

        /// Sends the request of an exchange.
        func begin(_ exchange: FlagExchange, in session: URLSession) {
            guard let task = state.withLock({ Self.carry(exchange, in: session, &$0) }) else {
                return exchange.completion(.failure(.cancelled))
            }
            task.resume()
        }

        /// Gives an exchange a task, which goes to where the server sent it on if it did.
        private static func carry(
            _ exchange: FlagExchange, in session: URLSession, _ state: inout State
        ) -> URLSessionTask? {
            if state.isClosed { return nil }
            var exchange = exchange
            var request = exchange.request
            if let target = exchange.target { request.url = target }
            let task = session.dataTask(with: request)
            exchange.task = task
            exchange.target = nil
            exchange.answer = nil
            state.exchanges[task.taskIdentifier] = exchange
            return task
        }

        /// Ends an exchange for a reason; the first one counts.
        func cancel(_ number: Int, because reason: FlagTransportError) {
            cancel(because: reason) { $0.number == number }
        }

        /// Ends every exchange, and lets none begin.
        func close() {
            state.withLock { $0.isClosed = true }
            cancel(because: .cancelled) { _ in true }
        }

        private func cancel(because reason: FlagTransportError, where isMeant: (FlagExchange) -> Bool) {
            let tasks = state.withLock { state in
                state.exchanges.compactMap { identifier, exchange -> URLSessionTask? in
                    guard isMeant(exchange), exchange.error == nil else { return nil }
                    state.exchanges[identifier]?.error = reason
                    return exchange.isDeciding ? nil : exchange.task
                }
            }
            for task in tasks { task.cancel() }
        }

        private func cancel(task: URLSessionTask, because reason: FlagTransportError) {
            cancel(because: reason) { $0.task === task }
        }

        /// Takes the head of an answer.
        func urlSession(
            _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
            completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
        ) {
            if response.expectedContentLength > Int64(maximumSize) {
                cancel(task: dataTask, because: .tooLarge(limit: maximumSize))
                return completionHandler(.cancel)
            }
            let answer = (response as? HTTPURLResponse).map { response in
                FlagTransportAnswer(
                    status: response.statusCode,
                    entityTag: response.value(forHTTPHeaderField: "ETag"),
                    retryAfter: response.value(forHTTPHeaderField: "Retry-After"))
            }
            state.withLock { $0.exchanges[dataTask.taskIdentifier]?.answer = answer }
            completionHandler(.allow)
        }

        /// Takes a piece of an answer.
        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            let fits = state.withLock { state in
                // Changed in place, so that a long answer is not copied with every piece.
                guard state.exchanges[dataTask.taskIdentifier]?.error == nil else { return true }
                guard (state.exchanges[dataTask.taskIdentifier]?.answer?.body.count ?? 0) + data.count <= maximumSize
                else {
                    return false
                }
                state.exchanges[dataTask.taskIdentifier]?.answer?.body.append(data)
                return true
            }
            if !fits { cancel(task: dataTask, because: .tooLarge(limit: maximumSize)) }
        }

        /// Takes note of where the server sends on to, and lets the task end there.
        ///
        /// The request is sent on by this object itself: the system would turn it into one that only asks for a page, or
        /// lose its body.
        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
        ) {
            let isOver = state.withLock { state in
                guard let exchange = state.exchanges[task.taskIdentifier], exchange.error == nil else { return true }
                state.exchanges[task.taskIdentifier]?.isDeciding = true
                state.exchanges[task.taskIdentifier]?.redirects += 1
                if let from = exchange.request.url, let target = request.url,
                    exchange.redirects < Self.maximumRedirects, [301, 302, 307, 308].contains(response.statusCode),
                    Self.isSameServer(from, target)
                {
                    state.exchanges[task.taskIdentifier]?.target = target
                } else {
                    let host = request.url?.host().map { String($0.prefix(100)) } ?? "another address"
                    state.exchanges[task.taskIdentifier]?.error = .redirected(to: host)
                }
                return false
            }
            #if canImport(FoundationNetworking)
                // Here, answering for a task that has been cancelled ends the program.
                if isOver { return }
            #endif
            completionHandler(nil)
            state.withLock { $0.exchanges[task.taskIdentifier]?.isDeciding = false }
            task.cancel()
        }

        /// Takes the end of a task, which is that of its exchange unless the server sends on.
        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            // The next task takes over in one step, so that whoever gives up the exchange always finds one.
            let (ended, next) = state.withLock { state -> (FlagExchange?, URLSessionTask?) in
                guard let exchange = state.exchanges.removeValue(forKey: task.taskIdentifier) else { return (nil, nil) }
                guard exchange.error == nil, exchange.target != nil else { return (exchange, nil) }
                return (exchange, Self.carry(exchange, in: session, &state))
            }
            if let next { return next.resume() }
            guard let exchange = ended else { return }
            if let reason = exchange.error {
                exchange.completion(.failure(reason))
            } else if exchange.target != nil {
                exchange.completion(.failure(.cancelled))
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
            // What Linux says where an answer breaks off, among other things.
            case .unknown: "the connection failed, or broke before the answer was whole"
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
