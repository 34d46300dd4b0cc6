#if RemoteFlags
    import FlintCore
    import Foundation

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// Sends requests and reads the answers, within limits.
    ///
    /// Nothing of a request is kept: no cookies, no cache, no credentials.
    final class FlagTransport: Sendable, CustomReflectable {
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
            delegate.close()
            // A session holds its delegate until it is told that it is over.
            session.finishTasksAndInvalidate()
        }

        /// Shows nothing: requests hold secrets.
        var customMirror: Mirror { Mirror(self, children: []) }

        /// Sends a request.
        ///
        /// - Parameters:
        ///   - number: What tells the request from all others of this transport.
        ///   - request: What to send.
        ///   - completion: Called once, on the transport's own queue, when it has come to an end.
        func send(
            _ number: Int, _ request: URLRequest,
            completion: @escaping @Sendable (Result<FlagTransportAnswer, FlagTransportError>) -> Void
        ) {
            delegate.begin(FlagExchange(number: number, request: request, completion: completion), in: session)
        }

        /// Ends a request, which then fails with a reason; harmless if it has ended.
        func cancel(_ number: Int, because reason: FlagTransportError) {
            delegate.cancel(number, because: reason)
        }
    }
#endif
