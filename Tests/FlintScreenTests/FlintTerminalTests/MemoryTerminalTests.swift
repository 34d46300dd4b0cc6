import FlintTerminal
import Testing

@MainActor
struct MemoryTerminalTests {
    @Test func `events are delivered in batches`() {
        let terminal = MemoryTerminal(size: TerminalSize(columns: 10, rows: 2))
        var batches: [[TerminalEvent]] = []
        terminal.send([.resumed])
        terminal.start { batches.append($0) }
        terminal.send([.resumed, .inputEnded])
        terminal.type("a<ctrl-r>")
        terminal.resize(to: TerminalSize(columns: 5, rows: 1))
        #expect(
            batches == [
                [.resumed, .inputEnded], [.key(KeyPress(.character("a")))], [.key(KeyPress(.character("r"), .control))],
                [.resize(TerminalSize(columns: 5, rows: 1))],
            ])
        #expect(terminal.size == TerminalSize(columns: 5, rows: 1))
    }

    @Test func `the last presented canvas is kept`() {
        let terminal = MemoryTerminal(size: TerminalSize(columns: 10, rows: 1))
        #expect(terminal.canvas == Canvas(size: terminal.size))
        var canvas = Canvas(size: terminal.size)
        canvas.draw("hi", column: 0, row: 0)
        terminal.present(canvas)
        #expect(terminal.canvas.lines == ["hi"])
        #expect(terminal.frameCount == 1)
    }

    @Test func `a closed terminal delivers no events and presents no canvas`() {
        let terminal = MemoryTerminal(size: TerminalSize(columns: 10, rows: 1))
        var count = 0
        terminal.start { _ in count += 1 }
        terminal.close()
        terminal.close()
        terminal.type("x")
        terminal.present(Canvas(size: terminal.size))
        #expect(terminal.isClosed && count == 0 && terminal.frameCount == 0)
    }
}
