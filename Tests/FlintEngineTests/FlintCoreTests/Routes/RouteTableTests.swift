import Testing

@testable import FlintCore

struct RouteTableTests {
    @Test func `a route for the exact scope takes precedence over a route for any scope`() {
        let fixture = Fixture.app()
        fixture.map("open", in: [.appAny], name: "any")
        fixture.map("*", in: [.app(scheme: "notes")], name: "exact")
        #expect(name("open", .app(scheme: "notes"), in: fixture) == "exact")
        #expect(name("open", .app(scheme: "other"), in: fixture) == "any")
        #expect(name("x/y", .app(scheme: "notes"), in: fixture) == nil)
    }

    @Test func `schemes and domains are case-insensitive`() {
        let fixture = Fixture.app()
        fixture.map("a", in: [.app(scheme: "Notes"), .universal(domain: "WWW.example")])
        #expect(fixture.match("a", scope: .app(scheme: "nOTES")) != nil)
        #expect(fixture.match("a", scope: .universal(domain: "www.EXAMPLE")) != nil)
        #expect(fixture.match("a", scope: .universal(domain: "notes")) == nil)
    }

    @Test func `app and web routes are separate`() {
        let fixture = Fixture.app()
        fixture.map("a", in: [.appAny])
        fixture.map("b", in: [.universalAny])
        #expect(fixture.match("a", scope: .universalAny) == nil)
        #expect(fixture.match("b", scope: .appAny) == nil)
        #expect(RouteScope.appAny.isApp && RouteScope.app(scheme: "x").isApp && !RouteScope.universalAny.isApp)
        #expect(RouteScope.universal(domain: "x").isUniversal && !RouteScope.appAny.isUniversal)
    }

    @Test func `looking up the number of a route finds the same route`() {
        let fixture = Fixture.app()
        fixture.map("a/$(x)", "b")
        #expect(fixture.runtime.routeNumber(ofPath: "b", scope: .appAny) == 1)
        #expect(fixture.runtime.routeNumber(ofPath: "c", scope: .app(scheme: "z")) == nil)
    }

    private func name(_ path: String, _ scope: RouteScope, in fixture: Fixture) -> String? {
        fixture.runtime.routes.match(path: path[...], scope: scope)?.route.name
    }
}
