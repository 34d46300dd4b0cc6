#if RemoteFlags
    import FlintCore
    import FlintRemoteFlags
    import FlyingFox
    import FlyingSocks
    import Foundation
    import Testing

    @Suite(.timeLimit(.minutes(20)))
    struct OFREPFlagSourceFailureTests {
        /// Returns a source that has received one response, in which `a` is on.
        private func readySource(
            _ server: FlagServer, _ scheduler: ManualScheduler = ManualScheduler(),
            _ change: (inout OFREPConfiguration) -> Void = { _ in }
        ) async throws -> OFREPFlagSource {
            server.answer(flags: #"{"key": "a", "value": true, "reason": "STATIC"}"#, entityTag: "\"v1\"")
            let source = try OFREPFlagSource(try server.configuration(change), scheduler: scheduler)
            #expect(await source.fetch().state == .ready)
            return source
        }

        /// Expects that the last flags are kept and marked as stale.
        private func expectStale(_ source: OFREPFlagSource, sourceLocation: SourceLocation = #_sourceLocation) {
            #expect(source["a"]?.value == true, sourceLocation: sourceLocation)
            #expect(source["a"]?.reason == .stale, sourceLocation: sourceLocation)
            #expect(source["a"]?.errorMessage == source.status.lastError, sourceLocation: sourceLocation)
        }

        @Test(arguments: [
            (400, "Check the evaluation context"), (404, "Check the base URL"), (413, "too large"),
            (429, "too many requests"),
            (500, "failed (500)"), (502, "failed (502)"), (503, "failed (503)"),
            (418, "unexpected status 418"),
        ])
        func `an error status keeps the last flags`(status: Int, words: String) async throws {
            try await withFlagServer { server in
                let source = try await readySource(server)
                server.answer(status, [:], "<html>sorry</html>")
                let result = await source.fetch()
                #expect(result.state == .stale)
                #expect(result.lastErrorCode == .general)
                let error = try #require(result.lastError)
                #expect(error.contains("\(status)"))
                #expect(error.contains(words))
                #expect(error.contains("http://127.0.0.1:\(server.port)"))
                expectStale(source)
            }
        }

        @Test func `the server's error code and details are reported`() async throws {
            try await withFlagServer { server in
                let source = try await readySource(server)
                server.answer(400, [:], #"{"errorCode": "INVALID_CONTEXT", "errorDetails": "no plan"}"#)
                let result = await source.fetch()
                #expect(result.lastErrorCode == .invalidContext)
                #expect(result.lastError?.contains("(400 INVALID_CONTEXT): no plan.") == true)
            }
        }

        @Test(arguments: [
            "", "{", "null", "[]", "true", "{}", #"{"flags": {}}"#, #"{"flags": null}"#,
            #"{"flags": [{"key": "a", "val"#,
            String(repeating: "[", count: 100_000), #"{"flags": "# + String(repeating: "[", count: 100_000),
        ])
        func `a malformed response is a parse error`(body: String) async throws {
            try await withFlagServer { server in
                let source = try await readySource(server)
                server.answer(200, [:], body)
                let result = await source.fetch()
                #expect(result.lastErrorCode == .parseError)
                #expect(result.state == .stale)
                expectStale(source)
            }
        }

        @Test func `fetching fails if the response is interrupted`() async throws {
            try await withFlagServer { server in
                let source = try await readySource(server)
                server.breakOff(after: #"{"flags": []}"#, promising: 1000)
                let result = await source.fetch()
                #expect(result.lastError?.contains("was lost before the response was complete") == true)
                expectStale(source)

                server.answer(flags: #"{"key": "a", "value": true, "reason": "STATIC"}"#)
                let recovered = await source.fetch()
                #expect(recovered.state == .ready)
                #expect(recovered.lastError == nil)
                #expect(source["a"] == FlagEvaluation(value: true, reason: .static))
            }
        }

        @Test func `an unreachable server keeps the last flags`() async throws {
            try await withFlagServer { server in
                let source = try await readySource(server)
                let changes = ChangeLog()
                let token = changes.observe(source)
                await server.stop()
                let result = await source.fetch()
                #expect(result.state == .stale)
                #expect(result.lastError?.contains("cannot be reached") == true)
                #expect(changes.take() == [["a"]])
                expectStale(source)
                withExtendedLifetime(token) {}
            }
        }

        @Test func `a server that was never reachable leaves no flags`() async throws {
            let server = try await FlagServer()
            let source = try OFREPFlagSource(try server.configuration(), scheduler: ManualScheduler())
            await server.stop()
            let result = await source.fetch()
            #expect(result.state == .error)
            #expect(source.evaluations.isEmpty)
            #expect(source.missingFlagError?.errorCode == .general)
            #expect(source.missingFlagError?.errorMessage == result.lastError)
        }

        @Test func `a response with an excessive length is not read`() async throws {
            try await withFlagServer { server in
                let source = try await readySource(server) { $0.maximumResponseSize = 1000 }
                server.answer(200, [:], String(repeating: " ", count: 1001))
                #expect(await source.fetch().lastError?.contains("more than 1000 bytes") == true)
                expectStale(source)
            }
        }

        @Test func `an endless response is cut off`() async throws {
            try await withFlagServer { server in
                let source = try await readySource(server) { $0.maximumResponseSize = 100_000 }
                server.answer { _ in
                    HTTPResponse(statusCode: .ok, body: HTTPBodySequence(from: EndlessBytes()))
                }
                #expect(await source.fetch().lastError?.contains("more than 100000 bytes") == true)
                expectStale(source)
            }
        }

        @Test func `a request to a slow server times out`() async throws {
            try await withFlagServer { server in
                let scheduler = ManualScheduler()
                let source = try await readySource(server, scheduler) { $0.timeout = 7 }
                let (arrived, gate) = (Gate(), Gate())
                server.answer { _ in
                    arrived.open()
                    await gate.wait()
                    return HTTPResponse(statusCode: .ok, body: Data(#"{"flags": []}"#.utf8))
                }
                #expect(source.refresh())
                await arrived.wait()
                let result = await source.status { #expect(scheduler.fire(7)) }
                gate.open()
                #expect(result.lastError?.contains("did not respond in time") == true)
                expectStale(source)
            }
        }

        @Test(arguments: [401, 403])
        func `a rejected token stops polling`(status: Int) async throws {
            try await withFlagServer { server in
                let scheduler = ManualScheduler()
                let source = try await readySource(server, scheduler) { configuration in
                    configuration.bearerToken = "t0p-secret"
                    configuration.changeDetection = .polling
                }
                server.answer(status, ["WWW-Authenticate": "Bearer"], "t0p-secret is wrong")
                let result = await source.status { source.start() }
                #expect(result.state == .fatal)
                #expect(result.nextFetch == nil)
                #expect(scheduler.delays.isEmpty)
                #expect(result.lastError?.contains("t0p-secret") == false)
                expectStale(source)

                // A refresh is still possible, and polling continues after the server accepts the request.
                server.answer(flags: "")
                #expect(await source.fetch().state == .ready)
                #expect(scheduler.delays == [30])
            }
        }

        @Test func `secrets that the server echoes are redacted`() async throws {
            try await withFlagServer { server in
                let scheduler = ManualScheduler()
                let configuration = try server.configuration { configuration in
                    configuration.bearerToken = "t0p-secret"
                    configuration.headers = ["X-Key": "another-secret"]
                }
                let source = try OFREPFlagSource(configuration, scheduler: scheduler)
                server.answer(400, [:], #"{"errorCode": "t0p-secret", "errorDetails": "not another-secret"}"#)
                await source.fetch()
                var shown = "\(configuration) \(String(reflecting: configuration)) \(source.status)"
                dump(configuration, to: &shown)
                dump(source.status, to: &shown)
                server.answer(
                    flags: """
                        {"key": "a", "value": true, "reason": "t0p-secret", "variant": "is t0p-secret",
                         "metadata": {"t0p-secret": "another-secret"}},
                        {"key": "b", "errorCode": "t0p-secret", "errorDetails": "another-secret"}
                        """)
                await source.fetch()
                dump(source.evaluations, to: &shown)
                dump(source, to: &shown)
                #expect(shown.contains("(secret)"))
                #expect(!shown.contains("t0p-secret"))
                #expect(!shown.contains("another-secret"))
            }
        }

        @Test(arguments: [301, 302, 303, 307, 308])
        func `a redirect is not followed`(status: Int) async throws {
            try await withFlagServer { other in
                other.answer(flags: #"{"key": "evil", "value": true}"#)
                try await withFlagServer { server in
                    let source = try await readySource(server) { $0.bearerToken = "t0p-secret" }
                    for target in ["http://127.0.0.1:\(other.port)/", "/ofrep/v1/evaluate/flags", "ftp://127.0.0.1/"] {
                        server.answer(status, ["Location": target])
                        let result = await source.fetch()
                        #expect(result.lastError?.contains("redirects to another address (\(status))") == true)
                        expectStale(source)
                    }
                    #expect(other.questions.isEmpty)
                    #expect(server.questions.count == 4)
                }
            }
        }

        @Test func `a response nested too deeply is refused before it is decoded`() async throws {
            try await withFlagServer { server in
                let source = try await readySource(server)
                let deep = String(repeating: #"{"a":"#, count: 3_300) + "1" + String(repeating: "}", count: 3_300)
                server.answer(flags: #"{"key": "a", "value": \#(deep)}"#)
                let result = await source.fetch()
                #expect(result.lastErrorCode == .parseError)
                #expect(result.lastError?.contains("nested more than 64 levels deep (line 1, byte") == true)
                expectStale(source)
                server.answer(400, [:], deep)
                #expect(await source.fetch().lastError?.contains("(400 GENERAL)") == true)
            }
        }

        @Test func `hostile text is truncated and stored as data`() async throws {
            try await withFlagServer { server in
                let long = String(repeating: "x", count: 5000)
                let entries = (0..<500).map { #""k\#($0)": "v""# }.joined(separator: ",")
                server.answer(
                    flags: """
                        {"key": "\\u001b[2J\\u0000\\n", "value": true, "reason": "\\u001b]0;evil\\u0007", "variant": "\(long)"},
                        {"key": "\(long)", "value": true}, {"key": "", "value": true}, {"value": true}, 7, null, [], "x",
                        {"key": 5, "value": true}, {"key": "twice", "value": true}, {"key": "twice", "value": false},
                        {"key": "many", "value": true, "reason": 5, "variant": {}, "metadata": {\(entries)}},
                        {"key": "odd", "value": true, "metadata": [1]},
                        {"key": "\(String(repeating: "e\\u0301", count: 100))", "value": true}
                        """)
                let source = try OFREPFlagSource(try server.configuration(), scheduler: ManualScheduler())
                let status = await source.fetch()
                #expect(source.evaluations.count == 4)
                let hostile = try #require(source["\u{1B}[2J\u{0}\n"])
                #expect(hostile.reason == "\u{1B}]0;evil\u{7}")
                #expect(hostile.variant?.unicodeScalars.count == 257)
                #expect(source["twice"]?.value == true)
                #expect(source["many"]?.metadata.count == 32)
                #expect(source["many"]?.reason == .unknown)
                #expect(source["odd"]?.value == true)
                #expect(status.warnings == ["The flag server sent 9 flags with an invalid name; they are ignored."])
            }
        }

        @Test func `flags beyond ten thousand are discarded`() async throws {
            try await withFlagServer { server in
                let flags = (0..<100_000).map { #"{"key":"f\#($0)","value":true}"# }.joined(separator: ",")
                server.answer(flags: flags)
                let source = try OFREPFlagSource(
                    try server.configuration { $0.maximumResponseSize = 10_000_000 }, scheduler: ManualScheduler())
                let status = await source.fetch()
                #expect(source.evaluations.count == 10_000)
                #expect(source["f9999"]?.value == true)
                #expect(status.warnings.count == 1)
            }
        }

        @Test(arguments: ["bad tag", "", String(repeating: "x", count: 2000)])
        func `an invalid entity tag is discarded`(tag: String) async throws {
            try await withFlagServer { server in
                server.answer(flags: "", entityTag: tag)
                let source = try OFREPFlagSource(try server.configuration(), scheduler: ManualScheduler())
                await source.fetch()
                #expect(await source.fetch().state == .ready)
                #expect(server.questions.last?.headers["if-none-match"] == nil)
            }
        }
    }

    private struct EndlessBytes: AsyncBufferedSequence, Sendable {
        typealias Element = UInt8

        struct Iterator: AsyncBufferedIteratorProtocol {
            mutating func next() async throws -> UInt8? {
                UInt8(ascii: " ")
            }

            mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
                Array(repeating: UInt8(ascii: " "), count: count)
            }
        }

        func makeAsyncIterator() -> Iterator {
            Iterator()
        }
    }
#endif
