import Testing

@testable import FlintTerminal

struct PasteTests {
    private static let start = "\u{1B}[200~"
    private static let end = "\u{1B}[201~"

    /// Returns the events for pieces of input with a pause after each piece.
    private func events(_ pieces: [String]) -> [TerminalEvent] {
        var parser = InputParser()
        return pieces.flatMap { parser.feed($0.utf8) + parser.flush() }
    }

    private func key(_ name: String) throws -> TerminalEvent {
        .key(try #require(KeyPress(name)))
    }

    @Test(arguments: [
        ("\u{1B}", "esc"), ("\u{1B}[A", "up"), ("\u{1B}OB", "down"), ("\u{3}", "ctrl-c"), ("\u{7F}", "backspace"),
        ("\u{1B}[3~", "delete"), ("\u{1B}OP", "f1"), ("\u{1B}[Z", "shift-tab"), ("\u{1B}x", "alt-x"),
    ])
    func `a single key that cannot be pasted ends an unterminated paste`(
        _ bytes: String, _ name: String
    ) throws {
        #expect(
            events([Self.start + "pasted\r\n", "typed", bytes, "x"]) == [
                .paste("pasted\ntyped"), try key(name), .pasteProblem(.unfinished), try key("x"),
            ])
        #expect(
            events([Self.start, bytes, "x"]) == [try key(name), .pasteProblem(.unfinished), try key("x")])
    }

    @Test func `several keys and mouse reports that arrive together also end a paste`() throws {
        let pressed = TerminalEvent.mouse(MouseEvent(kind: .press, button: .left, position: Point(column: 1, row: 2)))
        #expect(events([Self.start + "a", "\u{1B}[<0;2;3M"]) == [.paste("a"), pressed, .pasteProblem(.unfinished)])
        let up = try key("up")
        #expect(events([Self.start + "a", "\u{1B}[A\u{1B}[A"]) == [.paste("a"), up, up, .pasteProblem(.unfinished)])
    }

    @Test(arguments: [
        ["a\u{1B}[A", "b"], ["a", "\u{1B}[Ab", "c"], ["a", "b\u{3}", "c"], ["a", "\r", "b"], ["a", "\t", "\n"],
        ["", "j", "ä"], ["a", "\u{1B}[2", "b"], ["a", "\u{1B}[?2026;2$y"], ["a", "\u{1B}[200~b"], ["a", "\u{1B}[1;"],
        ["a", String(repeating: "\u{1B}[A", count: 30)],
    ])
    func `text, line breaks and keys that arrive with text remain part of a paste`(_ pieces: [String]) throws {
        var sent = pieces
        sent[0] = Self.start + sent[0]
        let text = pieces.joined().replacing("\r", with: "\n")
        #expect(events(sent + [Self.end, "x"]) == [.paste(text), try key("x")])
    }

    @Test(arguments: 2...5) func `a delayed second half of the terminator is recognized`(_ cut: Int) throws {
        let halves = [String(Self.end.prefix(cut)), String(Self.end.dropFirst(cut))]
        #expect(events([Self.start + "a"] + halves + ["x"]) == [.paste("a"), try key("x")])
    }

    @Test func `only the first pause after a paste's input is awaited`() {
        var parser = InputParser()
        _ = parser.feed(Self.start.utf8)
        #expect(parser.isWaiting)
        #expect(parser.flush().isEmpty && !parser.isWaiting)
        _ = parser.feed("a".utf8)
        #expect(parser.isWaiting)
        #expect(parser.flush().isEmpty && !parser.isWaiting)
    }

    @Test func `more bytes than simultaneous keys can send remain part of a paste`() throws {
        let keys = String(repeating: "\u{1B}[3~", count: 16)
        #expect(events([Self.start + "a", keys]).count == 18)
        #expect(events([Self.start + "a", keys + "\u{3}"]).isEmpty)
    }

    @Test func `one byte beyond the maximum length is dropped`() {
        let text = String(repeating: "x", count: InputParser.pasteLimit)
        #expect(events([Self.start + text + "y" + Self.end]) == [.paste(text), .pasteProblem(.tooLong)])
    }

    @Test func `a paste of the maximum length arrives completely`() {
        let text = String(repeating: "x", count: InputParser.pasteLimit)
        #expect(events([Self.start + text + Self.end]) == [.paste(text)])
    }

    @Test(arguments: 0..<5) func `a longer paste is truncated between characters`(
        _ shift: Int
    ) throws {
        let text = String(repeating: "x", count: shift) + String(repeating: "💎", count: InputParser.pasteLimit / 4)
        let kept =
            String(repeating: "x", count: shift)
            + String(repeating: "💎", count: (InputParser.pasteLimit - shift) / 4)
        let expected: [TerminalEvent] = [.paste(kept), .pasteProblem(.tooLong), try key("x")]
        #expect(events([Self.start + text + "💎 and the rest", Self.end + "x"]) == expected)
        // The rest is never parsed as keys, regardless of how slowly it arrives.
        let rest = ["💎q", "rest", "\r", String(repeating: "y", count: 100_000), "q", Self.end, "x"]
        #expect(events([Self.start + text] + rest) == expected)
    }

    @Test func `a single key ends a paste that has become too long`() throws {
        let text = String(repeating: "x", count: InputParser.pasteLimit)
        #expect(
            events([Self.start + text + "and the rest", "more", "\u{1B}", "x"]) == [
                .paste(text), .pasteProblem(.tooLong), try key("esc"), try key("x"),
            ])
    }

    @Test(arguments: 1...4)
    func `a single key delivers at most the maximum length`(more: Int) throws {
        let text = String(repeating: "x", count: InputParser.pasteLimit)
        let rest = String(repeating: "y", count: more)
        #expect(
            events([Self.start + text + rest, "\u{1B}"]) == [
                .paste(text), .pasteProblem(.tooLong), try key("esc"), .pasteProblem(.unfinished),
            ])
    }

    @Test(arguments: ["\u{1B}", "\u{1B}[A", "\u{1B}[<0;2;3M"], 1...8)
    func `a single key is not lost if the paste becomes too long`(_ bytes: String, more: Int) throws {
        let text = String(repeating: "x", count: InputParser.pasteLimit)
        let pasted = events([Self.start + text + String(repeating: "y", count: more), bytes, "z"])
        // The end is reported once. A paste that reaches the limit is reported as too long.
        let unfinished: [TerminalEvent] = more + bytes.utf8.count < 6 ? [.pasteProblem(.unfinished)] : []
        let z = try key("z")
        #expect(pasted == [.paste(text), .pasteProblem(.tooLong)] + events([bytes]) + unfinished + [z])
    }

    @Test func `an endless paste takes a bounded amount of memory`() {
        var parser = InputParser()
        _ = parser.feed(Self.start.utf8)
        for round in 0..<100 {
            _ = parser.feed(String(repeating: "0123456789", count: 1000).utf8)
            if round % 3 == 0 { _ = parser.flush() }
            #expect(parser.collected.count <= InputParser.pasteLimit + 8)
        }
        #expect(parser.collected.count <= 256)
    }
}
