import Testing

@testable import FlintTerminal

struct LinkTests {
    private static func link(_ address: String) -> Link {
        Link(row: 1, columns: 2..<6, address: address, text: "page")
    }

    @Test func `a link writes its cells again, and restores the cursor and the style`() {
        #expect(
            Self.link("https://example.org/a").sequence(rendition: "0;1")
                == "\u{1B}7\u{1B}[2;3H\u{1B}[0;1m\u{1B}]8;;https://example.org/a\u{1B}\\page\u{1B}]8;;\u{1B}\\\u{1B}8")
    }

    @Test(arguments: [
        "javascript:alert(1)", "source:App/Main.swift:1", "https://example.org/\u{1B}\\", "https://example.org/\u{7}",
        "https://example.org/a b", "https://example.org/ä", "", "https://" + String(repeating: "a", count: 2_000),
    ])
    func `an ambiguous address is not written`(address: String) {
        #expect(Self.link(address).sequence(rendition: "0") == nil)
    }

    @Test func `a canvas detects drawing over a link`() {
        var canvas = Canvas(size: TerminalSize(columns: 10, rows: 2))
        canvas.draw("a page", column: 0, row: 0)
        canvas.link(columns: 2..<6, row: 0, to: "https://example.org")
        canvas.link(columns: 2..<6, row: 9, to: "https://example.org/outside")
        canvas.link(columns: 20..<30, row: 0, to: "https://example.org/outside")
        #expect(canvas.links.map(\.text) == ["page"])
        #expect(canvas.links.allSatisfy(canvas.shows))
        canvas.draw("x", column: 3, row: 0)
        #expect(!canvas.links.contains(where: canvas.shows))
    }

    @Test func `addresses can be replaced, and links without an address are removed`() {
        var canvas = Canvas(size: TerminalSize(columns: 10, rows: 2))
        canvas.link(columns: 0..<2, row: 0, to: "a")
        canvas.link(columns: 2..<4, row: 0, to: "b")
        canvas.replaceLinks { $0 == "a" ? "https://a" : nil }
        #expect(canvas.links.map(\.address) == ["https://a"])
    }
}
