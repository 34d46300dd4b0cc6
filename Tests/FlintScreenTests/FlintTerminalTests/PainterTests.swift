import FlintTestSupport
import Foundation
import Testing

@testable import FlintTerminal

/// A painter whose terminal is a file, so that a test can read the output bytes.
@MainActor
final class PaintedFile {
    let painter: Painter
    private let file: UnsafeMutablePointer<FILE>
    private let null = FileHandle(forUpdatingAtPath: "/dev/null")!
    private var position: off_t = 0

    init(
        columns: Int = 80, rows: Int = 24, term: String = "xterm-256color", usesColor: Bool = true,
        usesUTF8: Bool = true
    ) throws {
        setlocale(LC_CTYPE, usesUTF8 ? "C.UTF-8" : "C")
        file = try #require(tmpfile())
        painter = try #require(
            Painter(
                term: term, input: null.fileDescriptor, output: fileno(file), usesColor: usesColor,
                usesUTF8: usesUTF8))
        painter.resize(to: TerminalSize(columns: columns, rows: rows))
    }

    /// Ends curses and removes the file.
    func close() {
        painter.close()
        fclose(file)
    }

    /// Returns the bytes that were sent since the last call.
    func sent() -> String {
        var result: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = pread(fileno(file), &buffer, buffer.count, position), count > 0 {
            result += buffer[..<count]
            position += count
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Returns the text of a row in curses, without trailing blanks.
    func text(row: Int) -> String {
        var line = ""
        var column = 0
        while column < painter.size.columns, let cell = painter.contents(column: column, row: row) {
            line += cell.text
            column += max(1, DisplayWidth.of(cell.text))
        }
        while line.last == " " { line.removeLast() }
        return line
    }

    func canvas() -> Canvas { Canvas(size: painter.size) }
}

extension CursesTests {
    @MainActor
    struct PainterTests {
        @Test func `the painted canvas matches the contents of curses`() throws {
            let terminal = try PaintedFile(columns: 40, rows: 4)
            defer { terminal.close() }
            var canvas = terminal.canvas()
            canvas.draw(
                "💎 中文 e\u{301} ok", column: 2, row: 1,
                style: Style(foreground: .indexed(208), attributes: [.bold, .italic]))
            canvas.draw(
                "dim", column: 0, row: 3, style: Style(background: .ansi(4), attributes: [.dim, .underline, .reverse]))
            terminal.painter.paint(canvas)
            #expect(terminal.text(row: 1) == "  💎 中文 e\u{301} ok")
            let first = try #require(terminal.painter.contents(column: 2, row: 1))
            #expect(first.attributes == [.bold, .italic] && first.colors == (208, -1))
            let second = try #require(terminal.painter.contents(column: 0, row: 3))
            #expect(second.attributes == [.dim, .underline, .reverse] && second.colors == (-1, 4))
            #expect(terminal.painter.contents(column: 40, row: 0) == nil)
        }

        @Test func `painting an unchanged canvas sends no bytes`() throws {
            let terminal = try PaintedFile()
            defer { terminal.close() }
            var canvas = terminal.canvas()
            canvas.draw("text", column: 3, row: 3)
            terminal.painter.synchronizesOutput = true
            terminal.painter.paint(canvas)
            #expect(terminal.sent().contains("text"))
            terminal.painter.paint(canvas)
            #expect(terminal.sent().isEmpty)
        }

        @Test func `painting one changed cell sends a few bytes`() throws {
            let terminal = try PaintedFile(columns: 120, rows: 40)
            defer { terminal.close() }
            var canvas = terminal.canvas()
            for row in 0..<40 { canvas.draw(String(repeating: "abcdefghij", count: 12), column: 0, row: row) }
            terminal.painter.paint(canvas)
            _ = terminal.sent()
            canvas.draw("X", column: 60, row: 20)
            terminal.painter.paint(canvas)
            let bytes = terminal.sent()
            #expect(bytes.contains("X") && bytes.utf8.count <= 12)
        }

        @Test func `a frame is bracketed when the terminal synchronizes output`() throws {
            let terminal = try PaintedFile()
            defer { terminal.close() }
            var canvas = terminal.canvas()
            canvas.draw("a", column: 0, row: 0)
            terminal.painter.paint(canvas)
            #expect(!terminal.sent().contains("2026"))
            terminal.painter.synchronizesOutput = true
            canvas.draw("b", column: 0, row: 0)
            canvas.cursor = Point(column: 5, row: 5)
            terminal.painter.paint(canvas)
            let bytes = terminal.sent()
            #expect(bytes.hasPrefix("\u{1B}[?2026h") && bytes.hasSuffix("\u{1B}[?2026l"))
        }

        @Test func `the cursor is at the canvas's position or hidden`() throws {
            let terminal = try PaintedFile()
            defer { terminal.close() }
            var canvas = terminal.canvas()
            terminal.painter.paint(canvas)
            #expect(terminal.sent().contains("\u{1B}[?25l"))
            canvas.cursor = Point(column: 4, row: 2)
            terminal.painter.paint(canvas)
            let shown = terminal.sent()
            #expect(shown.contains("\u{1B}[?25h") || shown.contains("\u{1B}[?12l\u{1B}[?25h"))
            #expect(shown.contains("\u{1B}[3;5H"))
            canvas.cursor = Point(column: 500, row: -3)
            terminal.painter.paint(canvas)
            #expect(terminal.sent().contains("\u{1B}[?25l"))
        }

        @Test func `a new size repaints everything`() throws {
            let terminal = try PaintedFile(columns: 20, rows: 5)
            defer { terminal.close() }
            var canvas = terminal.canvas()
            canvas.draw("before", column: 0, row: 0)
            terminal.painter.paint(canvas)
            _ = terminal.sent()
            terminal.painter.resize(to: TerminalSize(columns: 30, rows: 8))
            #expect(terminal.painter.size == TerminalSize(columns: 30, rows: 8))
            canvas = terminal.canvas()
            canvas.draw("before", column: 0, row: 0)
            canvas.draw("corner", column: 24, row: 7)
            terminal.painter.paint(canvas)
            let bytes = terminal.sent()
            #expect(bytes.contains("before") && bytes.contains("corne"))
            #expect(terminal.text(row: 7).hasSuffix("corner"))
            terminal.painter.resize(to: TerminalSize(columns: 30, rows: 8))
            terminal.painter.paint(canvas)
            #expect(terminal.sent().isEmpty)
            terminal.painter.resize(to: TerminalSize(columns: 25, rows: 8))
            terminal.painter.paint(terminal.canvas())
            #expect((0..<8).allSatisfy { terminal.text(row: $0) == "" })
        }

        @Test func `a blank canvas is also painted after a new size or a pause`() throws {
            let terminal = try PaintedFile(columns: 20, rows: 5)
            defer { terminal.close() }
            terminal.painter.paint(terminal.canvas())
            _ = terminal.sent()
            terminal.painter.resize(to: TerminalSize(columns: 30, rows: 8))
            terminal.painter.paint(terminal.canvas())
            #expect(!terminal.sent().isEmpty)
            terminal.painter.pause()
            terminal.painter.resume()
            _ = terminal.sent()
            terminal.painter.paint(terminal.canvas())
            #expect(!terminal.sent().isEmpty)
        }

        @Test func `black is a color different from the default`() throws {
            let terminal = try PaintedFile(columns: 20, rows: 1)
            defer { terminal.close() }
            var canvas = terminal.canvas()
            canvas.draw("a", column: 0, row: 0, style: Style(foreground: .ansi(0)))
            canvas.draw("b", column: 1, row: 0, style: Style(background: .ansi(0)))
            terminal.painter.paint(canvas)
            #expect(terminal.painter.contents(column: 0, row: 0)?.colors ?? (9, 9) == (0, -1))
            #expect(terminal.painter.contents(column: 1, row: 0)?.colors ?? (9, 9) == (-1, 0))
        }

        @Test(arguments: [(1, 1), (2, 1), (1, 2), (3, 3), (300, 2)])
        func `canvases of any size are painted without trapping`(_ columns: Int, _ rows: Int) throws {
            let terminal = try PaintedFile()
            defer { terminal.close() }
            terminal.painter.resize(to: TerminalSize(columns: columns, rows: rows))
            for size in [terminal.painter.size, TerminalSize(columns: 80, rows: 24), TerminalSize(columns: 0, rows: 0)]
            {
                var canvas = Canvas(size: size)
                canvas.drawBox(canvas.bounds, title: "title")
                canvas.draw("中文 text", column: 0, row: 0)
                canvas.cursor = Point(column: 70, row: 20)
                terminal.painter.paint(canvas)
            }
            #expect(terminal.painter.size == TerminalSize(columns: columns, rows: rows))
        }

        @Test func `a canvas of another size is clipped without half characters`() throws {
            let terminal = try PaintedFile(columns: 4, rows: 2)
            defer { terminal.close() }
            var canvas = Canvas(size: TerminalSize(columns: 10, rows: 5))
            canvas.draw("abc中文", column: 0, row: 0)
            canvas.draw("last", column: 0, row: 4)
            terminal.painter.paint(canvas)
            #expect(terminal.text(row: 0) == "abc")
            #expect(terminal.text(row: 1) == "")
        }

        @Test func `random canvases match the contents of curses`() throws {
            let terminal = try PaintedFile(columns: 24, rows: 4)
            defer { terminal.close() }
            var random = SplitMix64(seed: 7)
            let texts = ["中文字", "abc", "é中x", "e\u{301}", "   ", "한글", "──┐"]
            let styles: [Style] = [.plain, .bold, Style(foreground: .ansi(2)), Style(background: .indexed(30))]
            var canvas = terminal.canvas()
            for _ in 0..<400 {
                for _ in 0..<3 {
                    canvas.draw(
                        texts.randomElement(using: &random)!, column: Int.random(in: -2...24, using: &random),
                        row: Int.random(in: 0..<4, using: &random), style: styles.randomElement(using: &random)!)
                }
                terminal.painter.paint(canvas)
                #expect((0..<4).map(terminal.text(row:)) == canvas.lines)
            }
            _ = terminal.sent()
        }

        @Test func `clusters that libc measures differently keep their cells`() throws {
            let terminal = try PaintedFile(columns: 20, rows: 5)
            defer { terminal.close() }
            var canvas = terminal.canvas()
            canvas.draw("🇫🇷|", column: 0, row: 0)
            canvas.draw("\u{1FAE9}|", column: 0, row: 1)
            canvas.draw("नि|", column: 0, row: 2)
            canvas.draw("\u{2630}|", column: 0, row: 4)
            canvas.draw("👨‍👩‍👧|", column: 0, row: 3)
            terminal.painter.paint(canvas)
            #expect(terminal.text(row: 0) == "FR|")
            // The character must not take one cell, whether or not the system's libc treats it as wide.
            let halves = (0..<2).map { terminal.painter.contents(column: $0, row: 4)?.text }
            #expect(halves == ["\u{FFFD}", " "] || (halves[0] == "\u{2630}" && halves[1] != " "))
            for row in 0..<5 {
                let next = terminal.painter.contents(column: 2, row: row)
                #expect(next?.text == "|", "row \(row)")
                #expect(terminal.text(row: row).unicodeScalars.last == "|")
            }
        }

        @Test(arguments: [("xterm-256color", false), ("vt100", true)])
        func `attributes remain without colors`(_ term: String, _ usesColor: Bool) throws {
            let terminal = try PaintedFile(term: term, usesColor: usesColor)
            defer { terminal.close() }
            var canvas = terminal.canvas()
            canvas.draw("x", column: 0, row: 0, style: Style(foreground: .ansi(1), attributes: [.bold, .reverse]))
            terminal.painter.paint(canvas)
            #expect(terminal.painter.colors == 0)
            #expect(terminal.painter.contents(column: 0, row: 0)?.attributes == [.bold, .reverse])
            #expect(!terminal.sent().contains("[31m"))
        }

        @Test func `text stays readable when color pairs run out`() throws {
            let terminal = try PaintedFile(term: "xterm")
            defer { terminal.close() }
            #expect(terminal.painter.colors == 8)
            var canvas = terminal.canvas()
            for foreground in 0..<8 {
                for background in 0..<8 {
                    canvas.draw(
                        "x", column: foreground, row: background,
                        style: Style(foreground: .ansi(UInt8(foreground)), background: .ansi(UInt8(background))))
                }
            }
            canvas.draw("y", column: 20, row: 0, style: Style(foreground: .ansi(5)))
            terminal.painter.paint(canvas)
            #expect(terminal.painter.contents(column: 3, row: 4)?.text == "x")
            #expect(terminal.text(row: 0).hasSuffix("y"))
        }

        @Test func `a terminal of 256 colors uses more than 32,767 pairs`() throws {
            let terminal = try PaintedFile(columns: 256, rows: 130)
            defer { terminal.close() }
            var canvas = terminal.canvas()
            for background in 0..<130 {
                for foreground in 0..<256 {
                    canvas.draw(
                        "x", column: foreground, row: background,
                        style: Style(foreground: .indexed(UInt8(foreground)), background: .indexed(UInt8(background))))
                }
            }
            terminal.painter.paint(canvas)
            #expect(terminal.painter.contents(column: 255, row: 129)?.colors ?? (0, 0) == (255, 129))
        }

        @Test func `only ASCII is sent without UTF-8`() throws {
            let terminal = try PaintedFile(columns: 20, rows: 3, usesUTF8: false)
            defer { terminal.close() }
            var canvas = terminal.canvas()
            canvas.drawBox(canvas.bounds, title: "té…")
            canvas.draw("中 🇫🇷 ●▸", column: 1, row: 1)
            terminal.painter.paint(canvas)
            #expect(terminal.text(row: 0) == "+ t?. " + String(repeating: "-", count: 13) + "+")
            #expect(terminal.text(row: 1).hasPrefix("|?? FR *>") || terminal.text(row: 1).hasPrefix("|?  FR *>"))
            #expect(terminal.sent().utf8.allSatisfy { $0 < 0x80 })
        }

        @Test func `resuming after a pause repaints everything`() throws {
            let terminal = try PaintedFile(columns: 20, rows: 3)
            defer { terminal.close() }
            var canvas = terminal.canvas()
            canvas.draw("still here", column: 0, row: 0)
            terminal.painter.paint(canvas)
            _ = terminal.sent()
            terminal.painter.pause()
            #expect(terminal.sent().contains("\u{1B}[?1049l"))
            terminal.painter.resume()
            terminal.painter.repaint()
            let bytes = terminal.sent()
            #expect(bytes.contains("\u{1B}[?1049h") && bytes.contains("still here"))
            terminal.painter.repaint()
            #expect(terminal.sent().contains("still here"))
        }
    }
}
