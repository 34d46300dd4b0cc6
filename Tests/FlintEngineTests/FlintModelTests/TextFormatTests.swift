import FlintModel
import FlintTestSupport
import Foundation
import Testing

struct TextFormatTests {
    /// Characters that control a terminal, break a line, reorder text, or have a meaning in a format.
    static let hostileNames = [
        "\u{1B}[31m\u{7}\u{0}\u{9B}2J\u{7F}", "\u{202E}\u{2066}\u{200B}\u{FEFF}\u{E0041}\u{2028}",
        "a\nb\r\nc\rd\te", "=1+2", "@SUM(A1)", "-1", "+1", "\t=1", "a,\"b\"",
        "a|b\\|c", "**bold** _it_ `code` [x](y) ![x](y) # h ~~s~~ <b>&amp;</b> <!-- -->", "# heading", "- item",
        "]]></text><script>alert(1)</script>", "\\(app)", "*/ fatalError() //", ".Dd", "'br", "\\fB", "$(touch x)",
        "a'; touch x; '", "-rf", "\u{FFFE}\u{FFFF}", "\u{0}", "", " ",
    ]

    @Test(arguments: TextFormat.allCases)
    func `escaped text has no control characters and stays on its line`(format: TextFormat) {
        for name in Self.hostileNames {
            let escaped = format.escaped("x" + name) + format.escaped(name)
            let hostile = escaped.unicodeScalars.filter { scalar in
                switch scalar.properties.generalCategory {
                case .control: format != .csv || !["\n", "\t"].contains(scalar)
                case .format, .lineSeparator, .paragraphSeparator: true
                default: false
                }
            }
            #expect(hostile.isEmpty, "\(escaped.debugDescription)")
        }
    }

    @Test(arguments: TextFormat.allCases)
    func `ordinary text is readable`(format: TextFormat) {
        let isQuoted = [.json, .swift].contains(format)
        for name in ["Smart playlists", "é 中 🎧 👨‍👩‍👧", "iOS 17.2 (simulated)"] {
            let quoted = format == .shell ? "'\(name)'" : isQuoted ? "\"\(name)\"" : name
            #expect(format.escaped(name) == quoted)
        }
    }

    @Test func `a formula is written as text in a spreadsheet`() {
        #expect(TextFormat.csv.escaped("=1+2, \"x\"") == "\"'=1+2, \"\"x\"\"\"")
        for start in ["=", "+", "-", "@", "\t", "\r"] { #expect(TextFormat.csv.escaped(start + "1").hasPrefix("\"'")) }
        for lineBreak in ["\n", "\r\n", "\r"] {
            #expect(TextFormat.csv.escaped("a\(lineBreak)b") == "\"a\nb\"", "Only a record ends with CR LF.")
        }
    }

    @Test(arguments: [64, 65, 128, 129, 1_000])
    func `written JSON can be read regardless of the number of combining marks in a name`(count: Int) throws {
        let name = "e" + String(repeating: "\u{301}", count: count) + "\u{0}"
        let encoded = TextFormat.printable(json: Array(try JSONEncoder().encode([name: [name, "\u{5D0}\u{5BC}"]])))
        let decoded = try JSONDecoder().decode([String: [String]].self, from: Data(encoded), within: .stateFile)
        for text in [decoded.keys.first, decoded.values.first?.first] {
            let scalars = try #require(text).unicodeScalars
            #expect(scalars.count { $0 == "\u{301}" } == count && scalars.last == "\u{FFFD}")
            #expect(scalars.count { $0 == "\u{34F}" } == (count - 1) / 64)
        }
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        let literal = TextFormat.json.escaped(name)
        let read = try decoder.decode(String.self, from: Data(literal.utf8), within: .projectFile)
        #expect(read == decoded.keys.first)
        #expect(TextFormat.canBeSaved(read) && !TextFormat.canBeSaved(name))
    }

    @Test func `an escaped backslash before u0000 is kept`() {
        #expect(TextFormat.printable(json: #"["\\u0000", "\u0000\\"]"#) == #"["\\u0000", "\ufffd\\"]"#)
    }

    @Test func `only Markdown that the program writes keeps its meaning`() {
        #expect(TextFormat.markdown.escaped("a|b_c <d> [e](f)") == #"a\|b\_c \<d> \[e\](f)"#)
        #expect(TextFormat.markdown.escaped("- a") == #"\- a"#)
        #expect(TextFormat.markdown.escaped("1 - 2 -> 3") == "1 - 2 -> 3")
        #expect(TextFormat.markdown.escaped("> a") == #"\> a"#)
        #expect(TextFormat.markdown.escaped("a\n# b") == ##"a \# b"##)
    }

    @Test func `XML keeps line breaks and replaces characters that it cannot represent`() {
        #expect(
            TextFormat.xml.escaped("<a b=\"c\">\n&\u{1B}\u{FFFE}")
                == "&lt;a b=&quot;c&quot;&gt;&#10;&amp;\u{FFFD}\u{FFFD}")
    }

