#if ServiceLifecycle
    import FlintAttachServer
    import FlintCore
    import FlintServiceLifecycle
    import Foundation
    import Logging
    import ServiceLifecycle
    import FlintLocks
    import Testing

    /// Tests of the inspector as a service.
    struct InspectorServiceTests {
        private struct Failure: Error {}

        /// Runs services in a group until a closure has returned.
        private func run(_ service: InspectorService, _ body: @Sendable () async throws -> Void) async throws {
            let group = ServiceGroup(services: [service], logger: Logger(label: "services"))
            try await withThrowingTaskGroup(of: Void.self) { tasks in
                tasks.addTask { try await group.run() }
                try await body()
                await group.triggerGracefulShutdown()
                try await tasks.waitForAll()
            }
        }

        @Test func `the inspector is served until the group shuts down`() async throws {
            let (paths, continuation) = AsyncStream.makeStream(of: String?.self)
            let runtime = FlintRuntime()
            runtime.setUp(NoFeatures.self) { _ in }
            let service = InspectorService {
                let server = try Flint.withRuntime(runtime) { try Flint.serveInspector(as: "Serviced") }
                continuation.yield(server?.path)
                return server
            }
            let served = Protected<String?>(nil)
            try await run(service) {
                var iterator = paths.makeAsyncIterator()
                let path = try #require(await iterator.next() ?? nil)
                #expect(FileManager.default.fileExists(atPath: path))
                served.withLock { $0 = path }
            }
            let path = try #require(served.withLock { $0 })
            #expect(!FileManager.default.fileExists(atPath: path))
        }

        @Test(arguments: [true, false])
        func `a service without a server does not end the group`(fails: Bool) async throws {
            let (calls, continuation) = AsyncStream.makeStream(of: Void.self)
            let service = InspectorService {
                continuation.yield()
                if fails { throw Failure() }
                return nil
            }
            try await run(service) {
                var iterator = calls.makeAsyncIterator()
                await iterator.next()
            }
        }
    }

    private final class NoFeatures: FeatureGroup {
        static let description = "An app without features"
        static var subfeatures: [FeatureDefinition.Type] { [] }
    }
#endif
