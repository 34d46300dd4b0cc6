import FlintLocks
import FlintModel
import FlintTerminal
import FlintTestSupport
import FlintWorld
import Foundation
import Testing

@testable import FlintConsole

@MainActor
struct ConsoleShellTests {
    private let inspector = SampleApp()
    private let terminal = MemoryTerminal(size: TerminalSize(columns: 120, rows: 40))

    private func shell(_ inspector: SampleApp, on terminal: MemoryTerminal) -> ConsoleShell {
        ConsoleShell(
            screen: terminal, inspector: inspector,
            host: ConsoleHost(timeZone: .utc, changeInterval: 0, patience: nil, now: { SampleApp.start }))
    }

    private func start() -> (shell: ConsoleShell, exits: Exits) {
        let shell = shell(inspector, on: terminal)
        let exits = Exits()
        shell.start { exits.count += 1 }
        return (shell, exits)
    }

    @MainActor final class Exits {
        var count = 0
    }

    @Test func `the first frame is drawn once at the start`() {
        let (shell, _) = start()
        #expect(terminal.frameCount == 1)
        #expect(terminal.canvas.lines[5].contains(">       Dynamic speed"))
        #expect(shell.state.screen == .features)
    }

    @Test(arguments: ["/app/SleepTimer.swift", nil])
    func `links to source code have the address of the file, which is searched once`(path: String?) async {
        let terminal = MemoryTerminal(
            size: TerminalSize(columns: 120, rows: 40), capabilities: TerminalCapabilities(showsLinks: true))
        let location = CodeLocation(fileID: "App/SleepTimer.swift", line: 12)
        let notes = Declaration(link: "https://example.com/1", location: location)
        let shell = shell(.declared(notes), on: terminal)
        let searches = Protected(0)
        shell.host.findSource = { _ in
            searches.withLock { $0 += 1 }
            return path
        }
        shell.start {}
        #expect(terminal.canvas.links.map(\.address) == ["https://example.com/1"], "The file is not known yet.")
        #expect(await shell.settle())
        terminal.send(KeyPress.sequence("jj").map(TerminalEvent.key))
        let expected = [path.map { "file://\($0)#12" }, "https://example.com/1"].compactMap(\.self)
        #expect(terminal.canvas.links.map(\.address) == expected)
        #expect(searches.withLock { $0 } == 1)
    }

    @Test func `source code is searched only after the terminal confirms that it supports links`() async {
        let notes = Declaration(location: CodeLocation(fileID: "App/SleepTimer.swift", line: 12))
        let shell = shell(.declared(notes), on: terminal)
        let searches = Protected(0)
        shell.host.findSource = { _ in
            searches.withLock { $0 += 1 }
            return "/app/SleepTimer.swift"
        }
        shell.start {}
        #expect(await shell.settle())
        #expect(searches.withLock { $0 } == 0)
        terminal.capabilities.showsLinks = true
        terminal.send([.linksConfirmed])
        #expect(await shell.settle())
        #expect(terminal.canvas.links.map(\.address) == ["file:///app/SleepTimer.swift#12"])
    }

    @Test func `a batch of keys draws one frame`() {
        let (shell, _) = start()
        let reads = inspector.refreshCount
        terminal.send(KeyPress.sequence("jjj5123").map(TerminalEvent.key))
        #expect(terminal.frameCount == 2)
        #expect(shell.state.screen == .permissions)
        #expect(inspector.refreshCount == reads + 1)
    }

    @Test func `a key without an effect draws no frame`() {
        _ = start()
        terminal.type("g")
        #expect(terminal.frameCount == 2)
        terminal.type("k")
        #expect(terminal.frameCount == 2)
    }

    @Test func `a command's result is drawn in the frame of its key`() {
        _ = start()
        terminal.type("2G")
        let frames = terminal.frameCount
        terminal.type("b")
        #expect(terminal.frameCount == frames + 1)
        #expect(terminal.canvas.lines[0].contains("● 1 override"))
        #expect(terminal.canvas.lines[38].contains("Premium subsc…: overridden, purchased until removed"))
    }

