import FlintTestSupport
import Testing

@testable import FlintTerminal

struct CanvasTests {
    private func row(_ columns: Int) -> Canvas { Canvas(size: TerminalSize(columns: columns, rows: 1)) }

    @Test func `text is drawn at its position`() {
        var canvas = Canvas(size: TerminalSize(columns: 10, rows: 3))
        #expect(canvas.draw("hello", column: 2, row: 1, style: .bold) == 5)
        #expect(canvas.lines == ["", "  hello", ""])
        #expect(canvas.attributeLine(row: 1) == "  bbbbb")
        #expect(canvas[2, 1] == Cell(text: "h", width: 1, style: .bold))
    }

    @Test func `cells outside a canvas are blank`() {
        var canvas = Canvas(size: TerminalSize(columns: 2, rows: 2))
        canvas.fill(canvas.bounds, style: .bold)
        for (column, row) in [(-1, 0), (0, -1), (2, 0), (0, 2), (2, 2)] { #expect(canvas[column, row] == .blank) }
        #expect(canvas.draw("x", column: 2, row: 0) == 0)
        #expect(canvas.draw("x", column: 0, row: 2) == 0)
    }

    @Test func `a box of six columns is the smallest that shows its title`() {
        var canvas = Canvas(size: TerminalSize(columns: 6, rows: 2))
        canvas.drawBox(canvas.bounds, title: "ab")
        #expect(canvas.lines == ["┌ ab ┐", "└────┘"])
        canvas = Canvas(size: TerminalSize(columns: 5, rows: 2))
        canvas.drawBox(canvas.bounds, title: "ab")
        #expect(canvas.lines == ["┌───┐", "└───┘"])
    }

    @Test func `a wide character takes two cells`() {
        var canvas = row(6)
        #expect(canvas.draw("a中b", column: 0, row: 0) == 4)
        #expect(canvas[1, 0].width == 2)
        #expect(canvas[2, 0] == .continuation(.plain))
        #expect(canvas.text(row: 0) == "a中b")
    }

    @Test func `overwriting half of a wide character blanks the other half`() {
        var canvas = row(4)
        canvas.draw("中文", column: 0, row: 0)
        canvas.draw("x", column: 1, row: 0)
        #expect(canvas.text(row: 0) == " x文")
        canvas.draw("y", column: 2, row: 0)
        #expect(canvas.text(row: 0) == " xy")
        canvas.draw("中文", column: 0, row: 0)
        canvas.draw("国", column: 1, row: 0)
        #expect(canvas.text(row: 0) == " 国")
        canvas.draw("中文", column: 0, row: 0)
        canvas.fill(Rect(column: 1, row: 0, columns: 2, rows: 1))
        #expect(canvas.text(row: 0) == "")
        #expect(canvas.cells.allSatisfy { $0.width == 1 })
    }

    @Test func `a wide character at the edge is drawn completely or not at all`() {
        var canvas = row(3)
        #expect(canvas.draw("ab中", column: 0, row: 0) == 2)
        #expect(canvas.text(row: 0) == "ab")
        #expect(canvas.draw("中x", column: -1, row: 0) == 3)
        #expect(canvas.text(row: 0) == " x")
    }

    @Test(arguments: [
        ("abcdef", 4, "abc…", 4), ("abcd", 4, "abcd", 4), ("ab中d", 4, "ab…", 3), ("a中文", 4, "a中…", 4),
        ("中文", 1, "…", 1),
        ("abc", 1, "…", 1), ("中文字", 5, "中文…", 5), ("abc", 0, "", 0), ("éàü", 2, "é…", 2),
    ])
    func `truncated text ends with an ellipsis`(_ text: String, _ room: Int, _ shown: String, _ used: Int) {
        var canvas = row(20)
        #expect(canvas.draw(text, column: 0, row: 0, maxColumns: room, truncation: .ellipsis) == used)
        #expect(canvas.text(row: 0) == shown)
    }

    @Test func `text truncated at the edge of the canvas ends with an ellipsis`() {
        var canvas = row(4)
        canvas.draw("abcdef", column: 1, row: 0, truncation: .ellipsis)
        #expect(canvas.text(row: 0) == " ab…")
    }

    @Test(arguments: [
        (Int.min, 0), (Int.max, 0), (-100, 0), (0, Int.min), (0, Int.max), (5, -1), (-3, 0), (3, 0),
    ])
    func `positions outside the canvas change only the visible part`(_ column: Int, _ row: Int) {
        var canvas = Canvas(size: TerminalSize(columns: 4, rows: 2))
        canvas.draw("text 中 é", column: column, row: row, maxColumns: .max, truncation: .ellipsis)
        canvas.draw("text", column: column, row: row, maxColumns: -5)
        let rect = Rect(column: column, row: row, columns: .max, rows: .max)
        canvas.drawBox(rect, title: "t")
        canvas.fill(rect, style: .bold)
        canvas.restyle(rect) { $0.attributes.insert(.dim) }
        // The rectangle erases the text and the box. Its width and height are the largest number.
        func isFilled(_ position: Int, from start: Int) -> Bool {
            position >= start && (start >= 0 || position < start + Int.max)
        }
        let attributes = (0..<8).map { index -> Style.Attributes in
            isFilled(index % 4, from: column) && isFilled(index / 4, from: row) ? [.bold, .dim] : []
        }
        #expect(canvas.cells.map(\.style.attributes) == attributes)
        #expect(canvas.cells.allSatisfy { $0.text == " " && $0.width == 1 })
        #expect(canvas[column, row].width == 1)
    }

    @Test func `text that begins left of the canvas is clipped at its start`() {
        var canvas = row(4)
        #expect(canvas.draw("abcdef", column: -2, row: 0) == 6)
        #expect(canvas.text(row: 0) == "cdef")
        #expect(canvas.draw("xy", column: -2, row: 0) == 2)
        #expect(canvas.text(row: 0) == "cdef")
    }

    @Test func `drawn text is sanitized`() {
        var canvas = row(20)
        canvas.draw("a\u{1B}[2J\u{202E}b\n", column: 0, row: 0)
        #expect(canvas.text(row: 0) == "a␛[2Jb␊")
    }

    @Test func `drawing on an empty canvas has no effect`() {
        for size in [
            TerminalSize(columns: 0, rows: 0), TerminalSize(columns: -1, rows: 5), TerminalSize(columns: 5, rows: -1),
        ] {
            var canvas = Canvas(size: size)
            canvas.draw("x", column: 0, row: 0)
            canvas.drawBox(Rect(column: 0, row: 0, columns: 3, rows: 3), title: "t")
            canvas.fill(canvas.bounds)
            #expect(canvas.cells.isEmpty)
            #expect(canvas.lines.joined() == "")
        }
    }

    @Test func `the title of a box is truncated to fit`() {
        var canvas = Canvas(size: TerminalSize(columns: 14, rows: 3))
        canvas.drawBox(Rect(column: 0, row: 0, columns: 14, rows: 3), title: "Features", titleStyle: .bold)
        #expect(canvas.lines == ["┌ Features ──┐", "│            │", "└────────────┘"])
        #expect(canvas.attributeLine(row: 0) == " bbbbbbbbbb")
        canvas.drawBox(Rect(column: 0, row: 0, columns: 8, rows: 3), title: "Features", borders: .ascii)
        #expect(canvas.text(row: 0).hasPrefix("+ Fea… +"))
    }

    @Test func `a box partly outside the canvas is clipped`() {
        var canvas = Canvas(size: TerminalSize(columns: 3, rows: 2))
        canvas.drawBox(Rect(column: -2, row: 0, columns: 4, rows: 5))
        #expect(canvas.lines == ["─┐", " │"])
        canvas.drawBox(Rect(column: 2, row: 0, columns: 1, rows: 2))
        #expect(canvas.lines == ["─┐", " │"])
        canvas.drawBox(Rect(column: 1, row: 1, columns: 9, rows: 9))
        #expect(canvas.lines == ["─┐", " ┌─"])
    }

    @Test func `restyling keeps text and applies to whole characters`() {
        var canvas = row(5)
        canvas.draw("a中bc", column: 0, row: 0)
        canvas.restyle(Rect(column: 1, row: 0, columns: 1, rows: 1)) { $0.attributes.insert(.reverse) }
        #expect(canvas.text(row: 0) == "a中bc")
        #expect(canvas[1, 0].style == .reversed)
        #expect(canvas[2, 0].style == .reversed)
        #expect(canvas.attributeLine(row: 0) == " rr")
        canvas.restyle(Rect(column: 2, row: 0, columns: 1, rows: 1)) { $0 = .bold }
        #expect(canvas[1, 0].style == .reversed)
    }

    @Test func `the attribute line has a letter for each attribute`() {
        var canvas = row(8)
        let styles: [Style] = [
            .plain, .bold, .dim, .reversed, .reversed.adding(.bold), Style(attributes: .underline),
            Style(attributes: .italic), Style(foreground: .ansi(1)),
        ]
        for (column, style) in styles.enumerated() { canvas.draw("x", column: column, row: 0, style: style) }
        #expect(canvas.attributeLine(row: 0) == " bdrRuic")
    }

    @Test func `canvases with equal cells and cursor are equal`() {
        var first = row(6)
        first.draw("中x", column: 0, row: 0)
        var second = row(6)
        second.draw("zzzz", column: 0, row: 0)
        second.draw("中x ", column: 0, row: 0)
        #expect(first == second)
        second.cursor = Point(column: 0, row: 0)
        #expect(first != second)
    }

    @Test(arguments: 0..<20)
    func `random drawing leaves no half of a character`(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var canvas = Canvas(size: TerminalSize(columns: 12, rows: 3))
        let texts = ["中文字", "abc", "é中", "🇫🇷x", "👨‍👩‍👧a", " ", "\u{301}中", "नि中"]
        for _ in 0..<500 {
            let column = Int.random(in: -4...14, using: &random)
            let row = Int.random(in: -1...3, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0: canvas.fill(Rect(column: column, row: row, columns: 3, rows: 2), style: .bold)
            case 1:
                canvas.restyle(Rect(column: column, row: row, columns: 3, rows: 2)) {
                    $0.attributes.formSymmetricDifference(.dim)
                }
            default:
                canvas.draw(
                    texts.randomElement(using: &random)!, column: column, row: row,
                    maxColumns: Bool.random(using: &random) ? nil : Int.random(in: 0...5, using: &random),
                    truncation: Bool.random(using: &random) ? .clip : .ellipsis)
            }
            for row in 0..<3 {
                for column in 0..<12 {
                    let next = canvas[column + 1, row]
                    switch canvas[column, row].width {
                    case 0: #expect(canvas[column - 1, row].width == 2)
                    case 2: #expect(column < 11 && next.width == 0 && next.style == canvas[column, row].style)
                    default: #expect(column == 11 || next.width != 0)
                    }
                }
            }
        }
    }
}
