import FlintCore
import FlintWorld
import Testing

@MainActor struct URLCommandHandlerTests {
    private let bench: Bench

    init() {
        bench = Bench()
        var info = AppInfo()
        info.urlSchemes = ["shop"]
        bench.runtime.appInfoOverride = info
        bench.runtime.register(Window.self)
    }

    @Test func `a URL performs its action and records both`() {
        let result = bench.send(.openURL("shop://buy/Tea"))
        #expect(result == CommandResult(status: .done, message: "Window: Buy: success."))
        let titles = bench.events.filter { $0.kind == .actionBegan }.map(\.action?.id)
        #expect(titles == ["PerformIncomingURLAction", "BuyAction"])
    }

    @Test func `an unmapped URL fails with the app's schemes`() {
        let result = bench.send(.openURL("shop://nothing"))
        #expect(result.status == .failed)
        #expect(result.message == "Shop does not handle this URL. It handles URLs that begin with shop://.")
    }

    @Test(arguments: ["", "shop", "a b://c"])
    func `a malformed URL fails`(text: String) {
        let result = bench.send(.openURL(text))
        #expect(result.status == .failed)
        #expect(result.message.contains("is not a URL"))
        #expect(bench.events.isEmpty)
    }

    @Test func `a failed URL describes the action and the error`() {
        #expect(bench.send(.openURL("shop://fail")).message == "Window: Fail failed: the till is empty")
        #expect(bench.send(.openURL("shop://show")).message.contains("No presenter was found"))
        #expect(bench.send(.openURL("shop://buy?item=")).message.contains("parameters are missing or invalid"))
    }

    @Test func `a URL of an unavailable feature is denied with an explanation`() {
        bench.runtime.register(Attic.self)
        let result = bench.send(.openURL("shop://attic"))
        #expect(result.status == .unavailable)
        #expect(result.message.hasPrefix("Attic: “Ping” denied: "))
        bench.runtime.bind { RoutesFeature.isEnabled = false }
        #expect(bench.send(.openURL("shop://buy/Tea")).status == .unavailable)
    }
}

private final class Window: Feature, URLMapped {
    static let description = "Sells to passers-by"
    static let buy = action(BuyAction.self)
    static let fail = action(FailAction.self)
    static let show = action(ShowAction.self)
    static func prepare(actions: FeatureActionsBuilder) {
        actions.declare(buy)
        actions.declare(fail)
        actions.declare(show)
    }
    static func urlMappings(routes: URLMappingsBuilder) {
        routes.send("buy", to: buy)
        routes.send("buy/$(item)", to: buy)
        routes.send("fail", to: fail)
        routes.send("show", to: show)
    }
}

private final class Attic: ConditionalFeature, URLMapped {
    static let description = "Keeps the best things"
    static let ping = action(PingAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Products.premium) }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(ping) }
    static func urlMappings(routes: URLMappingsBuilder) { routes.send("attic", to: ping) }
}
