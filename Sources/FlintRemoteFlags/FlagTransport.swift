#if RemoteFlags
    import FlintCore
    import Foundation

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// Sends one request after another and reads the answers, within limits.
    ///
    /// Nothing of a request is kept: no cookies, no cache, no credentials.
    final class FlagTransport: Sendable {
        private let session: URLSession
        private let delegate: FlagTransportDelegate

        /// Creates a transport.
        ///
        /// - Parameter maximumSize: How long an answer may be, in bytes.
        init(maximumSize: Int) {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpCookieStorage = nil
            configuration.httpShouldSetCookies = false
            configuration.httpCookieAcceptPolicy = .never
            configuration.urlCache = nil
            configuration.urlCredentialStorage = nil
            configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 1
            delegate = FlagTransportDelegate(maximumSize: maximumSize)
            session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: queue)
        }

        deinit {
            // A session holds its delegate until it is told that it is over.
            session.invalidateAndCancel()
        }

        /// Sends a request.
        ///
        /// - Parameters:
        ///   - request: What to send.
        ///   - completion: Called once, on the transport's own queue, when it has come to an end.
        /// - Returns: A number to cancel the request by.
        func send(
            _ request: URLRequest,
            completion: @escaping @Sendable (Result<FlagTransportAnswer, FlagTransportError>) -> Void
        ) -> Int {
            let task = session.dataTask(with: request)
            delegate.expect(task, completion: completion)
            task.resume()
            return task.taskIdentifier
        }

        /// Ends a request, which then fails with a reason; harmless if it has ended.
        func cancel(_ identifier: Int, because reason: FlagTransportError) {
            delegate.cancel(identifier, because: reason)
        }
    }
#endif
