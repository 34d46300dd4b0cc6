// SPDX-License-Identifier: MIT

#if ServerExample
    import FlintAttachServer
    import FlintCore
    import FlyingFox
    import FlyingSocks
    import Foundation

    /// A small HTTP service whose routes are features.
    ///
    /// The service shows Flint on a server: a route performs an action, and the feature's conditions decide whether the
    /// client receives the page or an explanation. `Flint.serveInspector` lets the `flint` command line attach to the
    /// service while it handles requests. The first argument is the port, 8080 by default.
    @main
    enum Main {
        static func main() async throws {
            let port = CommandLine.arguments.dropFirst().first.flatMap { UInt16($0) } ?? 8080
            let server = HTTPServer(address: try .inet(ip4: "127.0.0.1", port: port), logger: .disabled)

            Flint.setup(Weather.self) { config in
                config.featureFlagProviders = [ReleaseFeatureFlagProvider(["forecast": false])]
                config.purchaseTracker = DebugPurchaseTracker()
            }
            try Flint.serveInspector(as: "Weather", personas: "Resources/weather")

            await server.appendRoute("GET /forecast") { request in
                let languages = request.headers[.init("Accept-Language")]
                let language = languages?.split { ",; ".contains($0) }.first.map(String.init)
                do throws(Refusal) {
                    let page = Page()
                    try await Forecast.show.requestOrRefusal(in: language).perform(withPresenter: page)
                    return page.response
                } catch {
                    return try ProblemDetails(error, instance: request.path).response
                }
            }
            await server.appendRoute("GET /today") { _ in
                let page = Page()
                await Today.show.perform(withPresenter: page)
                return page.response
            }

            async let serving: Void = server.run()
            // The service is announced only once its port is open.
            try await announce(server)
            try await serving
        }

        private static func announce(_ server: HTTPServer) async throws {
            try await server.waitUntilListening(timeout: 60)
            guard case .ip4(_, let port) = await server.listeningAddress else { return }
            FileHandle.standardError.write(Data("Serving http://127.0.0.1:\(port)/forecast and /today\n".utf8))
        }
    }
#else
    @main
    enum Main {
        static func main() {
            print("This example needs the ServerExample trait. Run: make run-server")
        }
    }
#endif
