import Foundation
import Testing

@testable import FlintCore

struct IncomingURLTests {
    @Test(arguments: [
        ("notes://open/x", RouteScope.app(scheme: "notes"), "open/x"),
        ("notes:open/x", .app(scheme: "notes"), "open/x"),
        ("notes:///open/x", .app(scheme: "notes"), "/open/x"), ("NOTES://Open", .app(scheme: "notes"), "Open"),
        ("notes://", .app(scheme: "notes"), ""), ("notes://open?a=b#c", .app(scheme: "notes"), "open"),
        ("notes://open#a?b", .app(scheme: "notes"), "open"),
        ("https://Notes.Example/open/x", .universal(domain: "notes.example"), "/open/x"),
        ("http://notes.example", .universal(domain: "notes.example"), ""),
        ("https://me:secret@notes.example:8080/x", .universal(domain: "notes.example"), "/x"),
        ("https://[2001:DB8::1]:8080/x", .universal(domain: "[2001:db8::1]"), "/x"),
        ("https://me:secret@[::1]/x", .universal(domain: "[::1]"), "/x"),
        ("https://notes.example?a=b", .universal(domain: "notes.example"), ""),
        ("https://a.example/x@notes.example/y", .universal(domain: "a.example"), "/x@notes.example/y"),
    ])
    func `the scope and the path are parsed from a URL`(text: String, scope: RouteScope, path: String) throws {
        let url = try #require(URL(string: text).flatMap { IncomingURL($0) })
        #expect(url.scope == scope)
        #expect(url.path == path)
    }

    @Test(arguments: ["open/x", "/open", "https:///x", "https:x", "//notes.example/x"])
    func `a URL without a scheme or a host is refused`(text: String) {
        #expect(URL(string: text).flatMap { IncomingURL($0) } == nil)
    }

    @Test(arguments: [
        ("", [:]), ("?", [:]), ("?a=b", ["a": "b"]), ("?a=b&c=d", ["a": "b", "c": "d"]), ("?a", ["a": ""]),
        ("?a=", ["a": ""]), ("?=b", [:]), ("?a=1&a=2", ["a": "1"]), ("?a=b=c", ["a": "b=c"]), ("?&&a=b&", ["a": "b"]),
        ("?a=x+y%2Bz%20w", ["a": "x+y+z w"]), ("?a%20b=c%26d%3De", ["a b": "c&d=e"]), ("?a=?b", ["a": "?b"]),
        ("?a=%25zz", ["a": "%zz"]), ("?%E6%97%A5=%C3%A9", ["日": "é"]),
    ])
    func `the query is decoded once`(query: String, parameters: RouteParameters) throws {
        let url = try #require(URL(string: "notes://x\(query)").flatMap { IncomingURL($0) })
        #expect(url.queryParameters == parameters)
    }

    @Test(arguments: ["?a=%FF", "?%C3=x", "?a=%00"])
    func `a query that is not valid text is refused`(query: String) throws {
        let url = try #require(URL(string: "notes://x\(query)").flatMap { IncomingURL($0) })
        #expect(url.queryParameters == nil)
    }
}
