import Foundation
import Testing

@testable import FlintTerminal

extension CursesTests {
    @MainActor
    struct TerminalTests {
        @Test func `a descriptor that is not a terminal is refused`() throws {
            let null = try #require(FileHandle(forUpdatingAtPath: "/dev/null"))
            var options = TerminalOptions { _ in "xterm-256color" }
            options.input = null.fileDescriptor
            options.output = null.fileDescriptor
            #expect(throws: TerminalError.notATerminal(.input)) { try Terminal.open(options) }
        }

        @Test(arguments: ["", "nope", "unknown", "nope\u{1B}[2J"])
        func `the error for an unknown terminal type names the type`(_ term: String) {
            #expect(throws: TerminalError.unknownTerminal(term)) { try TerminalDescription.find(term, output: 1) }
        }

        @Test func `a terminal without cursor addressing is refused`() {
            #expect(throws: TerminalError.cannotAddressCursor("dumb")) {
                try TerminalDescription.find("dumb", output: 1)
            }
        }

        @Test(arguments: [
            ("xterm-256color", "xterm-256color"), ("vt100", "vt100"), ("foot-that-is-not-installed", "xterm-256color"),
            ("xterm-no-such-kind", "xterm-256color"),
        ])
        func `a known terminal without a description is treated as xterm`(_ term: String, _ name: String) throws {
            #expect(try TerminalDescription.find(term, output: 1).name == name)
        }

        @Test func `error descriptions are sanitized and suggest a fix`() {
            #expect("\(TerminalError.unknownTerminal("a\u{1B}[2J"))".contains("\"a␛[2J\""))
            #expect("\(TerminalError.unknownTerminal(""))".contains("TERM is not set"))
            #expect("\(TerminalError.cannotAddressCursor("dumb"))".contains("TERM=xterm-256color"))
            #expect("\(TerminalError.notATerminal(.output))".contains("standard output"))
        }

        @Test(.timeLimit(.minutes(20))) func `a terminal delivers keys and sizes and restores its modes`() async throws
        {
            let device = try PseudoTerminal(columns: 60, rows: 10)
            defer { device.close() }
            let before = device.modes()
            let terminal = try Terminal.open(device.options)
            #expect(throws: TerminalError.failed("the terminal is already open")) { try Terminal.open(device.options) }
            #expect(terminal.size == TerminalSize(columns: 60, rows: 10))
            let (stream, continuation) = AsyncStream.makeStream(of: [TerminalEvent].self)
            var batches = stream.makeAsyncIterator()
            terminal.start { continuation.yield($0) }

            var canvas = Canvas(size: terminal.size)
            canvas.draw("on the screen", column: 0, row: 0)
            terminal.present(canvas)
            let shown = device.received()
            #expect(shown.contains("\u{1B}[?1049h") && shown.contains("on the screen"))
            #expect(shown.hasSuffix("\u{1B}[?2004h\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?2026$p"))

            // A single write is one batch, including control keys, and the reply to the query is not an event.
            device.type("jk\u{3}\u{1A}\u{1B}[?2026;2$y\u{1B}[A")
            let keys = try #require(await batches.next())
            #expect(keys == ["j", "k", "ctrl-c", "ctrl-z", "up"].compactMap { KeyPress($0).map(TerminalEvent.key) })
            #expect(terminal.capabilities.synchronizesOutput)
            device.type("\u{1B}")
            #expect(await batches.next() == [.key(KeyPress(.escape))])

            // An unknown size is not a change.
            device.resize(columns: 0, rows: 0)
            kill(getpid(), SIGWINCH)
            device.type("x")
            #expect(await batches.next() == [.key(KeyPress(.character("x")))])
            device.resize(columns: 1, rows: 1)
            kill(getpid(), SIGWINCH)
            #expect(await batches.next() == [.resize(TerminalSize(columns: 1, rows: 1))])
            terminal.present(canvas)
            #expect(device.received().contains("\u{1B}[?2026h"))

            terminal.close()
            terminal.close()
            terminal.present(canvas)
            let left = device.received()
            #expect(left.contains("\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?2004l") && left.contains("\u{1B}[?1049l"))
            #expect(device.modes() == before)
        }

        @Test(.timeLimit(.minutes(20)))
        func `optional features are turned on after the first frame if the terminal confirms them`() async throws {
            let device = try PseudoTerminal(columns: 20, rows: 5)
            defer { device.close() }
            var options = device.options
            options.reportsColorScheme = true
            options.usesNotifications = true
            options.usesKeyboardProtocol = true
            let terminal = try Terminal.open(options)
            let (stream, continuation) = AsyncStream.makeStream(of: [TerminalEvent].self)
            var batches = stream.makeAsyncIterator()
            terminal.start { continuation.yield($0) }
            terminal.present(Canvas(size: terminal.size))
            #expect(
                device.received().hasSuffix(
                    "\u{1B}[?2026$p\u{1B}[?2031$p\u{1B}[?1004$p\u{1B}[?u\u{1B}[c"))

            device.type("\u{1B}[?2026;2$y\u{1B}[?2031;0$y\u{1B}[?1004;2$y\u{1B}[?0u\u{1B}[?62cj")
            #expect(await batches.next() == [.key(KeyPress(.character("j")))])
            let confirmed = device.received()
            #expect(confirmed == "\u{1B}[?1004h\u{1B}[>5u\u{1B}]11;?\u{1B}\\\u{1B}[>0q\u{1B}[c")
            #expect(terminal.capabilities.synchronizesOutput)

