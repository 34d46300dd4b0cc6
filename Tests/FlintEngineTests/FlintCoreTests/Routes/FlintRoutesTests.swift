import FlintLocks
import FlintTestSupport
import Foundation
import Testing

@testable import FlintCore

@MainActor struct FlintRoutesTests {
    private typealias Problem = PerformIncomingURLAction.URLActionError

    @Test(arguments: [
        "notes://open/x", "notes:open/x", "notes:/open/x", "notes:///open/x", "NOTES://open/x",
        "https://notes.example/open/x", "http://notes.example/open/x", "https://NOTES.example:80/open/x#part",
    ])
    func `one pattern matches app and web URLs`(url: String) {
        let fixture = Fixture.app(Desk.self)
        let router = PadRouter()
        #expect(fixture.open(url, with: router) == .success)
        #expect(router.notes.last == ["name": "x"])
        #expect(router.notes.sources == [.openURL])
    }

    @Test func `the input receives the mapping`() {
        let fixture = Fixture.app(Desk.self)
        let router = PadRouter()
        _ = fixture.open("notes://named", with: router)
        #expect(
            router.notes.inputs.last?.mapping
                == URLMapping(name: "special", scope: .app(scheme: "notes"), pattern: "/named"))
        #expect(fixture.open("https://notes.example/named", with: router) == .noMappingFound)
    }

    @Test func `named parameters take precedence over the query`() {
        let fixture = Fixture.app(Desk.self)
        let router = PadRouter()
        _ = fixture.open("notes://open/path?name=query&other=1", with: router)
        #expect(router.notes.last == ["name": "path", "other": "1"])
    }

    @Test func `opening a URL is user-initiated and records both actions`() {
        let fixture = Fixture.app(Desk.self)
        _ = fixture.open("notes://open/x")
        let begun = fixture.runtime.timeline.entries.filter { $0.kind == .begin }.map(\.action)
        #expect(begun.map(\.actionName) == ["Perform incoming URL", "Note"])
        #expect(begun.allSatisfy { $0.userInitiated && $0.source == .openURL })
        #expect(begun.first?.inputDescription == "notes://open/x")
    }

    @Test(arguments: [
        "notes://nothing", "other://open/x", "https://other.example/open/x", "https://example/open/x", "mailto:a@b",
        "notes://open", "notes://open/x/y", "notes://open/..//x",
    ])
    func `a URL without a matching pattern has no mapping`(url: String) {
        let fixture = Fixture.app(Desk.self)
        let router = PadRouter()
        #expect(fixture.open(url, with: router) == .noMappingFound)
        #expect(router.notes.inputs.isEmpty)
    }

    @Test(arguments: [
        "open/x", "https:///open/x", "notes://open/%FF", "notes://open/a%00b", "notes://open/%C3?name=x",
        "notes://open/x?q=%FF",
    ])
    func `opening a malformed URL fails`(url: String) {
        let fixture = Fixture.app(Desk.self)
        #expect(fixture.open(url) == .failure(error: Problem.invalidURL))
    }

    @Test func `opening a URL without a valid input fails`() {
        let fixture = Fixture.app(Desk.self)
        #expect(fixture.open("notes://open/x?refuse=1") == .failure(error: Problem.invalidParameters))
        #expect(fixture.advisories.isEmpty)
    }

    @Test func `hostile URLs are refused and perform no action`() {
        let fixture = Fixture.app(Desk.self)
        let router = PadRouter()
        // Text that is not a URL at all has no result.
        let refusals: [MappedActionResult?] = [nil, .noMappingFound, .failure(error: Problem.invalidURL)]
        var random = SplitMix64(seed: 7)
        let characters = Array("%%%//..?#&=+:@[]$()*a0Fé\u{0}\u{7F}日 \\")
        for _ in 0..<3_000 {
            let tail = random.text(of: characters, count: 0...30)
            for head in ["notes:", "notes://", "https://notes.example/", "https:", ""] {
                #expect(refusals.contains(fixture.open(head + tail, with: router)), "\(head)\(tail)")
            }
        }
        #expect(refusals.contains(fixture.open("notes://" + String(repeating: "/", count: 1 << 16), with: router)))
        #expect(router.notes.inputs.isEmpty)
    }

    @Test func `a long URL is opened`() {
        let fixture = Fixture.app(Desk.self)
        let router = PadRouter()
        let name = String(repeating: "x", count: 1 << 20)
        #expect(fixture.open("notes://open/\(name)", with: router) == .success)
        #expect(router.notes.last == ["name": name])
    }

    @Test func `an asynchronous action can be opened by URL`() async throws {
        let fixture = Fixture.app(Desk.self)
        let router = PadRouter()
        let results = Protected<[MappedActionResult]>([])
        let url = try #require(URL(string: "notes://open/x?later=1"))
        let now = fixture.run {
            Flint.open(url: url, with: router) { result in results.withLock { $0.append(result) } }
        }
        #expect(now == .completingAsync)
        #expect(results.withLock { $0 }.isEmpty)
        router.notes.deferred?.completed(.failure(error: TestError("late")))
        #expect(results.withLock { $0 } == [.failure(error: TestError("late"))])
        #expect(fixture.advisories.isEmpty)
    }

    @Test func `the final result of opening a URL can be awaited`() async throws {
        let fixture = Fixture.app(Desk.self)
        let url = try #require(URL(string: "notes://open/x?fail=1"))
        let router = PadRouter()
        let result = await fixture.run { await Flint.outcome(ofOpening: url, with: router) }
        #expect(result == .failure(error: TestError("failed")))
    }

    @Test func `the router supplies the presenter`() {
        let fixture = Fixture.app(Desk.self)
        let router = PadRouter()
        let answers: [(PadRouter.Answer, Problem)] = [
            (.unsupported, .presenterNotSupported), (.userCancelled, .presenterUserCancelled),
            (.appCancelled, .presenterAppCancelled), (.appPerformed, .presenterAppPerformed),
        ]
        for (answer, problem) in answers {
            router.answer = answer
            #expect(fixture.open("notes://open/x", with: router) == .failure(error: problem))
        }
    }

    @Test func `opening an unavailable feature fails and records a denial`() {
        let fixture = Fixture.app(Gate.self)
        let router = PadRouter()
        #expect(fixture.open("notes://gate", with: router) == .failure(error: Problem.notAvailable))
        #expect(fixture.denials.map(\.featureName) == ["Gate"])
        fixture.tracker.set(true, Products.premium)
        #expect(fixture.open("notes://gate", with: router) == .success)
    }

    @Test func `disabling and enabling routes takes effect immediately`() {
        let fixture = Fixture.app(Desk.self)
        fixture.run { RoutesFeature.isEnabled = false }
        #expect(fixture.open("notes://open/x") == .featureDisabled)
        fixture.run { RoutesFeature.isEnabled = true }
        #expect(fixture.open("notes://open/x") == .success)
        #expect(Fixture.app().run { RoutesFeature.isEnabled } == true, "Other runtimes are not affected.")
    }

    @Test func `added schemes and domains apply to the next URL`() {
        let fixture = Fixture.app(Desk.self)
        #expect(fixture.open("late://open/x") == .noMappingFound)
        fixture.run {
            FlintAppInfo.urlSchemes.append("Late")
            FlintAppInfo.associatedDomains.append("late.example")
        }
        #expect(fixture.open("late://open/x") == .success)
        #expect(fixture.open("https://late.example/open/x") == .success)
        fixture.run { FlintAppInfo.testURLSchemes = ["probe"] }
        #expect(fixture.open("probe://open/x") == .success)
    }

    @Test func `actions of features with the same name are distinguished`() {
        let fixture = Fixture.app(First.Twin.self, Second.Twin.self)
        let router = PadRouter()
        _ = fixture.open("notes://first", with: router)
        _ = fixture.open("notes://second", with: router)
        let features = fixture.runtime.timeline.entries
            .filter { $0.kind == .begin && $0.action.actionName == "Note" }.map { $0.action.feature.description }
        #expect(Set(features).count == 2)
        fixture.run {
            let link = Flint.linkCreator.appLink(to: Second.Twin.note, with: Values([:]))
            #expect(link?.absoluteString == "notes://second")
        }
    }

    @Test func `the target of a URL can be looked up`() throws {
        let fixture = Fixture.app(Desk.self)
        let target = try #require(URL(string: "notes://open/x").flatMap { fixture.runtime.target(of: $0) })
        #expect(target.feature.feature == Desk.self && target.action.id == "NoteAction")
        #expect(fixture.runtime.urlMappings(of: target.action, in: target.feature) == ["open/$(name)", "/named"])
        #expect(URL(string: "notes://nothing").flatMap { fixture.runtime.target(of: $0) } == nil)
    }

    @Test func `a reset removes routes`() {
        let fixture = Fixture.app(Desk.self)
        fixture.runtime.reset()
        #expect(fixture.runtime.routes.count == 0)
        fixture.runtime.setUp(EmptyApp.self)
        fixture.runtime.register(Desk.self)
        #expect(fixture.open("notes://open/x") == .success)
        #expect(fixture.advisories.isEmpty)
    }

    @Test func `errors have distinct descriptions`() {
        let all: [Problem] = [
            .noURLMappingFound, .invalidURL, .invalidParameters, .notAvailable, .presenterNotSupported,
            .presenterUserCancelled, .presenterAppCancelled, .presenterAppPerformed,
        ]
        #expect(Set(all.map(\.description)).count == all.count)
    }
}

