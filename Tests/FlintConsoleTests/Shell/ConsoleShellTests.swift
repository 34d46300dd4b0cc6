import Foundation
import InspectorKit
import TerminalKit
import Testing

@testable import FlintConsole

@MainActor
struct ConsoleShellTests {
    private let inspector = FakeInspector()
    private let terminal = MemoryTerminal(size: TerminalSize(columns: 120, rows: 40))

    /// Starts a console and counts how often it ends.
    private func start() -> (shell: ConsoleShell, exits: Exits) {
        let shell = ConsoleShell(screen: terminal, inspector: inspector, timeZoneOffset: 0, changeInterval: 0)
        let exits = Exits()
        shell.start { exits.count += 1 }
        return (shell, exits)
    }

    /// How often a console ended.
    @MainActor final class Exits {
        var count = 0
    }

    @Test func theFirstFrameIsDrawnAtOnceAndOnce() {
        let (shell, _) = start()
        #expect(terminal.frameCount == 1)
        #expect(terminal.canvas.lines[3].contains("> ▾ Podcasts"))
        #expect(shell.state.screen == .features)
    }

    @Test func aBatchOfKeysIsOneFrame() {
        let (shell, _) = start()
        terminal.send(KeyPress.sequence("jjj5123").map(TerminalEvent.key))
        #expect(terminal.frameCount == 2)
        #expect(shell.state.screen == .permissions)
        #expect(inspector.refreshCount == 1)
    }

    @Test func aKeyThatChangesNothingSendsNothing() {
        _ = start()
        terminal.type("k")
        #expect(terminal.frameCount == 1)
    }

    @Test func aCommandsResultIsInTheSameFrame() {
        _ = start()
        terminal.type("2G")
        let frames = terminal.frameCount
        terminal.type("b")
        #expect(terminal.frameCount == frames + 1)
        #expect(terminal.canvas.lines[0].contains("● 1 override"))
        #expect(terminal.canvas.lines[38].contains("Premium subscription overridden as purchased"))
    }

    @Test func aStoresClockThatRunsIsReadWithEveryKeyAndNothingIsListedAgain() {
        inspector.change { $0 = .busy }
        let (shell, _) = start()
        let lists = inspector.listCount
        terminal.type("2")
        let before = shell.state.model.status.store?.now
        terminal.type("j")
        #expect(shell.state.model.status.store?.now != before)
        #expect(inspector.listCount == lists)
        #expect(shell.state.screen == .purchases)
    }

    @Test func previewsAreThereBeforeTheFirstLook() {
        _ = start()
        terminal.type("2G")
        #expect(!terminal.canvas.lines.joined().contains("not known yet"))
    }

    @Test func whatTheAppDoesArrivesWithoutAKey() async {
        let (shell, _) = start()
        inspector.change { $0.log(.advisory, "by itself") }
        inspector.change { $0.log(.advisory, "and again") }
        await settle { shell.state.log.items.count == 2 }
        #expect(terminal.canvas.lines[38].contains("and again"))
        #expect(terminal.frameCount == 2)
    }

    @Test func changesFromOtherThreadsAreCollectedOnTheMainActor() async {
        let (shell, _) = start()
        let inspector = inspector
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask { inspector.change { $0.log(.advisory, "thing \(number)") } }
            }
        }
        await settle { shell.state.log.items.count == 50 }
        #expect(shell.state.log.items.map(\.id) == Array(1...50))
    }

    @Test func aScreenIsOpenedAndHiddenFromAnyThread() async {
        let (shell, _) = start()
        let presenter = shell.presenter
        await Task.detached { presenter.show(.timeline) }.value
        await settle { shell.state.screen == .timeline }
        #expect(shell.state.screen == .timeline)
        await Task.detached { presenter.hide() }.value
        await settle { shell.state.screen == .features }
        #expect(shell.state.screen == .features)
    }

    @Test func quittingGivesTheTerminalBackAndStopsListening() {
        let (shell, exits) = start()
        terminal.type("q")
        #expect(terminal.isClosed)
        #expect(exits.count == 1)
        #expect(inspector.observerCount == 0)
        shell.presenter.show(.timeline)
        #expect(shell.state.screen == .features)
    }

    @Test func keysAfterQuitInTheSameBatchAreIgnored() {
        let (_, exits) = start()
        terminal.send(KeyPress.sequence("q2Gbq").map(TerminalEvent.key))
        #expect(exits.count == 1)
        #expect(inspector.sent.isEmpty)
    }

    @Test func afterASuspensionTheFrameIsSentAgain() {
        _ = start()
        terminal.type("<ctrl-z>")
        #expect(terminal.suspendCount == 1)
        let frames = terminal.frameCount
        terminal.send([.resumed])
        #expect(terminal.frameCount == frames + 1)
    }

    @Test func aResizeIsDrawnInTheNewSize() {
        _ = start()
        terminal.resize(to: TerminalSize(columns: 80, rows: 24))
        #expect(terminal.canvas.size == TerminalSize(columns: 80, rows: 24))
        terminal.resize(to: TerminalSize(columns: 1, rows: 1))
        #expect(terminal.canvas.size == TerminalSize(columns: 1, rows: 1))
    }

    @Test func aKeyThatMeansNothingRings() {
        _ = start()
        terminal.type("Z")
        #expect(terminal.ringCount == 1)
    }

    /// Gives the main queue turns until something has come about, or so many that it never will.
    private func settle(_ isDone: () -> Bool) async {
        for _ in 0..<100_000 where !isDone() { await Task.yield() }
    }
}
