import FlintTestSupport
import Testing

@testable import FlintTerminal

struct InputParserTests {
    /// Returns the events for bytes that arrive in one read.
    private func events(_ text: String) -> [TerminalEvent] {
        var parser = InputParser()
        return parser.feed(text.utf8)
    }

    /// Returns the key presses for bytes that arrive in one read, as text.
    private func keys(_ bytes: some Sequence<UInt8>) -> [String] {
        var parser = InputParser()
        return names(parser.feed(bytes))
    }

    /// Returns key presses as text, and other events as their description.
    private func names(_ events: [TerminalEvent]) -> [String] {
        events.map { if case .key(let key) = $0 { "\(key)" } else { "\($0)" } }
    }

    @Test func `characters are parsed as keys`() {
        #expect(keys("aG €💎".utf8) == ["a", "G", "space", "€", "💎"])
        // The first and last character of every length.
        let edges = "\u{A0}\u{7FF}\u{800}\u{FFFD}\u{10000}\u{10FFFF}"
        #expect(keys(edges.utf8) == edges.map(String.init))
    }

    @Test func `control bytes are parsed as keys`() {
        #expect(
            keys([0, 1, 3, 8, 9, 10, 13, 18, 26, 28, 31, 127]) == [
                "ctrl-space", "ctrl-a", "ctrl-c", "backspace", "tab", "enter", "enter", "ctrl-r", "ctrl-z", "ctrl-\\",
                "ctrl-_", "backspace",
            ])
    }

    @Test(arguments: [
        ("\u{1B}[A", "up"), ("\u{1B}OA", "up"), ("\u{1B}[B", "down"), ("\u{1B}OC", "right"), ("\u{1B}[D", "left"),
        ("\u{1B}[H", "home"), ("\u{1B}OF", "end"), ("\u{1B}[1~", "home"), ("\u{1B}[8~", "end"),
        ("\u{1B}[2~", "insert"), ("\u{1B}[3~", "delete"), ("\u{1B}[5~", "pgup"), ("\u{1B}[6~", "pgdn"),
        ("\u{1B}OP", "f1"), ("\u{1B}[11~", "f1"), ("\u{1B}[[A", "f1"), ("\u{1B}[15~", "f5"), ("\u{1B}[17~", "f6"),
        ("\u{1B}[24~", "f12"), ("\u{1B}[Z", "shift-tab"), ("\u{1B}[1;5A", "ctrl-up"), ("\u{1B}[1;2D", "shift-left"),
        ("\u{1B}[3;5~", "ctrl-delete"), ("\u{1B}[1;8H", "ctrl-alt-shift-home"), ("\u{1B}O5C", "ctrl-right"),
        ("\u{1B}[1;2P", "shift-f1"), ("\u{1B}x", "alt-x"), ("\u{1B}X\u{1B}[A", "up"), ("\u{1B}\r", "alt-enter"),
        ("\u{1B}\u{7F}", "alt-backspace"), ("\u{1B}\u{12}", "ctrl-alt-r"), ("\u{1B}é", "alt-é"),
        ("\u{1B}\u{1B}[A", "alt-up"), ("\u{1B}OM", "enter"), ("\u{1B}Oq", "1"), ("\u{1B}Ok", "+"),
        ("\u{1B}[27;5;114~", "ctrl-r"), ("\u{1B}[114;5u", "ctrl-r"), ("\u{1B}[103;2u", "G"),
        ("\u{1B}[13;2u", "shift-enter"), ("\u{1B}[3;5;114~", "ctrl-delete"),
        ("\u{1B}[27u", "esc"), ("\u{1B}[1;5:1A", "ctrl-up"),
    ])
    func `escape sequences are parsed as keys`(_ bytes: String, _ name: String) {
        #expect(names(events(bytes)) == [name])
    }

    @Test(arguments: [
        "\u{1B}[I", "\u{1B}[O", "\u{1B}[?62;22c", "\u{1B}[>1;10;0c", "\u{1B}[?2026;2$y", "\u{1B}[24;80R",
        "\u{1B}[4;800;960t", "\u{1B}[99~", "\u{1B}[201~", "\u{1B}[57358u", "\u{1B}[99;9u", "\u{1B}[55296u",
        "\u{1B}]11;rgb:1e1e/1e1e/1e1e\u{7}", "\u{1B}]11;rgb:00/00/00\u{1B}\\", "\u{1B}P>|xterm(390)\u{1B}\\",
        "\u{1B}[<35;1;1M", "\u{1B}[<0;0;1M", "\u{1B}[<66;1;1M", "\u{1B}[<1;2M", "\u{1B}[1 q", "\u{C2}\u{9B}",
    ])
    func `sequences that are not keys are discarded completely`(_ bytes: String) {
        #expect(names(events(bytes + "x")).last == "x")
        #expect(events(bytes + "x").count == (bytes.hasPrefix("\u{C2}") ? 2 : 1))
    }

    @Test func `a sequence split between reads is parsed as a whole`() {
        let input = Array(
            "a\u{1B}[1;5Aé💎\u{1B}[<0;5;7Mz\u{1B}OB\u{1B}[200~x\r\ny\u{1B}[201~\u{1B}é\u{1B}[?2026;2$yq".utf8)
        var whole = InputParser()
        let expected = whole.feed(input)
        #expect(expected.count == 10)
        for cut in 0...input.count {
            var parser = InputParser()
            #expect(parser.feed(input[..<cut]) + parser.feed(input[cut...]) == expected, "cut at \(cut)")
        }
        var parser = InputParser()
        #expect(input.flatMap { parser.feed([$0]) } == expected)
    }

    @Test func `an invalid byte becomes a replacement character and the rest is parsed`() {
        #expect(keys([0x61, 0xFF, 0x62]) == ["a", "\u{FFFD}", "b"])
        #expect(keys([0xE2, 0x82, 0x61]) == ["\u{FFFD}", "a"])
        #expect(keys([0xE2, 0x82, 0xE2, 0x82, 0xAC]) == ["\u{FFFD}", "€"])
        #expect(keys([0xC0, 0xAF]) == ["\u{FFFD}", "\u{FFFD}"])
        #expect(keys([0xE0, 0x80, 0x80]) == ["\u{FFFD}", "\u{FFFD}", "\u{FFFD}"])
        #expect(keys([0xED, 0xA0, 0x80]) == ["\u{FFFD}", "\u{FFFD}", "\u{FFFD}"])
        #expect(keys([0xF4, 0x90, 0x80, 0x80]).allSatisfy { $0 == "\u{FFFD}" })
        #expect(keys([0xE2, 0x1B, 0x5B, 0x41]) == ["\u{FFFD}", "up"])
    }

    @Test func `a single escape byte is the escape key after a pause`() {
        var parser = InputParser()
        #expect(parser.feed([0x1B]).isEmpty)
        #expect(parser.isWaiting)
        #expect(names(parser.flush()) == ["esc"])
        #expect(!parser.isWaiting)
        #expect(parser.flush().isEmpty)
    }

    @Test func `two escape bytes are two keys`() {
        var parser = InputParser()
        #expect(parser.feed([0x1B, 0x1B]).isEmpty)
        #expect(names(parser.flush()) == ["esc", "esc"])
        #expect(names(parser.feed([0x1B, 0x1B, 0x1B])) == ["esc"])
        #expect(names(parser.flush()) == ["esc", "esc"])
        #expect(names(parser.feed([0x1B, 0x1B, 0x78])) == ["esc", "alt-x"])
    }

    @Test(arguments: [("\u{1B}[", "alt-["), ("\u{1B}O", "alt-O"), ("\u{1B}P", "alt-P"), ("\u{1B}]", "alt-]")])
    func `the beginning of a sequence is a key after a pause`(_ bytes: String, _ name: String) {
        var parser = InputParser()
        #expect(parser.feed(bytes.utf8).isEmpty)
        #expect(parser.isWaiting)
        #expect(names(parser.flush()) == [name])
        #expect(names(parser.feed("x".utf8)) == ["x"])
    }

    @Test func `the late rest of a sequence completes the sequence`() {
        var parser = InputParser()
        #expect(parser.feed("\u{1B}[<0;1".utf8).isEmpty)
        #expect(!parser.isWaiting)
        #expect(parser.flush().isEmpty)
        #expect(
            parser.feed("2;3M".utf8) == [
                .mouse(MouseEvent(kind: .press, button: .left, position: Point(column: 11, row: 2)))
            ])
    }

    @Test func `keys after an interrupted sequence are parsed`() {
        #expect(names(events("\u{1B}[\u{3}")) == ["alt-[", "ctrl-c"])
        #expect(names(events("\u{1B}[1;5\u{1B}[A")) == ["up"])
        #expect(names(events("\u{1B}Oé")) == ["alt-O", "é"])
        #expect(names(events("\u{1B}]0;title\u{1B}[A")) == ["up"])
    }

    @Test func `mouse reports of both encodings are parsed`() {
        #expect(
            events("\u{1B}[<0;1;1M\u{1B}[<0;3;4m\u{1B}[<34;2;2M") == [
                .mouse(MouseEvent(kind: .press, button: .left, position: Point(column: 0, row: 0))),
                .mouse(MouseEvent(kind: .release, button: .left, position: Point(column: 2, row: 3))),
                .mouse(MouseEvent(kind: .drag, button: .right, position: Point(column: 1, row: 1))),
            ])
        #expect(
            events("\u{1B}[<64;9;9M\u{1B}[<81;9;9M") == [
                .mouse(MouseEvent(kind: .wheelUp, position: Point(column: 8, row: 8))),
                .mouse(MouseEvent(kind: .wheelDown, position: Point(column: 8, row: 8), modifiers: .control)),
            ])
        #expect(
            events("\u{1B}[M !!\u{1B}[M#\"\"x") == [
                .mouse(MouseEvent(kind: .press, button: .left, position: Point(column: 0, row: 0))),
                .mouse(MouseEvent(kind: .release, button: .none, position: Point(column: 1, row: 1))),
                .key(KeyPress(.character("x"))),
            ])
    }

    @Test func `pasted text is one event without keys`() {
        #expect(
            events("\u{1B}[200~q\u{3}\u{1B}[A\r\nä\rb\n\u{1B}[201~j") == [
                .paste("q\u{3}\u{1B}[A\nä\nb\n"), .key(KeyPress(.character("j"))),
            ])
        #expect(events("\u{1B}[200~\u{1B}[201~") == [])
        var parser = InputParser()
        #expect(
            parser.feed([0x1B] + Array("[200~".utf8) + [0xFF] + [0x1B] + Array("[201~".utf8)) == [.paste("\u{FFFD}")])
    }

    @Test func `an endless sequence takes a bounded amount of memory`() {
        var parser = InputParser()
        #expect(parser.feed(("\u{1B}[" + String(repeating: "1;", count: 100_000)).utf8).isEmpty)
        #expect(parser.collected.count <= InputParser.controlLimit)
        #expect(names(parser.feed("Ax".utf8)) == ["x"])
        _ = parser.feed(("\u{1B}]" + String(repeating: "a", count: InputParser.stringLimit)).utf8)
        #expect(parser.collected.count <= InputParser.stringLimit)
        #expect(names(parser.feed("ax".utf8)) == ["x"])
        #expect(parser.feed("\u{1B}[99999999999999999999999999;5A".utf8).isEmpty)
    }

    @Test func `replies of the terminal are kept apart from keys`() {
        var parser = InputParser()
        #expect(parser.feed("\u{1B}[?2026;2$y".utf8).isEmpty)
        #expect(parser.takeReplies() == [.mode(number: 2026, state: 2)])
        #expect(parser.takeReplies().isEmpty)
        for _ in 0..<1000 { _ = parser.feed("\u{1B}[?2026;0$y".utf8) }
        #expect(parser.replies.count <= 16)
    }

    /// Returns the replies in bytes that arrive in one read, and checks that the bytes contain no event.
    private func replies(_ text: String) -> [TerminalReply] {
        var parser = InputParser()
        #expect(parser.feed(text.utf8).isEmpty)
        return parser.takeReplies()
    }

    @Test func `replies about optional features are parsed`() {
        #expect(
            replies("\u{1B}[?62;22c\u{1B}[?0u\u{1B}[I\u{1B}[O") == [
                .attributes, .keyboard, .focus(true), .focus(false),
            ])
        #expect(replies("\u{1B}[?997;1n\u{1B}[?997;2n\u{1B}[?997;3n") == [.colorScheme(.dark), .colorScheme(.light)])
        #expect(replies("\u{1B}P>|foot(1.16.2)\u{1B}\\") == [.name("foot(1.16.2)")])
        #expect(replies("\u{1B}P>|ki\u{7F}tty\u{1B}\\\u{1B}P1$r0m\u{1B}\\\u{1B}]52;c;eA==\u{7}") == [])
    }

    @Test(arguments: [
        ("rgb:1e1e/1e1e/1e1e", ColorScheme.dark), ("rgb:ffff/ffff/ffff", .light), ("rgb:fd/f6/e3", .light),
        ("rgb:0/0/f", .dark), ("rgba:ff/ff/ff/ff", .light), ("rgb:ffff/ffff", nil), ("rgb:fffff/0/0", nil),
        ("rgb:x/y/z", nil), ("rgb:-1/-1/-1", nil), ("", nil),
    ])
    func `a background color is dark or light`(_ color: String, _ scheme: ColorScheme?) {
        let expected = scheme.map { [TerminalReply.colorScheme($0)] } ?? []
        #expect(replies("\u{1B}]11;\(color)\u{7}") == expected)
        #expect(replies("\u{1B}]11;\(color)\u{1B}\\") == expected)
    }

    @Test func `the late rest of an expected reply is not mistaken for keys`() {
        for reply in ["\u{1B}]11;rgb:ff/ff/ff\u{1B}\\", "\u{1B}P>|kitty(0.35)\u{1B}\\"] {
            var parser = InputParser()
            #expect(parser.feed(reply.utf8.prefix(7)).isEmpty)
            #expect(!parser.isWaiting && parser.flush().isEmpty)
            #expect(parser.feed(reply.utf8.dropFirst(7)).isEmpty)
            #expect(parser.takeReplies().count == 1)
        }
    }

    @Test func `an endless reply withholds only a few keys`() {
        var parser = InputParser()
        _ = parser.feed("\u{1B}]11;".utf8)
        let keys = parser.feed(String(repeating: "j", count: 2 * InputParser.replyLimit).utf8)
        #expect(keys.count >= InputParser.replyLimit)
        #expect(parser.collected.isEmpty)
    }

    @Test(arguments: [
        ("\u{1B}[57400u", "1"), ("\u{1B}[57414u", "enter"), ("\u{1B}[57421;5u", "ctrl-pgup"),
        ("\u{1B}[57426u", "delete"), ("\u{1B}[91;5u", "esc"), ("\u{1B}[104;5u", "backspace"),
        ("\u{1B}[97:65;4u", "alt-A"), ("\u{1B}[1089::99;5u", "ctrl-c"), ("\u{1B}[1089::99u", "с"),
        ("\u{1B}[27;129u", "esc"),
    ])
    func `keys of the keyboard protocol are parsed`(_ bytes: String, _ name: String) {
        #expect(names(events(bytes)) == [name])
    }

    @Test(arguments: 0..<40)
    func `keys after random bytes are parsed`(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let pieces: [[UInt8]] = [
            [0x1B], [0x1B, 0x5B], [0x1B, 0x4F], Array("1;5".utf8), [0x3C], [0x4D], [0x7E], [0xE2], [0x82], [0xAC],
            Array("\u{1B}[200~".utf8), Array("\u{1B}[201~".utf8), [0x1B, 0x5D], [0x07], [0x0D], [0x61], [0xFF],
        ]
        for _ in 0..<200 {
            var input: [UInt8] = []
            for _ in 0..<Int.random(in: 0..<60, using: &random) {
                if Bool.random(using: &random) {
                    input += pieces.randomElement(using: &random)!
                } else {
                    input.append(UInt8.random(in: 0...255, using: &random))
                }
            }
            let cut = Int.random(in: 0...input.count, using: &random)
            var whole = InputParser()
            let expected = whole.feed(input)
            var parser = InputParser()
            let found = parser.feed(input[..<cut]) + parser.feed(input[cut...])
            #expect(found == expected, "\(input) cut at \(cut)")
            // The end of a paste, a pause, and one key reset the parser from any state.
            _ = parser.feed("\u{1B}[201~".utf8)
            #expect(parser.collected.count <= InputParser.stringLimit)
            _ = parser.flush()
            _ = parser.feed("~~~".utf8)
            #expect(names(parser.feed("x".utf8)) == ["x"], "\(input)")
        }
    }
}
