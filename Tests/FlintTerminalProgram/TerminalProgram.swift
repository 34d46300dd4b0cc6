import Dispatch
import FlintTerminal

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A program that opens its terminal and waits for its end, for tests of the terminal's state afterward.
///
/// Its argument selects its behavior: `hold` reads keys, `ask` also asks the terminal for its optional features, `alone`
/// never reads a key, and `flood` draws endlessly. The keys `q`, `x`, and `!` end the program, Ctrl-Z suspends it, and `d`
/// lends its terminal.
@main
@MainActor
struct TerminalProgram {
    static func main() {
        let kind = CommandLine.arguments.dropFirst().first ?? "hold"
        do {
            var options = TerminalOptions()
            options.reportsColorScheme = kind == "ask"
            options.usesNotifications = kind == "ask"
            options.usesKeyboardProtocol = kind == "ask"
            options.usesLinks = kind == "ask"
            let terminal = try Terminal.open(options)
            printNow("printed meanwhile")
            show("ready \(terminal.size)", on: terminal)
            if kind != "alone" { terminal.start { react(to: $0, on: terminal) } }
            if kind == "flood" { flood(terminal, 0) }
            dispatchMain()
        } catch {
            print(error)
            exit(64)
        }
    }

    /// Draws text in the first row and places the cursor after it.
    private static func show(_ text: String, on terminal: Terminal) {
        var canvas = Canvas(size: terminal.size)
        let used = canvas.draw(text, column: 1, row: 0)
        canvas.cursor = Point(column: 1 + used, row: 0)
        let last = terminal.size.rows - 1
        if last > 0 {
            let style = Style(foreground: .ansi(1), background: .ansi(4), attributes: [.bold, .underline])
            canvas.draw("last row", column: 0, row: last, style: style)
            canvas.link(columns: 0..<8, row: last, to: "https://example.org")
        }
        terminal.present(canvas)
    }

    /// Reacts to some keys, and draws the description of every other event.
    private static func react(to events: [TerminalEvent], on terminal: Terminal) {
        for event in events {
            switch event {
            case .key(KeyPress(.character("q"))):
                terminal.close()
                exit(0)
            case .key(KeyPress(.character("x"))): exit(3)
            case .key(KeyPress(.character("!"))): fatalError("ended on purpose")
            case .key(KeyPress(.character("z"), .control)): terminal.suspend()
            case .key(KeyPress(.character("d"))): terminal.lend { printNow("lent") }
            case .resumed:
                printNow("printed meanwhile")
                show("\(event)", on: terminal)
            case .key, .paste, .pasteProblem, .mouse, .resize, .colorScheme, .linksConfirmed, .inputEnded:
                show("\(event)", on: terminal)
            }
        }
    }

    private static func printNow(_ text: String) {
        print(text)
        fflush(nil)
    }

    /// Draws full screens that each differ from the previous one.
    private static func flood(_ terminal: Terminal, _ round: Int) {
        var canvas = Canvas(size: terminal.size)
        for row in 0..<canvas.size.rows {
            canvas.draw(String(repeating: "\((round + row) % 10)", count: canvas.size.columns), column: 0, row: row)
        }
        terminal.present(canvas)
        DispatchQueue.main.async { flood(terminal, round + 1) }
    }
}
