// SPDX-License-Identifier: MIT

#if ServiceLifecycle
    public import FlintAttachServer
    public import FlintCore
    public import ServiceLifecycle

    /// A service that serves the app's inspector until its group shuts down.
    ///
    /// ```swift
    /// let group = ServiceGroup(services: [InspectorService()], gracefulShutdownSignals: [.sigterm], logger: logger)
    /// try await group.run()
    /// ```
    ///
    /// If the inspector cannot be served, the reason is printed to standard error, and the service waits for the
    /// shutdown all the same, so that it never ends the group.
    public struct InspectorService: Service {
        private let serve: @Sendable () throws -> InspectorServer?

        /// Creates a service.
        ///
        /// - Parameter serve: A closure that starts the server. By default, the environment variable `FLINT_INSPECTOR`
        ///   decides; see `Flint.serveInspectorIfRequested`.
        public init(_ serve: @escaping @Sendable () throws -> InspectorServer? = { Flint.serveInspectorIfRequested() })
        {
            self.serve = serve
        }

        /// Serves the inspector until the group shuts down or the task is canceled.
        public func run() async throws {
            let server = Flint.withoutThrowing(serve)
            defer { server?.stop() }
            try await gracefulShutdown()
        }
    }
#endif