            device.type("\u{1B}]11;rgb:ff/ff/ff\u{1B}\\\u{1B}P>|kitty(0.35.2)\u{1B}\\\u{1B}[?62c\u{1B}[27u")
            #expect(await batches.next() == [.key(KeyPress(.escape)), .colorScheme(.light)])
            terminal.notify(title: "App", text: "in focus")
            #expect(device.received().isEmpty)
            device.type("\u{1B}[Oj")
            #expect(await batches.next() == [.key(KeyPress(.character("j")))])
            terminal.notify(title: "App", text: "out of focus")
            #expect(device.received() == "\u{1B}]9;App: out of focus\u{1B}\\")

            terminal.close()
            #expect(device.received().contains("\u{1B}[<u\u{1B}[?1004l"))
        }

        @Test(.timeLimit(.minutes(20)))
        func `links are written after the terminal states its name, and again only with their cells`() async throws {
            let device = try PseudoTerminal(columns: 20, rows: 5)
            defer { device.close() }
            var options = device.options
            options.usesLinks = true
            let terminal = try Terminal.open(options)
            let (stream, continuation) = AsyncStream.makeStream(of: [TerminalEvent].self)
            var batches = stream.makeAsyncIterator()
            terminal.start { continuation.yield($0) }
            var canvas = Canvas(size: terminal.size)
            canvas.draw("page", column: 2, row: 1, style: .bold)
            canvas.link(columns: 2..<6, row: 1, to: "https://example.org")
            terminal.present(canvas)
            #expect(device.received().hasSuffix("\u{1B}[?2026$p\u{1B}[c"))
            device.type("\u{1B}[?2026;0$y\u{1B}[?62c\u{1B}P>|foot(1.16)\u{1B}\\\u{1B}[?62cj")
            #expect(await batches.next() == [.key(KeyPress(.character("j"))), .linksConfirmed])
            let link =
                "\u{1B}7\u{1B}[2;3H\u{1B}[0;1m\u{1B}]8;;https://example.org\u{1B}\\page\u{1B}]8;;\u{1B}\\\u{1B}8"
            #expect(device.received().hasSuffix(link))

            canvas.draw("other", column: 2, row: 3)
            terminal.present(canvas)
            let frame = device.received()
            #expect(frame.contains("other") && !frame.contains("example.org"))
            let unlinked = canvas
            canvas.link(columns: 2..<7, row: 3, to: "https://example.net")
            terminal.present(canvas)
            #expect(device.received().contains("https://example.net"), "Only the links changed.")
            canvas = unlinked
            terminal.present(canvas)
            terminal.redraw()
            #expect(device.received().hasSuffix(link))
            canvas.draw("xx", column: 3, row: 1)
            terminal.present(canvas)
            #expect(!device.received().contains("example.org"), "Something was drawn over the link.")
            terminal.close()
        }

        @Test(.timeLimit(.minutes(20))) func `a disconnected terminal ends the input once`() async throws {
            let device = try PseudoTerminal(columns: 20, rows: 5)
            defer { device.close() }
            let terminal = try Terminal.open(device.options)
            defer { terminal.close() }
            let (stream, continuation) = AsyncStream.makeStream(of: [TerminalEvent].self)
            var batches = stream.makeAsyncIterator()
            terminal.start { continuation.yield($0) }
            device.hangUp()
            #expect(await batches.next() == [.inputEnded])
            terminal.present(Canvas(size: terminal.size))
        }

        @Test(.timeLimit(.minutes(20)))
        func `after the end of the input, no query is sent, and the terminal is restored`() async throws {
            let keyboard = try PseudoTerminal(columns: 20, rows: 5)
            let window = try PseudoTerminal(columns: 20, rows: 40)
            defer {
                keyboard.close()
                window.close()
            }
            var options = window.options
            options.input = keyboard.options.input
            let terminal = try Terminal.open(options)
            let (stream, continuation) = AsyncStream.makeStream(of: [TerminalEvent].self)
            var batches = stream.makeAsyncIterator()
            terminal.start { continuation.yield($0) }
            keyboard.hangUp()
            #expect(await batches.next() == [.inputEnded])

            // The response could not be read, and its descriptor's number may belong to another file by now.
            terminal.present(Canvas(size: terminal.size))
            let output = window.received()
            #expect(output.contains("\u{1B}[?2004h"))
            #expect(!output.contains("\u{1B}[?2026$p"))
            terminal.close()
            let before = TerminalEmulator.inUse(term: options.term, columns: 20, rows: 40)
            var after = before
            after.receive(output + window.received())
            #expect(after.differences(from: before).isEmpty)
        }

        @Test(.timeLimit(.minutes(20))) func `another program does not read the replies to queries`() throws {
            let device = try PseudoTerminal(columns: 20, rows: 5)
            defer { device.close() }
            var options = device.options
            options.usesLinks = true
            let terminal = try Terminal.open(options)
            terminal.start { _ in }
            terminal.present(Canvas(size: terminal.size))
            #expect(device.received().hasSuffix("\u{1B}[c"))
            device.type("\u{1B}[?2026;2$y\u{1B}[?62c\u{1B}P>|foot(1.16)\u{1B}\\\u{1B}[?62c")
            var pending: Int?
            terminal.lend { pending = device.pendingInput() }
            #expect(pending == 0)
            #expect(terminal.capabilities.synchronizesOutput && terminal.capabilities.showsLinks)
            terminal.close()
        }

        @Test func `a closed terminal can be opened again`() throws {
            let device = try PseudoTerminal(columns: 20, rows: 5)
            defer { device.close() }
            for text in ["first", "second", "third"] {
                let terminal = try Terminal.open(device.options)
                var canvas = Canvas(size: terminal.size)
                canvas.draw(text, column: 0, row: 0, style: .plain)
                terminal.present(canvas)
                terminal.close()
                #expect(device.received().contains(text))
            }
        }
    }
}