struct MappedActionResultTests {
    @Test func `results are equal only to themselves`() {
        let all: [MappedActionResult] = [
            .success, .completingAsync, .noMappingFound, .featureDisabled, .failure(error: nil),
            .failure(error: TestError("a")), .failure(error: TestError("b")),
        ]
        for (index, result) in all.enumerated() {
            #expect(all.indices.filter { all[$0] == result } == [index])
        }
    }
}

struct BackgroundOpeningTests {
    @Test func `a missing mapping is reported on any thread`() async throws {
        let fixture = Fixture.app(Desk.self)
        let nothing = try #require(URL(string: "notes://nothing"))
        let something = try #require(URL(string: "notes://open/x"))
        let result = await fixture.run { await Flint.outcome(ofOpening: something, with: PadRouter()) }
        #expect(result == .success)
        #expect(await fixture.run { await Flint.outcome(ofOpening: nothing, with: PadRouter()) } == .noMappingFound)
        let now = fixture.run { Flint.open(url: nothing, with: PadRouter()) }
        #expect(now == .noMappingFound)
    }
}

private final class Desk: Feature, URLMapped {
    static let description = "Opens things"
    static let note = action(NoteAction.self)
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(note) }
    static func urlMappings(routes: URLMappingsBuilder) {
        routes.send("open/$(name)", to: note)
        routes.send("/named", to: note, in: [.app(scheme: "Notes")], name: "special")
    }
}

private final class Gate: ConditionalFeature {
    static let description = "Needs a purchase"
    static let note = action(NoteAction.self)
    static func constraints(requirements: FeatureConstraintsBuilder) { requirements.purchase(Products.premium) }
    static func prepare(actions: FeatureActionsBuilder) { actions.declare(note) }
}

extension Gate: URLMapped {
    static func urlMappings(routes: URLMappingsBuilder) { routes.send("gate", to: note) }
}

private enum First {
    final class Twin: Feature, URLMapped {
        static let description = "One of two"
        static let note = action(NoteAction.self)
        static func prepare(actions: FeatureActionsBuilder) { actions.declare(note) }
        static func urlMappings(routes: URLMappingsBuilder) { routes.send("first", to: note) }
    }
}

private enum Second {
    final class Twin: Feature, URLMapped {
        static let description = "The other of two"
        static let note = action(NoteAction.self)
        static func prepare(actions: FeatureActionsBuilder) { actions.declare(note) }
        static func urlMappings(routes: URLMappingsBuilder) { routes.send("second", to: note) }
    }
}