    @Test func `a running store clock is refreshed with every key without a new list`() {
        let inspector = SampleApp.busy
        let shell = shell(inspector, on: terminal)
        shell.start {}
        let lists = inspector.listCount
        terminal.type("2")
        let before = shell.state.model.status.store?.now
        inspector.storeTime.pass(seconds: 1)
        terminal.type("j")
        #expect(shell.state.model.status.store?.now != before)
        #expect(inspector.listCount == lists)
        #expect(shell.state.screen == .purchases)
    }

    @Test func `previews are loaded before the first frame of a screen`() {
        _ = start()
        terminal.type("2G")
        #expect(!terminal.canvas.lines.joined().contains("not calculated yet"))
    }

    @Test func `changes in the app are drawn without a key press`() async {
        let (shell, _) = start()
        inspector.advise("by itself")
        inspector.advise("and again")
        await settle { shell.state.screens.timeline.tail.rows.fold.events.count == 2 }
        #expect(terminal.canvas.lines[38].contains("and again"))
        #expect(terminal.frameCount == 2)
    }

    @Test func `changes from other threads are collected on the main actor`() async {
        let (shell, _) = start()
        let inspector = inspector
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask { inspector.advise("thing \(number)") }
            }
        }
        await settle { shell.state.screens.timeline.tail.rows.fold.events.count == 50 }
        #expect(shell.state.screens.timeline.tail.rows.fold.events.map(\.id) == Array(1...50))
    }

    @Test func `a screen is shown and hidden from any thread`() async {
        let (shell, _) = start()
        let presenter = shell.presenter
        await Task.detached { presenter.show(.timeline) }.value
        await settle { shell.state.screen == .timeline }
        #expect(shell.state.screen == .timeline)
        await Task.detached { presenter.hide() }.value
        await settle { shell.state.screen == .features }
        #expect(shell.state.screen == .features)
    }

    @Test func `quitting closes the terminal and removes the observer`() {
        let (shell, exits) = start()
        terminal.type("q")
        #expect(terminal.isClosed)
        #expect(exits.count == 1)
        #expect(inspector.observerCount == 0)
        shell.presenter.show(.timeline)
        #expect(shell.state.screen == .features)
    }

    @Test func `keys after quit in the same batch are ignored`() {
        let (_, exits) = start()
        terminal.send(KeyPress.sequence("q2Gbq").map(TerminalEvent.key))
        #expect(exits.count == 1)
        #expect(inspector.sent.isEmpty)
    }

    @Test func `resuming after a suspension redraws the frame`() {
        _ = start()
        terminal.type("<ctrl-z>")
        #expect(terminal.suspendCount == 1)
        let frames = terminal.frameCount
        terminal.send([.resumed])
        #expect(terminal.frameCount == frames + 1)
    }

    @Test func `the screen is sent again on request`() {
        _ = start()
        terminal.type("<ctrl-l>")
        #expect(terminal.redrawCount == 1)
    }

    @Test func `a resize redraws in the new size`() {
        _ = start()
        terminal.resize(to: TerminalSize(columns: 80, rows: 24))
        #expect(terminal.canvas.size == TerminalSize(columns: 80, rows: 24))
        terminal.resize(to: TerminalSize(columns: 1, rows: 1))
        #expect(terminal.canvas.size == TerminalSize(columns: 1, rows: 1))
    }

    @Test func `an unbound key rings the bell`() {
        _ = start()
        terminal.type("Z")
        #expect(terminal.ringCount == 1)
    }

    /// Yields to the main actor until a condition is true, at most 100,000 times.
    private func settle(_ isDone: () -> Bool) async {
        for _ in 0..<100_000 where !isDone() { await Task.yield() }
    }
}
