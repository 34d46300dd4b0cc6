import FlintTestSupport
import Foundation
import Testing

@testable import FlintCore

@MainActor struct LinkCreatorTests {
    private func links(_ values: RouteParameters, in fixture: Fixture) -> [String?] {
        fixture.run {
            [
                Flint.linkCreator.appLink(to: Notebook.note, with: Values(values))?.absoluteString,
                Flint.linkCreator.universalLink(to: Notebook.note, with: Values(values))?.absoluteString,
            ]
        }
    }

    @Test func `a link has path parameters in the path and others sorted in the query`() {
        let fixture = Fixture.app(Notebook.self)
        fixture.map("open/$(name)")
        #expect(
            links(["name": "My plan", "z": "1", "a": "x&y", "m": ""], in: fixture) == [
                "notes://open/My%20plan?a=x%26y&m=&z=1", "https://notes.example/open/My%20plan?a=x%26y&m=&z=1",
            ])
    }

    @Test func `a value never becomes the host of a link`() {
        let fixture = Fixture.app(Notebook.self)
        fixture.map("$(name)/x")
        #expect(links(["name": "A b"], in: fixture) == ["notes:///A%20b/x", "https://notes.example/A%20b/x"])
    }

    @Test func `the link to the root has no path`() {
        let fixture = Fixture.app(Notebook.self)
        fixture.map("/")
        #expect(links([:], in: fixture) == ["notes://", "https://notes.example/"])
        #expect(links(["a": "b"], in: fixture) == ["notes://?a=b", "https://notes.example/?a=b"])
    }

    @Test func `literals are percent-encoded once`() {
        let fixture = Fixture.app(Notebook.self)
        fixture.map("v1.0/a b/100%")
        #expect(links([:], in: fixture)[0] == "notes://v1.0/a%20b/100%25")
    }

    @Test func `patterns with wildcards are skipped`() {
        let fixture = Fixture.app(Notebook.self)
        fixture.map("*", "x*/**", "plain/$(a)")
        #expect(links(["a": "1"], in: fixture)[0] == "notes://plain/1")
    }

    @Test func `exact scopes come first, and the order of declaration decides between equal scopes`() {
        let fixture = Fixture.app(Notebook.self)
        fixture.map("any", "later", in: [.appAny, .universalAny])
        fixture.map("exact", in: [.app(scheme: "notes"), .universal(domain: "other.example")])
        #expect(links([:], in: fixture) == ["notes://exact", "https://notes.example/any"])
        let other = fixture.run {
            LinkCreator(scheme: "x", domain: "Other.example").universalLink(to: Notebook.note, with: Values([:]))
        }
        #expect(other?.absoluteString == "https://other.example/exact")
    }

    @Test func `an input can refuse a mapping`() {
        let fixture = Fixture.app(Notebook.self)
        fixture.map("first", name: "one")
        fixture.map("second", name: "two")
        #expect(links(["only": "two"], in: fixture)[0] == "notes://second?only=two")
        #expect(links(["only": "three"], in: fixture) == [nil, nil])
    }

    @Test func `a mapping with a missing or empty parameter is skipped`() {
        let fixture = Fixture.app(Notebook.self)
        fixture.map("open/$(name)", "list")
        #expect(links([:], in: fixture)[0] == "notes://list")
        #expect(links(["name": ""], in: fixture)[0] == "notes://list?name=")
    }

    @Test func `a link that matches another pattern is not created`() {
        let fixture = Fixture.app(Notebook.self)
        fixture.map("open/$(name)", "open/new")
        #expect(links(["name": "old"], in: fixture)[0] == "notes://open/old")
        #expect(links(["name": "new"], in: fixture)[0] == "notes://open/new?name=new")
    }

    @Test(
        arguments: [
            ("show/**", [:], "notes://show/", "https://notes.example/show/"),
            (
                "show/$(name)/**", ["name": "a b", "q": "1"], "notes://show/a%20b/?q=1",
                "https://notes.example/show/a%20b/?q=1"
            ),
        ] as [(String, RouteParameters, String, String)])
    func `a pattern that ends in two asterisks creates a link with an empty rest`(
        pattern: String, values: RouteParameters, app: String, web: String
    ) {
        let fixture = Fixture.app(Notebook.self)
        fixture.map(pattern)
        #expect(links(values, in: fixture) == [app, web])
        for link in [app, web] {
            let router = PadRouter()
            #expect(fixture.open(link, with: router) == .success)
            #expect(router.notes.last == values)
        }
    }

    @Test func `a pattern of two asterisks creates a link that opens its action`() {
        let fixture = Fixture.app(Notebook.self)
        fixture.map("**")
        let made = links([:], in: fixture).compactMap { $0 }
        #expect(!made.isEmpty)
        for link in made {
            let router = PadRouter()
            #expect(fixture.open(link, with: router) == .success)
            #expect(router.notes.last == [:])
        }
    }

    @Test func `an app without a scheme or a domain has no links`() {
        let fixture = Fixture.app(Notebook.self)
        fixture.map("open")
        fixture.run {
            FlintAppInfo.urlSchemes = []
            FlintAppInfo.associatedDomains = []
        }
        #expect(links([:], in: fixture) == [nil, nil])
        fixture.run { Flint.linkCreator = LinkCreator(scheme: "mine", domain: nil) }
        #expect(links([:], in: fixture) == ["mine://open", nil])
    }

    /// Opening the link of a random pattern restores its values.
    @Test(arguments: 1...30)
    func `every link opens its action with equal parameters`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let characters = Array("abzAZ09-._~ /%+?#&=:@!$'()*,;[]{}<>|\\^`\"éß日本🎧👩‍👩‍👧\u{301}\u{200D}")
        let texts = characters.filter { !"/*$".contains($0) } + Array("aaaabbbb--")
        let separators = Array("abAZ09-._~")
        for _ in 0..<30 {
            var names: [String] = []
            var components: [String] = []
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                var component = random.text(of: texts, count: 0...3)
                for number in 0..<Int.random(in: 0...3, using: &random) {
                    if number > 0 {
                        component += random.text(of: texts, count: 0...1) + random.text(of: separators, count: 1...2)
                    }
                    names.append("p\(names.count)")
                    component += "$(\(names[names.count - 1]))"
                }
                component += random.text(of: texts, count: component.isEmpty ? 1...3 : 0...2)
                components.append(component)
            }
            var values: RouteParameters = [:]
            for name in names { values[name] = random.text(of: characters, count: 1...6) }
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                values["q" + random.text(of: characters, count: 0...3)] = random.text(of: characters, count: 0...6)
            }
            let fixture = Fixture.app(Notebook.self)
            #expect(fixture.map(components.joined(separator: "/")).isEmpty)
            for link in links(values, in: fixture) {
                let link = try #require(link, "pattern \(components), values \(values)")
                let router = PadRouter()
                #expect(fixture.open(link, with: router) == .success)
                #expect(router.notes.last == values, "link \(link)")
            }
        }
    }
}
