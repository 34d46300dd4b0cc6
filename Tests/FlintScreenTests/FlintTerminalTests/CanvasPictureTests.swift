import Foundation
import Testing

@testable import FlintTerminal

#if canImport(FoundationXML)
    import FoundationXML
#endif

struct CanvasPictureTests {
    private func canvas(_ text: String, _ style: Style = .plain, columns: Int = 12) -> Canvas {
        var canvas = Canvas(size: TerminalSize(columns: columns, rows: 2))
        canvas.draw(text, column: 2, row: 1, style: style)
        return canvas
    }

    /// Returns the elements of a picture, with attributes and text, read by an XML parser.
    private func elements(_ canvas: Canvas, title: String = "A screen") throws -> [String] {
        let reader = ElementReader()
        let parser = XMLParser(data: Data(CanvasPicture(canvas).svg(title: title).utf8))
        parser.delegate = reader
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        return reader.elements
    }

    @Test func `text has the position and the width of its cells`() throws {
        let found = try elements(canvas("a b  日本"))
        #expect(found.contains("text textLength=\(3 * 9) x=\(12 + 2 * 9) y=\(12 + 19 + 14): a b"), "\(found)")
        #expect(found.contains("text textLength=\(4 * 9) x=\(12 + 7 * 9) y=\(12 + 19 + 14): 日本"), "\(found)")
        #expect(found.filter { $0.hasPrefix("rect") }.count == 1, "Only the background is drawn.")
    }

    @Test func `styles are exported as colors, weights, and reversed backgrounds`() throws {
        let bold = try elements(canvas("a", Style(foreground: .ansi(1), attributes: [.bold, .underline])))
        #expect(bold.contains { $0.contains("class=b u") && $0.contains("fill=#ff6b6b") })
        let reversed = try elements(canvas("a", .reversed))
        #expect(reversed.contains("rect fill=#d6d9e0 height=19 width=9 x=30 y=31"))
        #expect(reversed.contains { $0.hasPrefix("text") && $0.contains("fill=#1b1d23") })
        let colours: [(Color, String)] = [
            (.ansi(12), "#93c0ff"), (.indexed(196), "#ff0000"), (.indexed(232), "#080808"),
            (.rgb(red: 1, green: 2, blue: 255), "#0102ff"),
        ]
        for (colour, look) in colours {
            #expect(try elements(canvas("a", Style(foreground: colour))).contains { $0.contains("fill=\(look)") })
            #expect(
                try elements(canvas("a", Style(background: colour))).contains {
                    $0.hasPrefix("rect") && $0.contains("fill=\(look)")
                })
        }
    }

    @Test func `XML markup and hostile text are escaped`() throws {
        let found = try elements(canvas("<b>&\u{1B}]", columns: 30), title: "</title><script>")
        #expect(found.contains { $0.hasPrefix("text") && $0.contains(": <b>&") })
        #expect(found.contains("title: </title><script>"))
        #expect(!found.contains { $0.hasPrefix("script") || $0.contains("\u{1B}") })
    }

    @Test func `a screen without cells is a valid picture`() throws {
        #expect(try elements(Canvas(size: TerminalSize(columns: 0, rows: 0))).count == 4)
    }

    // MARK: Recordings

    /// Returns the events of a recording, without its header.
    private func events(_ recording: TerminalRecording) throws -> [(time: Double, data: String)] {
        let lines = recording.fileContent.split(separator: "\n")
        let header = try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any]
        #expect(header?["version"] as? Int == 2 && header?["width"] as? Int == 12 && header?["height"] as? Int == 2)
        return try lines.dropFirst().map { line in
            let event = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any])
            #expect(event.count == 3 && event[1] as? String == "o")
            return (try #require(event[0] as? Double), try #require(event[2] as? String))
        }
    }

    @Test func `a recording contains the changed rows and the times of the changes`() throws {
        var recording = TerminalRecording(size: TerminalSize(columns: 12, rows: 2), title: "A \"tour\"\\\n")
        var first = canvas("one", Style(foreground: .ansi(2), attributes: .bold))
        recording.add(first)
        recording.wait(1.25)
        recording.add(first)
        first.cursor = Point(column: 3, row: 1)
        recording.wait(-1)
        recording.add(first)
        recording.wait(0.1)
        recording.add(canvas("two"))
        let events = try events(recording)
        #expect(events.map(\.time) == [0, 0, 1.25, 1.35])
        #expect(events[1].data == "\u{1B}[?25l\u{1B}[2;1H  \u{1B}[0;1;32mone\u{1B}[0m       ")
        #expect(events[2].data == "\u{1B}[?25l\u{1B}[2;4H\u{1B}[?25h", "Only the cursor moved.")
        #expect(events[3].data == "\u{1B}[?25l\u{1B}[2;1H  two       ")
    }

    @Test func `a recording writes the SGR code of every kind of color`() throws {
        let colours: [(Color, String)] = [
            (.ansi(1), "31"), (.ansi(9), "91"), (.indexed(200), "38;5;200"),
            (.rgb(red: 1, green: 2, blue: 3), "38;2;1;2;3"),
        ]
        for (colour, code) in colours {
            var recording = TerminalRecording(size: TerminalSize(columns: 12, rows: 2), title: "")
            recording.add(canvas("x", Style(foreground: colour)))
            #expect(try events(recording)[1].data.contains("\u{1B}[0;\(code)mx"))
        }
    }
}

/// A collector of a document's elements.
private final class ElementReader: NSObject, XMLParserDelegate {
    private(set) var elements: [String] = []

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        elements.append(([name] + attributes.sorted { $0.key < $1.key }.map { "\($0)=\($1)" }).joined(separator: " "))
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        guard let last = elements.indices.last, !text.allSatisfy(\.isNewline) else { return }
        elements[last] += (elements[last].contains(": ") ? "" : ": ") + text
    }
}
