import FlintTestSupport
import Testing

@testable import FlintCore

struct RouteTreeTests {
    @Test(arguments: [
        (["*", "open"], "open", "open"), (["$(x)", "open"], "open", "open"), (["*", "$(x)"], "a", "$(x)"),
        (["$(x)", "a$(x)"], "ab", "a$(x)"), (["a$(x)", "ab$(x)"], "abc", "ab$(x)"), (["**", "*"], "a", "*"),
        (["a/**", "a/*"], "a/b", "a/*"), (["a/**", "a/b/**"], "a/b/c", "a/b/**"), (["a/**", "a"], "a/", "a"),
        (["$(x)/b", "a/$(y)"], "a/b", "a/$(y)"), (["a/b/x", "a/*/c"], "a/b/c", "a/*/c"),
        (["a/b/x", "a/**"], "a/b/c", "a/**"), (["*/b", "a/c"], "a/b", "*/b"),
        (["a$(x)/$(y)", "$(x)b/lit"], "ab/lit", "$(x)b/lit"), (["**", ""], "", ""),
    ])
    func `the most specific pattern matches`(patterns: [String], path: String, winner: String) {
        for order in [patterns, patterns.reversed()] {
            let fixture = Fixture.app()
            for pattern in order { fixture.map(pattern) }
            #expect(fixture.match(path)?.pattern == winner)
        }
    }

    @Test func `among equally specific patterns, the first declared one matches`() {
        for order in [["a$(x)", "$(x)b"], ["$(x)b", "a$(x)"], ["$(x)", "$(y)"], ["$(y)", "$(x)"]] {
            let fixture = Fixture.app()
            for pattern in order { fixture.map(pattern) }
            #expect(fixture.match("ab")?.pattern == order[0])
        }
    }

    @Test(arguments: [
        ("a/$(x)", "a/$(y)"), ("open", "/open"), ("a/**", "/a/**"), ("a$(x)", "$(x)b"), ("*/a$(x)", "*/$(y)b"),
    ])
    func `ambiguous patterns cause an advisory`(first: String, second: String) throws {
        let fixture = Fixture.app()
        #expect(fixture.map(first).isEmpty)
        let advisories = fixture.map(second)
        #expect(advisories.count == 1, "One advisory describes all shared scopes.")
        let advisory = try #require(advisories.first)
        #expect(advisory.contains("\"\(first)\"") && advisory.contains("\"\(second)\""))
    }

    @Test(arguments: [
        ("a/$(x)", "b/$(x)"), ("$(x)", "*"), ("a$(x)", "b$(x)"), ("a", "a/**"), ("$(x)/a", "$(x)/b"),
        ("$(x).a", "$(x).b"), ("ab$(x)", "a$(x)"), ("a/*", "a/*/c"),
    ])
    func `unambiguous patterns are not an advisory`(first: String, second: String) {
        let fixture = Fixture.app()
        #expect(fixture.map(first, second).isEmpty)
    }

    @Test func `equal patterns in different scopes are not ambiguous`() {
        let fixture = Fixture.app()
        #expect(fixture.map("a", in: [.appAny]).isEmpty)
        #expect(fixture.map("a", in: [.universalAny]).isEmpty)
        #expect(fixture.map("a", in: [.app(scheme: "notes")]).isEmpty)
        #expect(fixture.map("a", in: [.app(scheme: "NOTES")]).count == 1)
    }

    /// Compares the tree with matching each pattern individually.
    @Test(arguments: 1...40)
    func `the route tree finds the same pattern as a linear search`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let parts = ["a", "b", "ab", "*", "$(x)", "a*", "*b", "a$(x)", "$(x)b", "a*b", "*a*"]
        let all = Fixture.app()
        var single: [(pattern: RoutePattern, fixture: Fixture)] = []
        for number in 0..<12 {
            var components = (0..<Int.random(in: 0...3, using: &random)).map { position in
                let part = parts[Int.random(in: parts.indices, using: &random)]
                return part.replacing("x", with: "x\(position)")
            }
            if number % 4 == 0 { components.append("**") }
            let text = components.joined(separator: "/")
            all.map(text)
            let alone = Fixture.app()
            alone.map(text)
            single.append((try RoutePattern(text), alone))
        }
        for _ in 0..<60 {
            let segments = (0..<Int.random(in: 0...4, using: &random)).map { _ in
                random.text(of: ["a", "b", "c"], count: 0...3)
            }
            let path = segments.joined(separator: "/") + (Bool.random(using: &random) ? "/" : "")
            var best: RoutePattern?
            for entry in single where entry.fixture.match(path) != nil {
                if best.map({ $0.ranks.lexicographicallyPrecedes(entry.pattern.ranks) }) ?? true {
                    best = entry.pattern
                }
            }
            let found = all.match(path)?.pattern
            #expect(found == best?.text, "path \(path) among \(single.map(\.pattern.text))")
        }
    }

    @Test func `matching long paths against greedy patterns is fast`() {
        let fixture = Fixture.app()
        fixture.map("*a*a*a*a*a*a*a*a*b", "*/*/*/*/*/*/*/x")
        #expect(fixture.match(String(repeating: "a", count: 20_000)) == nil)
        #expect(fixture.match(String(repeating: "a/", count: 50_000)) == nil)
        #expect(fixture.match(String(repeating: "%2F", count: 20_000)) == nil)
    }
}
