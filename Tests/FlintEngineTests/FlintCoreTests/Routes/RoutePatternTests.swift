import Testing

@testable import FlintCore

struct RoutePatternTests {
    @Test(arguments: [
        ("open", "open"), ("/open", "open"), ("open", "/open"), ("open/", "open"), ("open", "open/"),
        ("a/b/c", "a/b/c"), ("", ""), ("/", ""), ("", "/"), ("*", "x"), ("/*", "x"), ("*/*", "x/y"),
        ("*/end", "x/end"), ("start/*", "start/x"), ("pre*", "prefix"), ("*post", "a post".encoded), ("a*c", "abc"),
        ("a*c*e", "abcde"), ("*.*", "file.txt"), ("**", ""), ("**", "a/b/c"), ("a/**", "a/"), ("a/**", "a/b/c"),
        ("/store/*/**", "store/x/y/z"), ("store/*/**", "store/x/"), ("*/$(id)", "x/7"), ("$(id)/*", "7/x"),
        ("$(id)/**", "7/x/y"), ("p$(id)", "p7"), ("$(id)s", "7s"), ("p$(id)s", "p7s"), ("$(a)-$(b)", "1-2"),
        ("v$(a).$(b)/$(c)", "v1.2/3"), ("*$", "a$"), ("a$b", "a$b"), ("$", "$"), ("$x(y)", "$x(y)"), ("a.b", "a.b"),
        ("a+b", "a+b"), ("(x)", "(x)"), ("[a]", "%5Ba%5D"), ("été", "%C3%A9t%C3%A9"), ("a b", "a%20b"),
        ("a%b", "a%25b"), ("100%", "100%"), ("..", ".."), ("*", ".."), ("**", "//"), ("a/**", "a//b"),
    ])
    func `a pattern matches a path`(pattern: String, path: String) {
        let fixture = Fixture.app()
        #expect(fixture.map(pattern).isEmpty)
        #expect(fixture.match(path)?.pattern == pattern)
    }

    @Test(arguments: [
        ("open", "opens"), ("open", "open/x"), ("open", "Open"), ("a/b", "a"), ("a/b", "a/b/c"), ("", "x"),
        ("*", ""), ("*", "x/y"), ("a/*", "a"), ("a/*", "a/"), ("a/*", "a//"), ("pre*", "pre"), ("pre*", "other"),
        ("*post", "post"), ("a*c", "ac"), ("a*c", "abd"), ("a*c*e", "abce"), ("a/**", "a"), ("a/**", "b/c"),
        ("store/*/**", "store/x"), ("store/*/**", "store//y"), ("$(id)", ""), ("$(id)", "x/y"), ("p$(id)", "p"),
        ("$(a)-$(b)", "1-"), ("$(a)-$(b)", "-2"), ("$(a)-$(b)", "12"), ("a.b", "axb"), ("a/b", "a%2Fb"),
        ("a/b", "a//b"), ("a", "a//"), ("a$b", "ab"), ("a", "a%00"), ("*", "%FF"), ("**", "%C3"),
    ])
    func `a pattern does not match other paths`(pattern: String, path: String) {
        let fixture = Fixture.app()
        #expect(fixture.map(pattern).isEmpty)
        #expect(fixture.match(path) == nil)
    }

    @Test(arguments: [
        ("$(id)", "7", ["id": "7"]), ("a/$(x)/b/$(y)", "a/1/b/2", ["x": "1", "y": "2"]),
        ("*/$(id)", "any/7", ["id": "7"]), ("$(a)-$(b)", "1-2-3", ["a": "1", "b": "2-3"]),
        ("p$(a)m$(b)s", "p1m2s", ["a": "1", "b": "2"]), ("$(a)$(b)", "abc", ["a": "a", "b": "bc"]),
        ("x*$(b)$(c)y", "x123y", ["b": "2", "c": "3"]), ("$(a)/**", "x/y/z", ["a": "x"]),
        ("$(a).*", "file.txt", ["a": "file"]), ("$(full name)", "A%20B", ["full name": "A B"]),
        ("$(a)", "x%2Fy", ["a": "x/y"]), ("$(a)", "x%252Fy", ["a": "x%2Fy"]), ("$(a)", "x+y", ["a": "x+y"]),
        ("$(a)", "%E6%97%A5", ["a": "日"]), ("$(a)", "100%", ["a": "100%"]), ("$(a)", "%zz%2", ["a": "%zz%2"]),
        ("$(a)-$(b)", "x%2Dy-z", ["a": "x-y", "b": "z"]), ("$(a)-$(b)", "x%2Dz", ["a": "x", "b": "z"]),
        ("$(a)--$(b)", "x%2D--z", ["a": "x-", "b": "z"]), ("$(a)$b", "x$b", ["a": "x"]),
        ("$(a)é$(b)", "x%C3%A9y", ["a": "x", "b": "y"]), ("*-$(b)", "x-y", ["b": "y"]), ("$(a)", "..", ["a": ".."]),
    ])
    func `parameters are parsed from the path`(pattern: String, path: String, parameters: RouteParameters) {
        let fixture = Fixture.app()
        fixture.map(pattern)
        #expect(fixture.match(path)?.parameters == parameters)
    }

    @Test(arguments: [
        ("a//b", "two slashes"), ("**/a", "**"), ("a**", "**"), ("a/**/b", "**"), ("x/***", "**"), ("$(", "close"),
        ("a/$(id", "close"), ("$()", "without a name"), ("$(a)/$(a)", "twice"),
        ("$(a)$(a)", "twice"),
    ])
    func `a malformed pattern causes an advisory and adds no route`(pattern: String, text: String) throws {
        let fixture = Fixture.app()
        let advisory = try #require(fixture.map(pattern).first)
        #expect(advisory.hasPrefix("Notebook, Note: The pattern \"\(pattern)\"") && advisory.contains(text))
        #expect(fixture.runtime.routes.count == 0)
    }

    @Test(arguments: ["*", "a/*", "$(a)/*", "*/**", "$(a)é$(b)", "$(a) $(b)", "$(a)$(b)", "x/$(a)-*"])
    func `an ambiguous pattern is not valid for links`(pattern: String) throws {
        #expect(try !RoutePattern(pattern).isValidForLinks)
        #expect(try RoutePattern(pattern).path(with: ["a": "1", "b": "2"]) == nil)
    }

    @Test func `a path requires a value for every parameter`() throws {
        let pattern = try RoutePattern("a/$(x)-$(y)")
        #expect(pattern.path(with: ["x": "1", "y": "2", "z": "3"]) == ["a", "1-2"])
        #expect(pattern.path(with: ["x": "1"]) == nil)
        #expect(pattern.path(with: ["x": "1", "y": ""]) == nil)
    }

    @Test func `separators between parameters are escaped in their values`() throws {
        #expect(try RoutePattern("$(x)-$(y)").path(with: ["x": "a-b", "y": "c/d"]) == ["a%2Db-c%2Fd"])
        #expect(try RoutePattern("é/$(x)").path(with: ["x": "-%"]) == ["%C3%A9", "-%25"])
    }
}

extension String {
    fileprivate var encoded: String { PercentCoding.encoded(utf8) }
}
