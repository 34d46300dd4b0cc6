#if RemoteFlags
    import FlintLocks
    import FlintCore
    import FlintRemoteFlags
    import FlyingFox
    import FlyingSocks
    import Foundation

    /// A real HTTP server on a free local port, which sends the responses of a test and records the requests.
    ///
    /// A test sets a handler or a fixed response, which answers all further requests. ``withFlagServer(_:)`` creates a
    /// server and stops it after the test.
    final class FlagServer: Sendable {
        struct Question: Sendable {
            let method: String
            let path: String
            let query: [String: String]
            let headers: [String: String]
            let body: Data
        }

        private let server: HTTPServer
        private let task: Task<Void, any Error>
        private let handler: Protected<@Sendable (HTTPRequest) async throws -> HTTPResponse>
        private let asked = Protected<[Question]>([])
        let port: UInt16

        init() async throws {
            let handler = Protected<@Sendable (HTTPRequest) async throws -> HTTPResponse> { _ in
                HTTPResponse(statusCode: .notImplemented)
            }
            let asked = asked
            // Long enough that a slow machine never fails a test.
            let server = HTTPServer(
                address: try sockaddr_in.inet(ip4: "127.0.0.1", port: 0), timeout: 600, logger: .disabled)
            await server.appendRoute("*") { request in
                let question = Question(
                    method: request.method.rawValue, path: request.path,
                    query: Dictionary(request.query.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }),
                    headers: Dictionary(
                        request.headers.map { ($0.key.rawValue.lowercased(), $0.value) }, uniquingKeysWith: { $1 }),
                    body: try await request.bodyData)
                asked.withLock { $0.append(question) }
                return try await handler.withLock { $0 }(request)
            }
            task = Task { try await server.run() }
            try await server.waitUntilListening(timeout: 300)
            guard case .ip4(_, let port) = await server.listeningAddress else { throw ServerFailure.noPort }
            self.port = port
            self.server = server
            self.handler = handler
        }

        var questions: [Question] { asked.withLock { $0 } }

        /// The requests for flags, without those for event streams.
        var fetches: [Question] { questions.filter { $0.method == "POST" } }

        var url: URL {
            get throws {
                guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw ServerFailure.noPort }
                return url
            }
        }

        func configuration(_ change: (inout OFREPConfiguration) -> Void = { _ in }) throws -> OFREPConfiguration {
            var configuration = OFREPConfiguration(baseURL: try url, context: EvaluationContext(targetingKey: "ada"))
            configuration.allowsPlainHTTP = true
            change(&configuration)
            return configuration
        }

        func answer(_ handler: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) {
            self.handler.withLock { $0 = handler }
        }

        func answer(_ status: Int = 200, _ headers: [String: String] = [:], _ body: String = "") {
            let headers = HTTPHeaders(Dictionary(uniqueKeysWithValues: headers.map { (HTTPHeader($0.key), $0.value) }))
            let response = HTTPResponse(
                statusCode: HTTPStatusCode(status, phrase: "Test"), headers: headers, body: Data(body.utf8))
            answer { _ in response }
        }

        func answer(flags: String, entityTag: String? = nil) {
            answer(200, entityTag.map { ["ETag": $0] } ?? [:], #"{"flags": [\#(flags)]}"#)
        }

        /// Answers with flags and an event stream, which has a secret address at this server.
        ///
        /// - Parameters:
        ///   - flags: The evaluations as JSON, separated by commas.
        ///   - entityTag: The entity tag of the evaluations.
        ///   - extra: Further members of the stream's object as JSON, each with a leading comma.
        ///   - before: Further streams as JSON, each with a trailing comma.
        ///   - events: The events of the stream, once it is requested.
        func answer(
            flags: String, entityTag: String? = nil, extra: String = "", before: String = "", events: EventPipe
        ) {
            let stream = #"{"type": "sse", "url": "http://127.0.0.1:\#(port)/events?key=s3cret"\#(extra)}"#
            let body = #"{"flags": [\#(flags)], "eventStreams": [\#(before)\#(stream)]}"#
            answer { request in
                if request.path == "/events" { return events.response }
                let headers = entityTag.map { [HTTPHeader("ETag"): $0] } ?? [:]
                return HTTPResponse(statusCode: .ok, headers: HTTPHeaders(headers), body: Data(body.utf8))
            }
        }

        /// Sends the first bytes of every further response and then closes the connection.
        func breakOff(after body: String, promising count: Int) {
            answer { _ in
                HTTPResponse(
                    statusCode: .ok, body: HTTPBodySequence(from: BrokenBytes(bytes: Array(body.utf8)), count: count))
            }
        }

        /// Stops listening and closes all connections.
        func stop() async {
            await server.stop()
            task.cancel()
        }
    }

    enum ServerFailure: Error {
        case noPort
        case broken
    }

    /// Bytes that end in an error.
    private struct BrokenBytes: AsyncBufferedSequence, Sendable {
        typealias Element = UInt8
        let bytes: [UInt8]

        struct Iterator: AsyncBufferedIteratorProtocol {
            var bytes: [UInt8]?

            mutating func next() async throws -> UInt8? {
                throw ServerFailure.broken
            }

            mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
                guard let bytes else { throw ServerFailure.broken }
                self.bytes = nil
                return bytes
            }
        }

        func makeAsyncIterator() -> Iterator {
            Iterator(bytes: bytes)
        }
    }

    /// Runs a test with a server that is stopped afterward.
    func withFlagServer(_ body: (FlagServer) async throws -> Void) async throws {
        let server = try await FlagServer()
        do {
            try await body(server)
            await server.stop()
        } catch {
            await server.stop()
            throw error
        }
    }
#endif
