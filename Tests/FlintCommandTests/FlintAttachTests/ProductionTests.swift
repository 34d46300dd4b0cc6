import FlintAttach
import FlintAttachServer
import FlintCore
import FlintInspector
import FlintInspectorTestSupport
import FlintWorld
import Foundation
import Testing

struct ProductionTests {
    private static let buy = Command.override(.purchase, "pass", to: "purchased")

    @Test func `a production app refuses changes unless it allows them`() async throws {
        let served = try ServedGallery(environment: .production)
        let remote = try served.attach()
        #expect(remote.app.isProduction && remote.app.isReadOnly)
        #expect(
            try remote.readModel().status.environment == .production && remote.readModel().status.isReadOnly == true)
        let refused = await remote.answer(to: Self.buy)
        #expect(refused.message == "The Gallery is a production app that is served read-only; nothing was changed.")
        #expect(served.inspector.readModel().overrides.isEmpty)

        let changeable = try ServedGallery(environment: .production, isReadOnly: false)
        let other = try changeable.attach()
        #expect(try other.readModel().status.isReadOnly == nil)
        #expect(await other.answer(to: Self.buy).status == .done)
    }

    @Test func `a client that may not change production sends no commands`() async throws {
        let served = try ServedGallery(environment: .production, isReadOnly: false)
        let remote = try served.attach(changesProduction: false)
        let refused = await remote.answer(to: Self.buy)
        #expect(refused.status == .failed && refused.message.contains("add --production"), "\(refused.message)")
        #expect(served.inspector.readModel().overrides.isEmpty)
        #expect(try !remote.preview([Self.buy], limit: .max).changes.isEmpty)
        // In development, the same client sends commands.
        let development = try ServedGallery()
        #expect(await (try development.attach(changesProduction: false)).answer(to: Self.buy).status == .done)
    }

    @Test func `overrides are not restored in an app that restarts in production`() async throws {
        let served = try ServedGallery()
        let remote = try served.attach()
        remote.keepOverrides()
        #expect(await remote.answer(to: Self.buy).status == .done)
        #expect(try remote.readModel().overrides.count == 1)
        served.server.stop()
        served.runtime.facts.removeAllOverrides(cause: "test")
        let announcements = Announcements(of: remote)
        try served.serveAgain(environment: .production, isReadOnly: false)
        await announcements.until { remote.isConnected && remote.app.isProduction }
        #expect(try remote.readModel().status.environment == .production)
        // Commands are performed in order, so a restored override would be in place after this one.
        #expect(await remote.answer(to: .override(.flag, "tickets", to: "on")).status == .done)
        #expect(served.inspector.readModel().overrides.map(\.key) == ["tickets"])
    }

    @Test func `an app that restarts in production is not changed before it is listed as such`() async throws {
        let served = try ServedGallery()
        let remote = try served.attach()
        #expect(try remote.readModel().status.environment == nil)
        served.server.stop()
        let announcements = Announcements(of: remote)
        try served.serveAgain(environment: .production, isReadOnly: false)
        await announcements.until { remote.isConnected && remote.app.isProduction }
        let refused = await remote.answer(to: Self.buy)
        #expect(refused.message.contains("has restarted as a production app"), "\(refused.message)")
        #expect(served.inspector.readModel().overrides.isEmpty)
        #expect(try remote.readModel().status.environment == .production)
        #expect(await remote.answer(to: Self.buy).status == .done)
    }

    @Test func `an app without an environment is a development app, and an unknown one counts as production`() throws {
        func app(_ field: String) throws -> ServedApp {
            let json = """
                {"version": 2, "features": [], "app": "Old", "process": 1, "instance": "a", "isReadOnly": false,
                "allowsOverrides": true\(field)}
                """
            return try JSONDecoder().decode(ServedApp.self, from: Data(json.utf8))
        }
        #expect(try !app("").isProduction)
        #expect(try !app(#", "environment": "development""#).isProduction)
        #expect(try app(#", "environment": "production""#).isProduction)
        #expect(try app(#", "environment": "staging""#).isProduction)
    }
}
