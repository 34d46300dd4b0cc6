#if RemoteFlags
    import FlintCore
    import FlintRemoteFlags
    import FlyingFox
    import Foundation
    import FlintTestSupport
    import Testing

    @Suite(.timeLimit(.minutes(20)))
    struct OFREPFlagSourceCacheTests {
        private let folder: TemporaryFolder

        init() throws {
            folder = try TemporaryFolder()
        }

        private func source(
            _ server: FlagServer, _ change: (inout OFREPConfiguration) -> Void = { _ in }
        ) throws -> OFREPFlagSource {
            try OFREPFlagSource(
                try server.configuration { configuration in
                    configuration.cachePath = folder.path(of: "cache/flags.json")
                    change(&configuration)
                }, scheduler: ManualScheduler())
        }

        @Test func `the next run starts with the cached flags`() async throws {
            try await withFlagServer { server in
                server.answer(
                    flags: """
                        {"key": "a", "value": true, "reason": "SPLIT", "variant": "on", "metadata": {"m": "n"}},
                        {"key": "b", "errorCode": "GENERAL", "errorDetails": "oh"}
                        """, entityTag: "\"v1\"")
                let first = try source(server)
                await first.fetch()

                let second = try source(server)
                #expect(
                    second["a"] == FlagEvaluation(value: true, reason: .cached, variant: "on", metadata: ["m": "n"]))
                #expect(second["b"] == FlagEvaluation(errorCode: .general, message: "oh"))
                #expect(second.status.state == .stale)
                #expect(second.status.lastAnswer == first.status.lastAnswer)
                #expect(second.status.lastFetch == nil)

                // The server does not send the flags again, and a confirmed flag has its original reason.
                server.answer(304)
                let changes = ChangeLog()
                let token = changes.observe(second)
                #expect(await second.fetch().state == .ready)
                #expect(server.questions.last?.headers["if-none-match"] == "\"v1\"")
                #expect(second["a"]?.reason == .split)
                #expect(changes.take() == [["a"]])
                withExtendedLifetime(token) {}
            }
        }

        @Test func `the entity tag of another context is not sent`() async throws {
            try await withFlagServer { server in
                func source(plan: String) throws -> OFREPFlagSource {
                    try self.source(server) {
                        $0.context = EvaluationContext(targetingKey: "ada", attributes: ["plan": .string(plan)])
                    }
                }
                server.answer(flags: #"{"key": "a", "value": true}"#, entityTag: "\"v1\"")
                await (try source(plan: "team")).fetch()

                let second = try source(plan: "free")
                #expect(second["a"]?.value == true, "The user's cached flags are used until the response arrives.")
                server.answer(flags: #"{"key": "a", "value": false}"#, entityTag: "\"v1\"")
                await second.fetch()
                #expect(server.questions.last?.headers["if-none-match"] == nil)
                #expect(second["a"]?.value == false)

                // The saved tag is now for the second context.
                server.answer(304)
                await (try source(plan: "free")).fetch()
                #expect(server.questions.last?.headers["if-none-match"] == "\"v1\"")
                server.answer(flags: #"{"key": "a", "value": true}"#, entityTag: "\"v1\"")
                await (try source(plan: "team")).fetch()
                #expect(server.questions.last?.headers["if-none-match"] == nil)
            }
        }

        @Test func `a confirmation renews the time of the cached flags`() async throws {
            try await withFlagServer { server in
                let scheduler = ManualScheduler()
                let configuration = try server.configuration { $0.cachePath = folder.path(of: "cache/flags.json") }
                let first = try OFREPFlagSource(configuration, scheduler: scheduler)
                server.answer(flags: #"{"key": "a", "value": true}"#, entityTag: "\"v1\"")
                await first.fetch()
                server.answer(304)
                scheduler.advance(by: 3600)
                await first.fetch()
                #expect(try source(server).status.lastAnswer == scheduler.now)
            }
        }

        @Test func `a token that the server echoes is not cached`() async throws {
            try await withFlagServer { server in
                server.answer(
                    flags: """
                        {"key": "t0p-secret", "value": true, "reason": "t0p-secret"},
                        {"key": "a-t0p-secret-\\u0301", "value": true, "variant": "t0p-secret\\u0301"},
                        {"key": "b", "value": true, "metadata": {"t0p-secret": "t0p-secret"}}
                        """, entityTag: "\"t0p-secret\"")
                let source = try source(server) { $0.bearerToken = "t0p-secret" }
                await source.fetch()
                let text = try String(contentsOfFile: folder.path(of: "cache/flags.json"), encoding: .utf8)
                #expect(text.contains("(secret)"))
                #expect(!text.contains("t0p-secret"))
                #expect(source.evaluations.count == 3)
            }
        }

        @Test func `cached flags are stale after a failed request`() async throws {
            try await withFlagServer { server in
                server.answer(flags: #"{"key": "a", "value": true}"#)
                await (try source(server)).fetch()
                let second = try source(server)
                #expect(second["a"]?.reason == .cached)
                server.answer(500)
                #expect(await second.fetch().state == .stale)
                #expect(second["a"]?.value == true)
                #expect(second["a"]?.reason == .stale)
            }
        }

        @Test func `flags of another user or server are not loaded from the cache`() async throws {
            try await withFlagServer { server in
                server.answer(flags: #"{"key": "a", "value": true}"#)
                await (try source(server)).fetch()
                let other = try source(server) { $0.context.targetingKey = "grace" }
                #expect(other.evaluations.isEmpty)
                let elsewhere = try source(server) { $0.baseURL = $0.baseURL.appending(path: "b") }
                #expect(elsewhere.evaluations.isEmpty)
                #expect(try source(server)["a"]?.reason == .cached)
            }
        }

        @Test func `the cache is private and contains neither the context nor secrets`() async throws {
            try await withFlagServer { server in
                server.answer(flags: #"{"key": "a", "value": true}"#)
                let source = try source(server) { configuration in
                    configuration.context = EvaluationContext(
                        targetingKey: "ada@example.com", attributes: ["plan": "team-plan"])
                    configuration.bearerToken = "t0p-secret"
                }
                await source.fetch()
                let path = folder.path(of: "cache/flags.json")
                let text = try String(contentsOfFile: path, encoding: .utf8)
                for word in ["ada@example.com", "team-plan", "t0p-secret"] { #expect(!text.contains(word)) }
                let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
                #expect(mode == 0o600)
            }
        }

        @Test func `the cache removes the least recently used entry`() async throws {
            try await withFlagServer { server in
                server.answer(flags: #"{"key": "a", "value": true}"#)
                for number in 0..<9 {
                    let scheduler = ManualScheduler()
                    scheduler.advance(by: TimeInterval(number))
                    let configuration = try server.configuration { configuration in
                        configuration.context.targetingKey = "user \(number)"
                        configuration.cachePath = folder.path(of: "cache/flags.json")
                    }
                    await (try OFREPFlagSource(configuration, scheduler: scheduler)).fetch()
                }
                #expect(try source(server) { $0.context.targetingKey = "user 0" }.evaluations.isEmpty)
                #expect(try source(server) { $0.context.targetingKey = "user 1" }.evaluations.count == 1)
                #expect(try source(server) { $0.context.targetingKey = "user 8" }.evaluations.count == 1)
            }
        }

        // MARK: Modes

        @Test func `network-first uses cached flags only after a failed request`() async throws {
            try await withFlagServer { server in
                server.answer(flags: #"{"key": "a", "value": true}"#, entityTag: "\"v1\"")
                await (try source(server)).fetch()
                let second = try source(server) { $0.cacheMode = .networkFirst }
                #expect(second.evaluations.isEmpty)
                #expect(second.status.state == .notReady)
                #expect(second.missingFlagError?.errorCode == .providerNotReady)
                server.answer(500)
                #expect(await second.fetch().state == .stale)
                #expect(second["a"]?.value == true)
                #expect(second["a"]?.reason == .stale)

                // An unchanged response confirms the cached flags.
                let third = try source(server) { $0.cacheMode = .networkFirst }
                server.answer(304)
                #expect(await third.fetch().state == .ready)
                #expect(server.questions.last?.headers["if-none-match"] == "\"v1\"")
                #expect(third["a"]?.reason == .unknown)
            }
        }

        @Test func `a disabled cache is neither read nor written`() async throws {
            try await withFlagServer { server in
                server.answer(flags: #"{"key": "a", "value": true}"#)
                let path = folder.path(of: "cache/flags.json")
                await (try source(server) { $0.cacheMode = .disabled }).fetch()
                #expect(!FileManager.default.fileExists(atPath: path))
                await (try source(server)).fetch()
                #expect(try source(server) { $0.cacheMode = .disabled }.evaluations.isEmpty)
            }
        }

        @Test(arguments: [400, 401, 403], [OFREPConfiguration.CacheMode.localCacheFirst, .networkFirst])
        func `a rejected request keeps the cached flags and is reported`(
            status: Int, mode: OFREPConfiguration.CacheMode
        ) async throws {
            try await withFlagServer { server in
                server.answer(flags: #"{"key": "a", "value": true}"#)
                await (try source(server)).fetch()
                let second = try source(server) { $0.cacheMode = mode }
                server.answer(status)
                #expect(await second.fetch().lastError?.contains("\(status)") == true)
                #expect(second["a"]?.value == true)
                #expect(second["a"]?.errorMessage == second.status.lastError)
                #expect(try source(server)["a"]?.value == true)
            }
        }

        // MARK: Keys

        @Test func `the cache key is the targeting key with the prefix`() async throws {
            try await withFlagServer { server in
                server.answer(flags: #"{"key": "a", "value": true}"#)
                await (try source(server) { $0.context.attributes = ["plan": "team"] }).fetch()
                #expect(try source(server) { $0.context.attributes = ["plan": "free"] }["a"]?.reason == .cached)
                #expect(try source(server) { $0.cacheKeyPrefix = "beta" }.evaluations.isEmpty)
                let asked = try source(server) { configuration in
                    configuration.context = EvaluationContext(attributes: ["targetingKey": "ada"])
                }
                #expect(asked["a"]?.reason == .cached)
            }
        }

        @Test func `without a targeting key only an equal context reuses the cache`() async throws {
            try await withFlagServer { server in
                server.answer(flags: #"{"key": "a", "value": true}"#)
                let context = EvaluationContext(attributes: ["user": "ada"])
                await (try source(server) { $0.context = context }).fetch()
                #expect(try source(server) { $0.context = context }["a"]?.reason == .cached)
                #expect(try source(server) { $0.context = EvaluationContext(attributes: ["user": "bob"]) }["a"] == nil)
            }
        }

        @Test func `a malformed cache is reported and replaced`() async throws {
            try await withFlagServer { server in
                server.answer(flags: #"{"key": "a", "value": true}"#)
                let path = folder.path(of: "flags.json")
                try Data("{\"flint\": \"flag answers\", \"entr".utf8).write(to: URL(filePath: path))
                let source = try source(server) { $0.cachePath = path }
                #expect(source.evaluations.isEmpty)
                #expect(source.status.warnings.count == 1)
                #expect(source.status.warnings.first?.contains(path) == true)
                #expect(await source.fetch().state == .ready)
                #expect(try self.source(server) { $0.cachePath = path }["a"]?.reason == .cached)
            }
        }

        @Test func `a cache that cannot be written is reported once`() async throws {
            try await withFlagServer { server in
                server.answer(flags: #"{"key": "a", "value": true}"#)
                // A directory at the path of the cache file.
                let source = try source(server) { $0.cachePath = folder.path }
                let first = await source.fetch()
                #expect(first.state == .ready)
                #expect(source["a"]?.value == true)
                #expect(first.warnings.count == 1)
                #expect(await source.fetch().warnings.count == 1)
            }
        }

        @Test func `unchanged flags are written once the cache can be written`() async throws {
            try await withFlagServer { server in
                server.answer(flags: #"{"key": "a", "value": true}"#, entityTag: "\"v1\"")
                let path = folder.path(of: "flags.json")
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
                let source = try source(server) { $0.cachePath = path }
                await source.fetch()
                server.answer(304, [:], "")
                #expect(await source.fetch().warnings.count == 1)
                try FileManager.default.removeItem(atPath: path)
                #expect(await source.fetch().warnings.isEmpty)
                #expect(try self.source(server) { $0.cachePath = path }["a"]?.value == true)
            }
        }

        @Test func `unchanged flags are not written again`() async throws {
            try await withFlagServer { server in
                server.answer(flags: #"{"key": "a", "value": true}"#)
                let source = try source(server)
                await source.fetch()
                let path = folder.path(of: "cache/flags.json")
                try FileManager.default.removeItem(atPath: path)
                await source.fetch()
                #expect(!FileManager.default.fileExists(atPath: path))
                server.answer(flags: #"{"key": "a", "value": false}"#)
                await source.fetch()
                #expect(FileManager.default.fileExists(atPath: path))
            }
        }
    }
#endif
