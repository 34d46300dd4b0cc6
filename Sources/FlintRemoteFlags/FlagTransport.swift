// SPDX-License-Identifier: MIT

#if RemoteFlags
    import FlintLocks
    import AsyncHTTPClient
    import Dispatch
    import FlintCore
    import FlintFoundation
    import NIOCore
    import NIOHTTP1
    import NIOHTTPCompression
    import NIOPosix

    /// An HTTP client that sends one request per connection and limits the size of responses.
    ///
    /// Each connection is closed after its request, so the transport is idle between requests. It stores no cookies,
    /// cached responses, or credentials. It does not follow redirects or retry requests.
    final class FlagTransport: Sendable, CustomReflectable {
        /// The bytes that a connection may receive beyond the maximum response size, for headers and chunk framing.
        static let overhead = 64 << 10

        /// The network thread that all transports share, started by the first request.
        private static let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)

        private struct Exchange {
            let task: HTTPClient.Task<FlagTransportAnswer>
            var reason: FlagTransportError?
        }

        private struct State {
            var client: HTTPClient?
            var exchanges: [Int: Exchange] = [:]
        }

        private let maximumSize: Int
        private let timeout: TimeAmount
        private let decompresses: Bool
        private let state = Protected(State())
        /// The queue on which completion handlers run, so that they do not delay other connections.
        private let queue = DispatchQueue(label: "flint.remote-flags.answers")

        /// Creates a transport, whose first request starts the network thread and the client.
        ///
        /// The maximum size of a response in bytes applies both compressed and decompressed. The timeout is the time
        /// limit in seconds for establishing a connection.
        init(maximumSize: Int, timeout: TimeInterval, decompresses: Bool = true) {
            // The size is limited to the capacity of a buffer.
            self.maximumSize = min(maximumSize, 1 << 30)
            self.timeout = .milliseconds(Int64(min(max(timeout, 0.1), 86_400) * 1000))
            self.decompresses = decompresses
        }

        deinit {
            let (client, exchanges) = state.withLock { state in
                for number in state.exchanges.keys where state.exchanges[number]?.reason == nil {
                    state.exchanges[number]?.reason = .cancelled
                }
                return (state.client, state.exchanges.values)
            }
            for exchange in exchanges { exchange.task.cancel() }
            client?.shutdown(queue: queue) { _ in }
        }

        /// An empty mirror, because requests contain secrets.
        var customMirror: Mirror { Mirror(self, children: []) }

        /// Sends a request with a number that identifies it within this transport.
        ///
        /// The completion is called once, when the request ends. If there is a stream handler, a successful response
        /// must be an event stream. Both are called on the transport's own queue.
        func send(
            _ number: Int, _ request: FlagTransportRequest,
            stream: (@Sendable (FlagStreamPart) -> Void)? = nil,
            completion: @escaping @Sendable (Result<FlagTransportAnswer, FlagTransportError>) -> Void
        ) {
            // The client would otherwise keep the connection in its pool.
            let headers = HTTPHeaders(request.headers + [("Connection", "close")])
            let body = request.body.map { HTTPClient.Body.byteBuffer(ByteBuffer(bytes: $0)) }
            let method = body == nil ? HTTPMethod.GET : .POST
            guard
                let request = try? HTTPClient.Request(url: request.url, method: method, headers: headers, body: body)
            else {
                return queue.async { completion(.failure(.unreachable(reason: "its address cannot be used"))) }
            }
            let (state, queue, limit) = (self.state, self.queue, maximumSize)
            let collector = FlagAnswerCollector(
                limit: limit, encodings: decompresses ? ["gzip", "deflate", "identity"] : ["identity"],
                stream: stream.map { EventStreamReader(queue: queue, handler: $0) })
            let task = client().execute(request: request, delegate: collector)
            state.withLock { $0.exchanges[number] = Exchange(task: task) }
            // The handler is added after the exchange is stored, so that a request that ends immediately is removed
            // from the list.
            task.futureResult.whenComplete { result in
                let reason = state.withLock { $0.exchanges.removeValue(forKey: number)?.reason }
                let end = result.mapError { FlagTransportError($0, limit: limit) }
                queue.async {
                    // The client reports every cancellation alike, so the noted reason takes precedence.
                    if let reason { completion(.failure(reason)) } else { completion(end) }
                }
            }
        }

        /// Cancels a request that has not ended.
        ///
        /// The request then fails with the given reason.
        func cancel(_ number: Int, because reason: FlagTransportError) {
            let task = state.withLock { state -> HTTPClient.Task<FlagTransportAnswer>? in
                guard state.exchanges[number]?.reason == nil else { return nil }
                state.exchanges[number]?.reason = reason
                return state.exchanges[number]?.task
            }
            task?.cancel()
        }

        private func client() -> HTTPClient {
            state.withLock { state in
                if let client = state.client { return client }
                let client = HTTPClient(eventLoopGroup: Self.threads, configuration: clientConfiguration)
                state.client = client
                return client
            }
        }

        private var clientConfiguration: HTTPClient.Configuration {
            var configuration = HTTPClient.Configuration()
            configuration.redirectConfiguration = .disallow
            configuration.timeout = HTTPClient.Configuration.Timeout(connect: timeout)
            configuration.decompression = decompresses ? .enabled(limit: .size(maximumSize)) : .disabled
            configuration.httpVersion = .http1Only
            configuration.connectionPool.retryConnectionEstablishment = false
            let limit = maximumSize
            configuration.http1_1ConnectionDebugInitializer = { channel in
                channel.eventLoop.makeCompletedFuture { try FlagConnectionGuard.add(to: channel, limit: limit) }
            }
            return configuration
        }
    }

    /// A delegate that collects the parts of a response, or passes them to the reader of an event stream.
    ///
    /// It cancels a response that is too long.
    private final class FlagAnswerCollector: HTTPClientResponseDelegate, Sendable {
        typealias Response = FlagTransportAnswer

        private let limit: Int
        private let encodings: [String]
        private let stream: EventStreamReader?
        private let answer = Protected<FlagTransportAnswer?>(nil)

        init(limit: Int, encodings: [String], stream: EventStreamReader?) {
            self.limit = limit
            self.encodings = encodings
            self.stream = stream
        }

        func didReceiveHead(
            task: HTTPClient.Task<FlagTransportAnswer>, _ head: HTTPResponseHead
        ) -> EventLoopFuture<Void> {
            // A response that announces too many bytes is rejected before its body arrives.
            if let length = head.headers.first(name: "Content-Length").flatMap({ Int($0) }), length > limit {
                return task.eventLoop.makeFailedFuture(FlagTransportError.tooLarge(limit: limit))
            }
            let content = head.headers[canonicalForm: "Content-Encoding"].map { $0.lowercased() }
            let transfer = head.headers[canonicalForm: "Transfer-Encoding"].map { $0.lowercased() }
            // The decoder does not know other encodings, so their content would not be decoded.
            guard content.isEmpty || encodings.contains(where: { content == [$0] }),
                [[], ["chunked"]].contains(transfer)
            else {
                return task.eventLoop.makeFailedFuture(
                    FlagTransportError.unreachable(reason: "its response has an unknown encoding"))
            }
            answer.withLock { answer in
                answer = FlagTransportAnswer(
                    status: Int(head.status.code), entityTag: head.headers.first(name: "ETag"),
                    retryAfter: head.headers.first(name: "Retry-After"))
            }
            guard head.status == .ok, let stream else { return task.eventLoop.makeSucceededVoidFuture() }
            let type = head.headers.first(name: "Content-Type")?.prefix { $0 != ";" && $0 != " " }
            guard type?.lowercased() == "text/event-stream" else {
                return task.eventLoop.makeFailedFuture(
                    FlagTransportError.unreachable(reason: "its response is not an event stream"))
            }
            return stream.pass(.opened, on: task.eventLoop)
        }

        func didReceiveBodyPart(
            task: HTTPClient.Task<FlagTransportAnswer>, _ part: ByteBuffer
        ) -> EventLoopFuture<Void> {
            if let stream, answer.withLock({ $0?.status == 200 }) {
                return stream.read(part, on: task.eventLoop)
            }
            let fits = answer.withLock { answer in
                guard let count = answer?.body.count, count + part.readableBytes <= limit else { return false }
                answer?.body.append(contentsOf: part.readableBytesView)
                return true
            }
            return fits
                ? task.eventLoop.makeSucceededVoidFuture()
                : task.eventLoop.makeFailedFuture(FlagTransportError.tooLarge(limit: limit))
        }

        func didFinishRequest(task: HTTPClient.Task<FlagTransportAnswer>) throws -> FlagTransportAnswer {
            guard let answer = answer.withLock({ $0 }) else { throw FlagTransportError.notHTTP }
            return answer
        }
    }

    /// A reader that parses an event stream and waits until each part has been handled.
    ///
    /// The wait slows a fast server down, so that its events cannot fill the memory.
    private struct EventStreamReader: Sendable {
        let queue: DispatchQueue
        let handler: @Sendable (FlagStreamPart) -> Void
        private let parser = Protected(ServerSentEventParser())

        init(queue: DispatchQueue, handler: @escaping @Sendable (FlagStreamPart) -> Void) {
            self.queue = queue
            self.handler = handler
        }

        func read(_ part: ByteBuffer, on eventLoop: any EventLoop) -> EventLoopFuture<Void> {
            do {
                let events = try parser.withLock { try $0.events(in: part.readableBytesView) }
                return events.isEmpty ? eventLoop.makeSucceededVoidFuture() : pass(.events(events), on: eventLoop)
            } catch {
                return eventLoop.makeFailedFuture(error)
            }
        }

        func pass(_ part: FlagStreamPart, on eventLoop: any EventLoop) -> EventLoopFuture<Void> {
            let handled = eventLoop.makePromise(of: Void.self)
            queue.async { [handler] in
                handler(part)
                handled.succeed()
            }
            return handled.futureResult
        }
    }
#endif
