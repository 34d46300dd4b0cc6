#if RemoteFlags
    import Dispatch
    import FlintCore
    import Foundation
    import Testing

    @testable import FlintRemoteFlags

    /// Tests of servers that violate HTTP, send too much, or send too slowly.
    @Suite(.timeLimit(.minutes(20)))
    struct MisbehavingServerTests {
        private static let good = #"{"key": "a", "value": true, "reason": "STATIC"}"#

        @Test func `more than sixty kinds of misbehavior are tested`() {
            #expect(Misbehaviour.all.count >= 60)
            #expect(Set(Misbehaviour.all.map(\.name)).count == Misbehaviour.all.count)
        }

        @Test(arguments: Misbehaviour.all)
        func `a misbehaving server causes a described failure and keeps the flags`(way: Misbehaviour) async throws {
            try await withRawServer { server in
                let scheduler = ManualScheduler()
                server.answer(flags: Self.good)
                let configuration = try server.configuration { configuration in
                    configuration.maximumResponseSize = 100_000
                    configuration.timeout = 7
                }
                let source = try OFREPFlagSource(configuration, scheduler: scheduler)
                #expect(await source.fetch().state == .ready)

                server.play(way.steps)
                // The timeout fires only when the server stops sending.
                server.whenHolding { scheduler.fire(7) }
                let before = server.sent
                let status = await source.fetch()
                let error = try #require(status.lastError)
                #expect(error.contains("http://127.0.0.1:\(server.port)"))
                #expect(error.contains(way.report), "\(error)")
                #expect(source["a"]?.value == true)
                #expect(source["a"]?.reason == .stale)
                #expect(server.requests.count == 2, "A request is not repeated.")
                // The limit, and the bytes that the system buffers unread.
                #expect(server.sent - before < 16 << 20)
                #expect(scheduler.delays.isEmpty)

                server.answer(flags: Self.good)
                #expect(await source.fetch().lastError == nil)
                #expect(source["a"] == FlagEvaluation(value: true, reason: .static))
            }
        }

        @Test func `a thousand mutated responses cause only failures`() async throws {
            try await withRawServer { server in
                server.answer(flags: Self.good)
                let scheduler = ManualScheduler()
                let source = try OFREPFlagSource(
                    try server.configuration { $0.maximumResponseSize = 100_000 }, scheduler: scheduler)
                await source.fetch()
                var mutator = AnswerMutator(seed: 20_240_229)
                var failures = 0
                for round in 0..<1000 {
                    let before = source.evaluations.mapValues(\.value)
                    server.play([.send(mutator.next())])
                    // Some responses have a Retry-After of at most a day.
                    scheduler.advance(by: 100_000)
                    let status = await source.fetch()
                    if let error = status.lastError {
                        failures += 1
                        #expect(error.contains("http://127.0.0.1:\(server.port)"), "round \(round)")
                        #expect(source.evaluations.mapValues(\.value) == before, "round \(round)")
                    } else {
                        #expect(status.state == .ready, "round \(round)")
                    }
                }
                #expect(server.requests.count == 1001)
                // Some responses are valid, and some are not.
                #expect((100...999).contains(failures))
                scheduler.advance(by: 100_000)
                server.answer(flags: Self.good)
                #expect(await source.fetch().state == .ready)
            }
        }

        @Test func `bytes after a complete response are not read`() async throws {
            try await withRawServer { server in
                let body = #"{"flags": [\#(Self.good)]}"#
                server.play([
                    .send(Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)),
                    .flood(Array("HTTP/1.1 500 No\r\n".utf8)),
                ])
                let source = try OFREPFlagSource(try server.configuration(), scheduler: ManualScheduler())
                #expect(await source.fetch().state == .ready)
                #expect(source["a"]?.value == true)
            }
        }

        @Test func `a request closes its connection and sends only the necessary headers`() async throws {
            try await withRawServer { server in
                server.answer(flags: Self.good)
                let configuration = try server.configuration { configuration in
                    configuration.bearerToken = "t0p-secret"
                    configuration.headers = [
                        "connection": "keep-alive", "Transfer-Encoding": "chunked", "content-length": "7",
                        "X-Team": "a",
                    ]
                }
                let source = try OFREPFlagSource(configuration, scheduler: ManualScheduler())
                await source.fetch()
                let head = try #require(server.requests.first?.components(separatedBy: "\r\n\r\n").first)
                var lines = head.components(separatedBy: "\r\n").map { $0.lowercased() }
                #expect(lines.removeFirst() == "post /ofrep/v1/evaluate/flags http/1.1")
                #expect(
                    lines.sorted() == [
                        "accept-encoding: deflate, gzip", "accept: application/json",
                        "authorization: bearer t0p-secret", "connection: close", "content-length: 34",
                        "content-type: application/json", "host: 127.0.0.1:\(server.port)", "x-team: a",
                    ])
            }
        }

        @Test func `a server without TLS at an HTTPS address is a connection failure`() async throws {
            try await withRawServer { server in
                server.play([.send(Array("HTTP/1.1 400 Bad\r\n\r\n".utf8))])
                let url = try #require(URL(string: "https://127.0.0.1:\(server.port)"))
                let source = try OFREPFlagSource(OFREPConfiguration(baseURL: url), scheduler: ManualScheduler())
                #expect(await source.fetch().lastError?.contains("no secure connection can be established") == true)
            }
        }

        // MARK: Threads

        @Test @MainActor func `a request completes while the main thread is busy`() throws {
            let server = try RawServer()
            defer { server.stop() }
            server.answer(flags: Self.good)
            let source = try OFREPFlagSource(try server.configuration())
            let end = DispatchSemaphore(value: 0)
            let token = source.observeStatus { if !$0.isFetching { end.signal() } }
            #expect(source.refresh())
            #expect(end.wait(timeout: .now() + 120) == .success)
            #expect(source.status.state == .ready)
            withExtendedLifetime(token) {}
        }

        @Test @MainActor func `a request times out while the main thread is busy`() throws {
            let server = try RawServer()
            defer { server.stop() }
            server.play([.hold])
            let source = try OFREPFlagSource(try server.configuration { $0.timeout = 0.1 })
            let end = DispatchSemaphore(value: 0)
            let token = source.observeStatus { if !$0.isFetching { end.signal() } }
            #expect(source.refresh())
            #expect(end.wait(timeout: .now() + 120) == .success)
            #expect(source.status.lastError?.contains("did not respond in time") == true)
            withExtendedLifetime(token) {}
        }

        #if os(Linux)
            @Test func `all connections share one thread`() async throws {
                try await withRawServer { server in
                    server.answer(flags: Self.good)
                    for _ in 0..<5 {
                        let source = try OFREPFlagSource(try server.configuration(), scheduler: ManualScheduler())
                        await source.fetch()
                    }
                    let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
                    let names = threads.compactMap {
                        try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)
                    }
                    #expect(names.count { $0.hasPrefix("NIO-ELT") } == 1)
                }
            }

            @Test func `a decompression bomb does not consume memory`() async throws {
                let bomb = try #require(Misbehaviour.all.first { $0.name == "is a bomb without an end" })
                try await withRawServer { server in
                    server.play(bomb.steps)
                    let source = try OFREPFlagSource(try server.configuration(), scheduler: ManualScheduler())
                    let before = try peakMemory()
                    #expect(await source.fetch().lastError?.contains("more than 1000000 bytes") == true)
                    // 64 MB would inflate to 66 GB. The value includes the memory of concurrent tests.
                    #expect(try peakMemory() - before < 1 << 20, "The memory grows by less than 1 GB.")
                }
            }

            /// Returns the peak memory of the process, in kilobytes.
            private func peakMemory() throws -> Int {
                let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
                return try #require(status.firstMatch(of: /VmHWM:\s+(\d+) kB/).flatMap { Int($0.1) })
            }
        #endif
    }

    /// A generator of mutated responses, which are the same for the same seed.
    private struct AnswerMutator {
        private static let answers: [[UInt8]] = [
            "HTTP/1.1 200 OK\r\nContent-Length: 37\r\n\r\n{\"flags\":[{\"key\":\"a\",\"value\":true}]}\r\n",
            "HTTP/1.1 200 OK\r\nETag: \"v1\"\r\n\r\n{\"flags\":[{\"key\":\"b\",\"value\":true,\"reason\":\"X\"}]}",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;x=y\r\n{\"fla\r\n7\r\ngs\":[]}\r\n0\r\nA: b\r\n\r\n",
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 503 Busy\r\nRetry-After: Sun, 06 Nov 1994 08:49:37 GMT\r\n\r\n",
            "HTTP/1.1 400 Bad\r\n\r\n{\"errorCode\":\"PARSE_ERROR\",\"errorDetails\":\"\\u0041\"}",
            "HTTP/1.0 200 OK\r\nContent-Encoding: identity\r\n\r\n{\"flags\":[{\"key\":\"c\",\"metadata\":{\"a\":1e5}}]}",
        ].map { Array($0.utf8) }

        private var state: UInt64

        init(seed: UInt64) {
            state = seed
        }

        private mutating func random(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % max(count, 1)
        }

        mutating func next() -> [UInt8] {
            var answer = Self.answers[random(Self.answers.count)]
            for _ in 0...random(4) {
                let place = random(answer.count)
                switch random(7) {
                case 0: answer[place] = UInt8(random(256))
                case 1: answer[place] ^= 1 << random(8)
                case 2: answer.insert(UInt8(random(256)), at: place)
                case 3: answer.removeSubrange(place..<min(answer.count, place + 1 + random(8)))
                case 4: answer = Array(answer[..<place])
                case 5:
                    let other = Self.answers[random(Self.answers.count)]
                    answer.replaceSubrange(place..., with: other[random(other.count)...])
                default: answer.insert(contentsOf: answer[place...].prefix(1 + random(20)), at: place)
                }
                if answer.isEmpty { answer = [0] }
            }
            return answer
        }
    }
#endif
