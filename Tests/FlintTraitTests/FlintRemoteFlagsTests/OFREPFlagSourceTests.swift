#if RemoteFlags
    import FlintCore
    import FlintRemoteFlags
    import FlyingFox
    import Foundation
    import Testing

    @Suite(.timeLimit(.minutes(20)))
    struct OFREPFlagSourceTests {
        @Test func `all flags are requested together and kept with their reasons`() async throws {
            try await withFlagServer { server in
                server.answer(
                    flags: """
                        {"key": "new-player", "value": true, "reason": "TARGETING_MATCH", "variant": "on",
                         "metadata": {"team": "sound", "share": 0.5, "live": true, "nested": {}}},
                        {"key": "old-player", "value": false, "reason": "DISABLED"}
                        """)
                let source = try OFREPFlagSource(try server.configuration(), scheduler: ManualScheduler())
                #expect(source.evaluations.isEmpty)
                #expect(source.status.state == .notReady)
                #expect(source.missingFlagError?.errorCode == .providerNotReady)

                let status = await source.fetch()

                #expect(status.state == .ready)
                #expect(source.missingFlagError == nil)
                #expect(status.lastError == nil)
                #expect(
                    source["new-player"]
                        == FlagEvaluation(
                            value: true, reason: .targetingMatch, variant: "on",
                            metadata: ["team": "sound", "share": "0.5", "live": "true"]))
                #expect(source["old-player"] == FlagEvaluation(value: false, reason: .disabled))
                #expect(source.evaluations.count == 2)
                #expect(server.questions.map(\.method) == ["POST"])
                #expect(server.questions.map(\.path) == ["/ofrep/v1/evaluate/flags"])
            }
        }

        @Test func `a request sends the context, token and headers`() async throws {
            try await withFlagServer { server in
                server.answer(flags: "")
                let configuration = try server.configuration { configuration in
                    configuration.baseURL = configuration.baseURL.appending(path: "team a/")
                    configuration.context = EvaluationContext(
                        targetingKey: "ada",
                        attributes: [
                            "plan": "team", "seats": 12, "share": 0.5, "beta": true, "regions": ["eu"], "at": ["x": 1],
                        ])
                    configuration.bearerToken = "t0p-secret"
                    configuration.headers = ["X-Environment": "production", "Content-Type": "text/plain"]
                }
                let source = try OFREPFlagSource(configuration, scheduler: ManualScheduler())
                await source.fetch()

                let question = try #require(server.questions.first)
                #expect(question.path == "/team a/ofrep/v1/evaluate/flags")
                #expect(
                    String(decoding: question.body, as: UTF8.self)
                        == #"{"context":{"at":{"x":1},"beta":true,"plan":"team","regions":["eu"],"seats":12,"share":0.5,"#
                        + #""targetingKey":"ada"}}"#)
                #expect(question.headers["content-type"] == "application/json")
                #expect(question.headers["authorization"] == "Bearer t0p-secret")
                #expect(question.headers["x-environment"] == "production")
                #expect(question.headers["if-none-match"] == nil)
            }
        }

        @Test func `an unchanged response keeps the flags`() async throws {
            try await withFlagServer { server in
                server.answer(flags: #"{"key": "a", "value": true, "reason": "STATIC"}"#, entityTag: "\"v1\"")
                let scheduler = ManualScheduler()
                let source = try OFREPFlagSource(try server.configuration(), scheduler: scheduler)
                await source.fetch()
                let changes = ChangeLog()
                let token = changes.observe(source)
                server.answer(304)
                scheduler.advance(by: 100)

                let status = await source.fetch()

                #expect(server.questions.last?.headers["if-none-match"] == "\"v1\"")
                #expect(status.state == .ready)
                #expect(status.lastAnswer == scheduler.now)
                #expect(source["a"] == FlagEvaluation(value: true, reason: .static))
                #expect(changes.take().isEmpty)
                withExtendedLifetime(token) {}
            }
        }

        @Test func `fetching fails if the response is unchanged but there are no earlier flags`() async throws {
            try await withFlagServer { server in
                server.answer(304)
                let source = try OFREPFlagSource(try server.configuration(), scheduler: ManualScheduler())
                let status = await source.fetch()
                #expect(status.state == .error)
                #expect(status.lastErrorCode == .parseError)
            }
        }

        @Test func `observers receive exactly the changed flags`() async throws {
            try await withFlagServer { server in
                let source = try OFREPFlagSource(try server.configuration(), scheduler: ManualScheduler())
                let changes = ChangeLog()
                let token = changes.observe(source)
                server.answer(
                    flags: #"{"key": "a", "value": true}, {"key": "b", "value": true}, {"key": "c", "value": true}"#)
                await source.fetch()
                // The first response concerns all flags, even those that it does not contain.
                #expect(changes.take() == [nil])

                server.answer(
                    flags: #"{"key": "a", "value": true}, {"key": "b", "value": false}, {"key": "d", "value": true}"#)
                await source.fetch()
                #expect(changes.take() == [["b", "c", "d"]])

                await source.fetch()
                #expect(changes.take().isEmpty)

                token.cancel()
                server.answer(flags: "")
                await source.fetch()
                #expect(changes.take().isEmpty)
                #expect(source.evaluations.isEmpty)
            }
        }

        @Test func `a flag that is not Boolean is a type mismatch`() async throws {
            try await withFlagServer { server in
                server.answer(
                    flags: """
                        {"key": "text", "value": "true", "variant": "v"}, {"key": "number", "value": 1},
                        {"key": "list", "value": [true]}, {"key": "object", "value": {"on": true}},
                        {"key": "good", "value": true}
                        """)
                let source = try OFREPFlagSource(try server.configuration(), scheduler: ManualScheduler())
                await source.fetch()
                for key in ["text", "number", "list", "object"] {
                    let evaluation = try #require(source[FeatureKey(rawValue: key)])
                    #expect(evaluation.value == nil)
                    #expect(evaluation.reason == .error)
                    #expect(evaluation.errorCode == .typeMismatch)
                    #expect(evaluation.errorMessage?.contains("not true or false") == true)
                }
                #expect(source["text"]?.variant == "v")
                #expect(source["good"] == FlagEvaluation(value: true, reason: .unknown))
            }
        }

        @Test func `a flag with an evaluation error keeps the server's error`() async throws {
            try await withFlagServer { server in
                server.answer(
                    flags: #"{"key": "a", "errorCode": "TARGETING_KEY_MISSING", "errorDetails": "who?"}, {"key": "b"}"#)
                let source = try OFREPFlagSource(try server.configuration(), scheduler: ManualScheduler())
                await source.fetch()
                #expect(source["a"] == FlagEvaluation(errorCode: .targetingKeyMissing, message: "who?"))
                // The server has the flag and leaves its value to the app.
                #expect(source["b"]?.value == nil)
                #expect(source["b"]?.errorCode == nil)
                #expect(source["b"]?.reason == .default)
            }
        }

        @Test func `at most one request is in progress`() async throws {
            try await withFlagServer { server in
                let (arrived, gate) = (Gate(), Gate())
                server.answer { _ in
                    arrived.open()
                    await gate.wait()
                    return HTTPResponse(statusCode: .ok, body: Data(#"{"flags": []}"#.utf8))
                }
                let source = try OFREPFlagSource(try server.configuration(), scheduler: ManualScheduler())
                let status = await source.status {
                    #expect(source.refresh())
                    #expect(source.status.isFetching)
                    #expect(!source.refresh())
                    source.start()
                    gate.open()
                }
                await arrived.wait()
                #expect(status.state == .ready)
                #expect(server.questions.count == 1)
            }
        }

        // MARK: Context

        @Test func `a changed context is requested completely`() async throws {
            try await withFlagServer { server in
                let source = try OFREPFlagSource(try server.configuration(), scheduler: ManualScheduler())
                server.answer(flags: #"{"key": "a", "value": true}"#, entityTag: "\"v1\"")
                _ = await source.status { source.start() }
                let context = EvaluationContext(targetingKey: "ada", attributes: ["plan": "team"])
                server.answer(flags: #"{"key": "a", "value": false}"#, entityTag: "\"v1\"")
                await source.wait(after: { try? source.update(context) }) { _ in source["a"]?.value == false }
                let question = try #require(server.questions.last)
                #expect(String(decoding: question.body, as: UTF8.self).contains(#""plan":"team""#))
                #expect(question.headers["if-none-match"] == nil)
                try source.update(context)
                #expect(server.questions.count == 2)
            }
        }

        @Test func `another user does not see the flags of the former one`() async throws {
            try await withFlagServer { server in
                let source = try OFREPFlagSource(try server.configuration(), scheduler: ManualScheduler())
                server.answer(flags: #"{"key": "a", "value": true}"#)
                await source.fetch()
                let changes = ChangeLog()
                let token = changes.observe(source)
                try source.update(EvaluationContext(targetingKey: "ada", attributes: ["plan": "team"]))
                #expect(source["a"]?.value == true)
                try source.update(EvaluationContext(targetingKey: "grace"))
                #expect(source.evaluations.isEmpty)
                #expect(source.missingFlagError?.errorCode == .providerNotReady)
                #expect(changes.take() == [nil])
                // The source is not started, so it waits for the app.
                #expect(server.questions.count == 1)
                withExtendedLifetime(token) {}
            }
        }

        @Test func `a response for the former context is ignored`() async throws {
            try await withFlagServer { server in
                let (arrived, gate) = (Gate(), Gate())
                server.answer { _ in
                    arrived.open()
                    await gate.wait()
                    return HTTPResponse(statusCode: .ok, body: Data(#"{"flags": [{"key": "a", "value": true}]}"#.utf8))
                }
                let source = try OFREPFlagSource(try server.configuration(), scheduler: ManualScheduler())
                source.start()
                await arrived.wait()
                server.answer(flags: #"{"key": "b", "value": true}"#)
                let status = await source.status { try? source.update(EvaluationContext(targetingKey: "grace")) }
                gate.open()
                #expect(status.state == .ready)
                #expect(source.evaluations.keys.map(\.rawValue) == ["b"])
            }
        }

        @Test func `a context that JSON cannot represent does not replace the current one`() async throws {
            try await withFlagServer { server in
                server.answer(flags: "")
                let source = try OFREPFlagSource(try server.configuration(), scheduler: ManualScheduler())
                #expect(throws: OFREPConfigurationError.self) {
                    try source.update(EvaluationContext(attributes: ["x": .number(.nan)]))
                }
                await source.fetch()
                #expect(String(decoding: server.questions[0].body, as: UTF8.self).contains("ada"))
            }
        }

        @Test func `a released source cancels its timers`() async throws {
            try await withFlagServer { server in
                server.answer(flags: "")
                let scheduler = ManualScheduler()
                var source: OFREPFlagSource? = try OFREPFlagSource(
                    try server.configuration { $0.changeDetection = .polling }, scheduler: scheduler)
                _ = await source?.status { [source] in source?.start() }
                #expect(scheduler.delays == [30])
                weak let observed = source
                source = nil
                #expect(observed == nil)
                #expect(scheduler.delays.isEmpty)
            }
        }
    }
#endif