    @Test func `a string of JSON has the value of the text`() throws {
        for name in Self.hostileNames {
            let value = try JSONSerialization.jsonObject(
                with: Data(TextFormat.json.escaped(name).utf8), options: .fragmentsAllowed)
            #expect(value as? String == name.replacing("\u{0}", with: "\u{FFFD}"))
        }
    }

    @Test func `JSON is printable, and every value except U+0000 is unchanged`() throws {
        let formatting = "\u{FFFD}\u{10FFFF}\u{AD}\u{61C}\u{600}\u{FEFF}\u{1D173}"
        let names = Self.hostileNames + ["é 中 🎧 👨‍👩‍👧", formatting, "ünï"]
        let json = String(decoding: try JSONEncoder().encode(names), as: UTF8.self)
        let printable = TextFormat.printable(json: json)
        #expect(
            try JSONDecoder().decode([String].self, from: Data(printable.utf8))
                == names.map { $0.replacing("\u{0}", with: "\u{FFFD}") })
        let hostile = HostileText.characters(in: printable, besides: [])
        #expect(hostile.isEmpty, "\(hostile.map(\.value))")
        #expect(printable.contains("é 中 🎧 👨‍👩‍👧"))
        #expect(TextFormat.printable(json: "[\n\t1]\r\n") == "[\n\t1]\r\n")
        #expect(TextFormat.printable(json: [0x22, 0x9B, 0x22]) == Array(#""\u009b""#.utf8))
    }

    @Test(.timeLimit(.minutes(20)))
    func `the time of escaping is proportional to the length`() {
        // Took hours when each replacement copied the text before it.
        let json = "\"" + String(repeating: "\u{202E}x", count: 2_000_000) + "\""
        #expect(TextFormat.printable(json: json).utf8.count == 14_000_002)
        #expect(TextFormat.csv.escaped(String(repeating: "\u{202E}\n", count: 500_000)).utf8.count == 2_000_002)
    }

    @Test func `a Swift literal is not interpolated`() {
        #expect(TextFormat.swift.escaped("a \"b\" \\(app)") == #""a \"b\" \\(app)""#)
        #expect(TextFormat.swift.escaped("two\nlines\t") == #""two\nlines\t""#)
        #expect(TextFormat.swift.escaped("\u{1B}[2J\u{200B}") == #""\u{1B}[2J\u{200B}""#)
    }

    @Test func `a comment stays on its line`() {
        #expect(TextFormat.lineComment.escaped("one\nfatalError()\nthree") == "one fatalError() three")
    }

    @Test func `a line of a manual page is never a macro`() {
        #expect(TextFormat.mdoc.escaped(".Dd today") == #"\&.Dd today"#)
        #expect(TextFormat.mdoc.escaped("'br") == #"\&'br"#)
        #expect(TextFormat.mdoc.escaped(#"a\fB"#) == #"a\efB"#)
    }

    @Test func `a shell reads a quoted word unchanged`() {
        #expect(TextFormat.shell.escaped("smart/Playlists_1") == "smart/Playlists_1")
        #expect(TextFormat.shell.escaped("a'b $(c)") == #"'a'\''b $(c)'"#)
        #expect(TextFormat.shell.escaped("") == "''")
    }

    @Test(arguments: [
        "{\"a\":\"plain\"}", "{\n  \"a\" : \"\u{9B}31m\u{202E}\u{7F}\u{2028}\u{FEFF}\u{E0041}\" }\r\n\t", "[\"👨‍👩‍👧 中 é\"]",
    ])
    func `printable JSON keeps its value`(_ json: String) throws {
        let safe = TextFormat.printable(json: json)
        let before = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? NSObject
        let after = try JSONSerialization.jsonObject(with: Data(safe.utf8)) as? NSObject
        #expect(before == after)
        #expect(
            !safe.unicodeScalars.contains {
                (0x7F..<0xA0).contains($0.value) || $0.value == 0x202E || $0.value == 0x2028
            })
    }

    @Test func `JSON escapes use four digits and surrogate pairs`() {
        #expect(TextFormat.printable(json: "\"\u{9B}\u{E0041}\"") == "\"\\u009b\\udb40\\udc41\"")
        #expect(TextFormat.printable(json: "\"\u{1B}\"") == "\"\\u001b\"")
        #expect(TextFormat.printable(json: "\"~\u{7F}\u{9F}\u{A0}\"") == "\"~\\u007f\\u009f\u{A0}\"")
        #expect(TextFormat.printable(json: "\"👨‍👩‍👧\"") == "\"👨‍👩‍👧\"")
    }
}
