#if RemoteFlags
    import FlintLocks
    import FlintCore
    import FlintRemoteFlags
    import FlyingFox
    import Foundation
    import Testing

    @Suite(.timeLimit(.minutes(20)))
    struct OFREPFlagSourceTimingTests {
        @Test func `the server is polled immediately and then at the interval`() async throws {
            try await withFlagServer { server in
                server.answer(flags: "")
                let scheduler = ManualScheduler()
                let source = try OFREPFlagSource(
                    try server.configuration { $0.changeDetection = .polling }, scheduler: scheduler)
                let first = await source.status { source.start() }
                #expect(first.lastFetch == scheduler.now)
                #expect(first.nextFetch == scheduler.now + 30)
                #expect(scheduler.delays == [30])

                let second = await source.status { scheduler.fire(30) }
                #expect(second.lastFetch == scheduler.now)
                #expect(scheduler.delays == [30])
                #expect(server.questions.count == 2)
                source.start()
                #expect(server.questions.count == 2)
            }
        }

        @Test func `only the timeout is scheduled during a request`() async throws {
            try await withFlagServer { server in
                let gate = Gate()
                server.answer { _ in
                    await gate.wait()
                    return HTTPResponse(statusCode: .ok, body: Data(#"{"flags": []}"#.utf8))
                }
                let scheduler = ManualScheduler()
                let source = try OFREPFlagSource(
                    try server.configuration { $0.changeDetection = .polling }, scheduler: scheduler)
                source.start()
                #expect(scheduler.delays == [10])
                #expect(source.status.isFetching)
                _ = await source.status { gate.open() }
                #expect(scheduler.delays == [30])
            }
        }

        @Test func `a polling interval that is too short is raised to the minimum`() async throws {
            try await withFlagServer { server in
                server.answer(flags: "")
                let scheduler = ManualScheduler()
                let source = try OFREPFlagSource(
                    try server.configuration { configuration in
                        configuration.changeDetection = .polling
                        configuration.pollingInterval = 0.01
                    }, scheduler: scheduler)
                _ = await source.status { source.start() }
                #expect(scheduler.delays == [OFREPConfiguration.minimumInterval])
            }
        }

        @Test func `by default no timer runs after the first response`() async throws {
            try await withFlagServer { server in
                server.answer(flags: "")
                let scheduler = ManualScheduler()
                let source = try OFREPFlagSource(try server.configuration(), scheduler: scheduler)
                #expect(await source.status { source.start() }.nextFetch == nil)
                #expect(scheduler.delays.isEmpty)
            }
        }

        @Test func `without change detection, requests are sent only on the app's occasions`() async throws {
            try await withFlagServer { server in
                server.answer(flags: "")
                let scheduler = ManualScheduler()
                let source = try OFREPFlagSource(
                    try server.configuration { $0.changeDetection = .none }, scheduler: scheduler)
                #expect(await source.status { source.start() }.state == .ready)
                server.answer(503)
                #expect(await source.fetch().nextFetch == nil)
                #expect(scheduler.delays.isEmpty)
                _ = await source.status { source.enterForeground() }
                #expect(server.questions.count == 3)
            }
        }

        @Test func `the polling interval doubles after failures`() async throws {
            try await withFlagServer { server in
                server.answer(500)
                let scheduler = ManualScheduler()
                let source = try OFREPFlagSource(
                    try server.configuration { $0.changeDetection = .polling }, scheduler: scheduler)
                _ = await source.status { source.start() }
                for delay: TimeInterval in [30, 60, 120, 240, 480, 900] {
                    #expect(scheduler.delays == [delay])
                    _ = await source.status { #expect(scheduler.fire(delay)) }
                }
                #expect(scheduler.delays == [900])

                server.answer(flags: "")
                _ = await source.status { scheduler.fire(900) }
                #expect(scheduler.delays == [30])
                server.answer(500)
                _ = await source.status { scheduler.fire(30) }
                #expect(scheduler.delays == [30])
            }
        }

        @Test(arguments: [429, 503])
        func `a Retry-After in seconds delays the next request`(status: Int) async throws {
            try await withFlagServer { server in
                server.answer(status, ["Retry-After": "77"])
                let scheduler = ManualScheduler()
                let source = try OFREPFlagSource(try server.configuration(), scheduler: scheduler)
                let result = await source.status { source.start() }
                #expect(scheduler.delays == [77])
                #expect(result.nextFetch == scheduler.now + 77)
                #expect(result.lastError?.contains("It requests a pause of 77 s.") == true)

                // A refresh is refused during the delay.
                #expect(!source.refresh())
                server.answer(flags: "")
                #expect(await source.status { scheduler.fire(77) }.state == .ready)
            }
        }

        @Test func `a Retry-After date delays the next request`() async throws {
            try await withFlagServer { server in
                let scheduler = ManualScheduler()
                // The test's clock starts at 2027-01-15 08:00:00.
                server.answer(503, ["Retry-After": "Fri, 15 Jan 2027 08:02:00 GMT"])
                let source = try OFREPFlagSource(try server.configuration(), scheduler: scheduler)
                _ = await source.status { source.start() }
                #expect(scheduler.delays == [120])
            }
        }

        @Test(arguments: [("0", 5), ("1", 5), ("99999999999999999999", 86_400), ("soon", 30), ("-5", 30), ("", 30)])
        func `an invalid Retry-After is bounded or ignored`(text: String, delay: TimeInterval) async throws {
            try await withFlagServer { server in
                server.answer(429, ["Retry-After": text])
                let scheduler = ManualScheduler()
                let source = try OFREPFlagSource(try server.configuration(), scheduler: scheduler)
                _ = await source.status { source.start() }
                #expect(scheduler.delays == [delay])
            }
        }

        @Test func `starting during a Retry-After delay waits for its end`() async throws {
            try await withFlagServer { server in
                server.answer(429, ["Retry-After": "60"])
                let scheduler = ManualScheduler()
                let source = try OFREPFlagSource(try server.configuration(), scheduler: scheduler)
                await source.fetch()
                scheduler.advance(by: 20)
                source.start()
                #expect(scheduler.delays == [40])
                #expect(source.status.nextFetch == scheduler.now + 40)
                #expect(server.questions.count == 1)
            }
        }

        @Test(arguments: [3_600.0, 31_536_000])
        func `a clock that is set back delays the next request by at most a day`(jump: TimeInterval) async throws {
            try await withFlagServer { server in
                server.answer(429, ["Retry-After": "60"])
                let scheduler = ManualScheduler()
                let source = try OFREPFlagSource(try server.configuration(), scheduler: scheduler)
                await source.fetch()
                scheduler.advance(by: -jump)
                server.answer(flags: "")
                if jump < 86_400 {
                    source.start()
                    #expect(scheduler.delays == [60 + jump])
                } else {
                    #expect(await source.status { source.start() }.state == .ready)
                }
            }
        }

        @Test func `a clock that is set back during the wait does not end the polling`() async throws {
            try await withFlagServer { server in
                server.answer(503, ["Retry-After": "60"])
                let scheduler = ManualScheduler()
                let source = try OFREPFlagSource(try server.configuration(), scheduler: scheduler)
                _ = await source.status { source.start() }
                scheduler.advance(by: -3_600)
                server.answer(flags: "")
                #expect(await source.status { scheduler.fire(60) }.state == .ready)
            }
        }

        @Test func `stopping cancels the request and the timers`() async throws {
            try await withFlagServer { server in
                let (arrived, gate) = (Gate(), Gate())
                server.answer { _ in
                    arrived.open()
                    await gate.wait()
                    return HTTPResponse(statusCode: .ok, body: Data(#"{"flags": [{"key": "a", "value": true}]}"#.utf8))
                }
                let scheduler = ManualScheduler()
                let source = try OFREPFlagSource(try server.configuration(), scheduler: scheduler)
                source.start()
                await arrived.wait()
                source.stop()
                gate.open()
                #expect(scheduler.delays.isEmpty)
                #expect(!source.status.isFetching)

                // The response to the canceled request is ignored. A new request is answered.
                server.answer(flags: #"{"key": "b", "value": true}"#)
                #expect(await source.status { source.start() }.state == .ready)
                #expect(source.evaluations.keys.map(\.rawValue) == ["b"])
            }
        }

        @Test func `a timer fires once on a background queue unless canceled`() async {
            let scheduler = QueueFetchScheduler()
            let cancelled = scheduler.schedule(after: 3600) { Issue.record("A canceled timer fired.") }
            cancelled.cancel()
            let isMain = await withCheckedContinuation { continuation in
                let timers = Protected<ObservationToken?>(nil)
                let timer = scheduler.schedule(after: 0.001) {
                    timers.withLock { $0 = nil }
                    continuation.resume(returning: Thread.isMainThread)
                }
                timers.withLock { $0 = timer }
            }
            #expect(!isMain)
            #expect(abs(scheduler.now.timeIntervalSinceNow) < 60)
        }
    }
#endif
