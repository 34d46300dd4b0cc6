#if RemoteFlags
    import FlintCore
    import FlintRemoteFlags
    import FlyingFox
    import Foundation
    import FlintTestSupport
    import Testing

    @Suite(.timeLimit(.minutes(20)))
    struct OFREPEventStreamTests {
        private static let on = #"{"key": "a", "value": true, "reason": "STATIC"}"#
        private static let off = #"{"key": "a", "value": false, "reason": "STATIC"}"#

        /// Returns a started source with an open event stream, in which `a` is on.
        private func listeningSource(
            _ server: FlagServer, _ scheduler: ManualScheduler, _ pipe: EventPipe, extra: String = "",
            _ change: (inout OFREPConfiguration) -> Void = { _ in }
        ) async throws -> OFREPFlagSource {
            server.answer(flags: Self.on, entityTag: "\"v1\"", extra: extra, events: pipe)
            let source = try OFREPFlagSource(try server.configuration(change), scheduler: scheduler)
            await source.wait {
                source.start()
            } until: {
                $0.openEventStreams == 1
            }
            #expect(source["a"]?.value == true)
            return source
        }

        @Test func `an announced change is fetched with its version and without a timer`() async throws {
            try await withFlagServer { server in
                let (scheduler, pipe) = (ManualScheduler(), EventPipe())
                let source = try await listeningSource(server, scheduler, pipe)
                #expect(scheduler.delays.isEmpty)

                server.answer(flags: Self.off, events: pipe)
                pipe.announce(#", "etag": "\"c+7\"", "lastModified": 1771622898"#)
                await source.wait { _ in source["a"]?.value == false }

                #expect(server.fetches.count == 2)
                #expect(
                    server.fetches.last?.query == ["flagConfigEtag": "\"c+7\"", "flagConfigLastModified": "1771622898"])
                #expect(server.fetches.last?.headers["if-none-match"] == "\"v1\"")
                #expect(server.fetches.first?.query == [:])
                #expect(scheduler.delays.isEmpty)
                source.stop()
            }
        }

        @Test func `unknown streams and events are ignored`() async throws {
            try await withFlagServer { server in
                let (scheduler, pipe) = (ManualScheduler(), EventPipe())
                let others = #"{"type": "websocket", "url": "ws://127.0.0.1/x"}, 7, {"url": "http://127.0.0.1/y"},"#
                server.answer(flags: Self.on, before: others, events: pipe)
                let source = try OFREPFlagSource(try server.configuration(), scheduler: scheduler)
                await source.wait {
                    source.start()
                } until: {
                    $0.openEventStreams == 1
                }
                #expect(server.questions.map(\.path) == ["/ofrep/v1/evaluate/flags", "/events"])
                #expect(source.status.warnings.isEmpty)

                server.answer(flags: Self.off, events: pipe)
                for data in [#"{"type": "maintenance"}"#, "hello", "[]", #"{"etag": "x"}"#, #"{"type": 7}"#] {
                    pipe.send("event: refetchEvaluation\ndata: \(data)\n\n")
                }
                pipe.announce()
                await source.wait { _ in source["a"]?.value == false }
                #expect(server.fetches.count == 2)
                #expect(server.fetches.last?.query == [:])
                source.stop()
            }
        }

        @Test func `a stream's address is neither shown nor saved and gets no token`() async throws {
            let folder = try TemporaryFolder()
            try await withFlagServer { server in
                let (scheduler, pipe) = (ManualScheduler(), EventPipe())
                let cache = folder.path(of: "flags.json")
                let source = try await listeningSource(server, scheduler, pipe) { configuration in
                    configuration.cachePath = cache
                    configuration.bearerToken = "t0p-secret"
                    configuration.headers = ["X-Team": "another-secret"]
                }
                let request = try #require(server.questions.last)
                #expect(request.method == "GET")
                #expect(request.query == ["key": "s3cret"])
                #expect(request.headers["accept"] == "text/event-stream")
                #expect(!request.headers.values.contains { $0.contains("secret") })

                let ended = await source.wait {
                    pipe.end()
                } until: {
                    $0.eventStreamError != nil
                }
                var shown = "\(source) \(ended) \(String(reflecting: source))"
                dump(source, to: &shown)
                shown += try String(contentsOfFile: cache, encoding: .utf8)
                #expect(!shown.contains("s3cret"))
                #expect(!shown.contains("/events"))
                source.stop()

                // The next run needs a complete response to learn the address.
                let next = try OFREPFlagSource(
                    try server.configuration { $0.cachePath = cache }, scheduler: scheduler)
                await next.wait {
                    next.start()
                } until: {
                    $0.openEventStreams == 1 || $0.eventStreamError != nil
                }
                #expect(server.fetches.last?.headers["if-none-match"] == nil)
                next.stop()
            }
        }

        @Test func `an ended stream is opened again by a full request after a random pause`() async throws {
            try await withFlagServer { server in
                let (scheduler, first, second) = (ManualScheduler(), EventPipe(), EventPipe())
                scheduler.random = 0.5
                let source = try await listeningSource(server, scheduler, first)
                let ended = await source.wait {
                    first.end()
                } until: {
                    !scheduler.delays.isEmpty && $0.eventStreamError != nil
                }
                #expect(ended.eventStreamError?.contains("was closed") == true)
                #expect(ended.openEventStreams == 0)
                #expect(scheduler.delays == [6.25])

                server.answer(flags: Self.off, entityTag: "\"v2\"", events: second)
                let again = await source.wait {
                    scheduler.fire(6.25)
                } until: {
                    $0.openEventStreams == 1
                }
                #expect(again.eventStreamError == nil)
                #expect(source["a"]?.value == false)
                #expect(server.fetches.last?.headers["if-none-match"] == nil)

                // The pause grows if the stream ends early, and starts over after a stream that lasted.
                let third = EventPipe()
                server.answer(flags: Self.off, events: third)
                scheduler.advance(by: 59)
                await source.wait {
                    second.end()
                } until: { _ in
                    scheduler.delays == [12.5]
                }
                await source.wait {
                    scheduler.fire(12.5)
                } until: {
                    $0.openEventStreams == 1
                }
                scheduler.advance(by: 60)
                await source.wait {
                    third.end()
                } until: { _ in
                    scheduler.delays == [6.25]
                }
                source.stop()
            }
        }

        @Test func `a server can lengthen the pause before a stream is opened again`() async throws {
            try await withFlagServer { server in
                let (scheduler, pipe) = (ManualScheduler(), EventPipe())
                let source = try await listeningSource(server, scheduler, pipe)
                pipe.send("retry: 90000\n\n")
                await source.wait {
                    pipe.end()
                } until: { _ in
                    scheduler.delays == [90]
                }
                #expect(scheduler.delays == [90])
                source.stop()
                #expect(scheduler.delays.isEmpty)
            }
        }

        @Test func `many events cause one request in five seconds`() async throws {
            try await withFlagServer { server in
                let (scheduler, pipe) = (ManualScheduler(), EventPipe())
                let source = try await listeningSource(server, scheduler, pipe)
                server.answer(flags: Self.off, events: pipe)
                pipe.announce()
                await source.wait { _ in source["a"]?.value == false }
                scheduler.advance(by: 2)
                server.answer(flags: Self.on, events: pipe)
                for _ in 0..<100 { pipe.announce() }
                await source.wait { _ in scheduler.delays == [3] }
                #expect(server.fetches.count == 2)
                await source.wait {
                    scheduler.fire(3)
                } until: { _ in
                    source["a"]?.value == true
                }
                #expect(server.fetches.count == 3)
                source.stop()
            }
        }

        @Test func `a failed request for an announced change is repeated with its version`() async throws {
            try await withFlagServer { server in
                let (scheduler, pipe) = (ManualScheduler(), EventPipe())
                let source = try await listeningSource(server, scheduler, pipe)
                server.answer(503)
                await source.wait {
                    pipe.announce(#", "etag": "c7""#)
                } until: { _ in
                    scheduler.delays == [30]
                }
                // The stream stays open while the server cannot be queried.
                #expect(source.status.openEventStreams == 1)
                server.answer(flags: Self.off, events: pipe)
                await source.wait {
                    scheduler.fire(30)
                } until: { _ in
                    source["a"]?.value == false
                }
                #expect(server.fetches.last?.query == ["flagConfigEtag": "c7"])
                source.stop()
            }
        }

        @Test func `an event during a request causes another one`() async throws {
            try await withFlagServer { server in
                let (scheduler, pipe) = (ManualScheduler(), EventPipe())
                let source = try await listeningSource(server, scheduler, pipe)
                let (arrived, gate) = (Gate(), Gate())
                server.answer { _ in
                    arrived.open()
                    await gate.wait()
                    return HTTPResponse(statusCode: .ok, body: Data(#"{"flags": []}"#.utf8))
                }
                source.refresh()
                await arrived.wait()
                pipe.announce(#", "etag": "late""#)
                // The last event of a part is handled before the end of the stream is.
                await source.wait {
                    pipe.end()
                } until: {
                    $0.eventStreamError != nil
                }
                gate.open()
                await source.wait { _ in scheduler.delays.contains(0) }
                server.answer(flags: Self.off)
                await source.wait {
                    scheduler.fire(0)
                } until: { _ in
                    source["a"]?.value == false
                }
                #expect(server.fetches.last?.query == ["flagConfigEtag": "late"])
                source.stop()
            }
        }

        @Test func `streams are closed in the background and opened again in the foreground`() async throws {
            try await withFlagServer { server in
                let (scheduler, first, second) = (ManualScheduler(), EventPipe(), EventPipe())
                let source = try await listeningSource(server, scheduler, first, extra: #", "inactivityDelaySec": 45"#)
                source.enterBackground()
                #expect(scheduler.delays == [45])
                scheduler.fire(45)
                #expect(source.status.openEventStreams == 0)
                #expect(scheduler.delays.isEmpty)

                server.answer(flags: Self.off, entityTag: "\"v1\"", events: second)
                await source.wait {
                    source.enterForeground()
                } until: {
                    $0.openEventStreams == 1
                }
                #expect(source["a"]?.value == false)
                #expect(server.fetches.count == 2)
                #expect(server.fetches.last?.headers["if-none-match"] == nil)
                source.stop()
            }
        }

        @Test func `a quick return to the foreground keeps the streams`() async throws {
            try await withFlagServer { server in
                let (scheduler, pipe) = (ManualScheduler(), EventPipe())
                let source = try await listeningSource(server, scheduler, pipe)
                source.enterBackground()
                #expect(scheduler.delays == [120])
                server.answer(flags: Self.off, entityTag: "\"v2\"", events: pipe)
                await source.wait {
                    source.enterForeground()
                } until: { _ in
                    source["a"]?.value == false
                }
                #expect(scheduler.delays.isEmpty)
                #expect(server.fetches.last?.headers["if-none-match"] == "\"v1\"")
                #expect(server.questions.count { $0.method == "GET" } == 1)
                source.stop()
            }
        }

        @Test(arguments: [OFREPConfiguration.ChangeDetection.polling, .none])
        func `streams are opened only if they detect changes`(detection: OFREPConfiguration.ChangeDetection)
            async throws
        {
            try await withFlagServer { server in
                let scheduler = ManualScheduler()
                server.answer(flags: Self.on, events: EventPipe())
                let source = try OFREPFlagSource(
                    try server.configuration { $0.changeDetection = detection }, scheduler: scheduler)
                #expect(await source.status { source.start() }.state == .ready)
                #expect(server.questions.count == 1)
                #expect(scheduler.delays == (detection == .polling ? [30] : []))
                source.stop()
            }
        }

        @Test func `a rejected token closes the streams`() async throws {
            try await withFlagServer { server in
                let (scheduler, pipe) = (ManualScheduler(), EventPipe())
                let source = try await listeningSource(server, scheduler, pipe)
                server.answer(403)
                await source.wait {
                    pipe.announce()
                } until: {
                    $0.state == .fatal && $0.openEventStreams == 0
                }
                #expect(source["a"]?.value == true)
                #expect(scheduler.delays.isEmpty)
                source.stop()
            }
        }

        // MARK: Misbehaving servers

        private static let ok = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"

        private static let misbehaviours =
            Misbehaviour.heads.filter { !$0.report.contains("bytes") } + [
                Misbehaviour("is gone", "HTTP/1.1 410 Gone\r\n\r\n", "responded with the status 410"),
                Misbehaviour(
                    "redirects", "HTTP/1.1 307 Moved\r\nLocation: http://127.0.0.1/\r\n\r\n",
                    "responded with the status 307"),
                Misbehaviour("sends a page", "HTTP/1.1 200 OK\r\n\r\n<html>", "its response is not an event stream"),
                Misbehaviour(
                    "is compressed", "\(ok)Content-Encoding: gzip\r\n\r\nx", "its response has an unknown encoding"),
                Misbehaviour("closes after its head", "\(ok)\r\n", "was closed"),
                Misbehaviour("closes in an event", "\(ok)\r\ndata: {\"type\":", "was closed"),
                Misbehaviour(
                    "breaks off in a chunk", "\(ok)Transfer-Encoding: chunked\r\n\r\n25\r\ndata",
                    "the connection was lost"),
                Misbehaviour("resets", [.text("\(ok)\r\n:\n\n"), .reset], "the connection was lost"),
                Misbehaviour(
                    "sends a line without an end", "\(ok)\r\ndata: ", forever: "x", "sent more than 65536 bytes"),
                Misbehaviour(
                    "sends an event without an end", "\(ok)\r\n", forever: "data: 0123456789\n",
                    "sent more than 65536 bytes"),
                Misbehaviour(
                    "sends comments without an end", "\(ok)\r\n", forever: ":\n", "sent more than 4194304 bytes"),
                Misbehaviour("never responds", [.hold], "did not respond in time"),
            ]

        @Test(arguments: misbehaviours)
        func `a misbehaving stream is described and opened again later`(way: Misbehaviour) async throws {
            try await withRawServer { raw in
                try await withFlagServer { server in
                    let scheduler = ManualScheduler()
                    raw.play(way.steps)
                    raw.whenHolding { scheduler.fire(7) }
                    server.answer(
                        200, [:],
                        """
                        {"flags": [\(Self.on)], "eventStreams": [
                            {"type": "sse", "endpoint": {"requestUri": "/s3cret", "origin": "http://127.0.0.1:\(raw.port)"}}
                        ]}
                        """)
                    let source = try OFREPFlagSource(
                        try server.configuration { $0.timeout = 7 }, scheduler: scheduler)
                    let status = await source.wait {
                        source.start()
                    } until: { status in
                        // The timer is set just before the error is announced.
                        status.eventStreamError != nil && !scheduler.delays.isEmpty
                    }
                    let error = try #require(status.eventStreamError)
                    #expect(error.contains(way.report), "\(error)")
                    #expect(error.contains("http://127.0.0.1:\(server.port)"))
                    #expect(!error.contains("s3cret"))
                    #expect(status.openEventStreams == 0)
                    #expect(status.lastError == nil)
                    #expect(source["a"] == FlagEvaluation(value: true, reason: .static))
                    #expect(scheduler.delays == [5])
                    #expect(raw.requests.count == 1)
                    source.stop()
                }
            }
        }

        @Test func `a Retry-After of a stream delays its next request`() async throws {
            try await withRawServer { raw in
                try await withFlagServer { server in
                    let scheduler = ManualScheduler()
                    raw.play([.text("HTTP/1.1 503 Busy\r\nRetry-After: 77\r\n\r\n")])
                    let url = "http://127.0.0.1:\(raw.port)/"
                    server.answer(200, [:], #"{"flags": [], "eventStreams": [{"type": "sse", "url": "\#(url)"}]}"#)
                    let source = try OFREPFlagSource(try server.configuration(), scheduler: scheduler)
                    await source.wait {
                        source.start()
                    } until: { _ in
                        scheduler.delays == [77]
                    }
                    #expect(scheduler.delays == [77])
                    source.stop()
                }
            }
        }
    }
#endif
