import InspectorKit
import TerminalKit
import Testing

@testable import FlintConsole

/// Going to moments of the past, from the timeline and event by event.
@MainActor
struct TravelTests {
    private let inspector = FakeInspector()
    private let terminal = MemoryTerminal(size: TerminalSize(columns: 120, rows: 40))

    /// A console that can go to the app as it was when nothing had happened.
    private func start(_ find: MomentFinder?) -> ConsoleShell {
        inspector.change { $0 = .busy }
        let shell = ConsoleShell(
            screen: terminal, inspector: inspector, findMoment: find, timeZoneOffset: 0, changeInterval: 0)
        shell.start {}
        return shell
    }

    /// Why there is no moment.
    private struct Lost: Error, CustomStringConvertible {
        let description = "The journal cannot be read"
    }

    @Test func `every screen shows the moment until escape returns to now`() {
        let past = FakeInspector()
        var asked: [UInt64] = []
        let shell = start { event in
            asked.append(event)
            return past
        }
        let count = shell.state.model.overrides.count
        #expect(count > 0)
        terminal.type("5g@")
        #expect(asked.count == 1 && shell.state.isInThePast)
        #expect(shell.state.model.overrides.isEmpty)
        terminal.type("2")
        #expect(shell.state.model.overrides.isEmpty)
        terminal.send([.key(KeyPress(.escape))])
        #expect(!shell.state.isInThePast && shell.state.model.overrides.count == count)
        #expect(shell.state.announcement?.text == "Now")
    }

    @Test func `the timeline is gone through event by event, and the present is behind the last`() {
        var asked: [UInt64] = []
        let shell = start { event in
            asked.append(event)
            return FakeInspector()
        }
        let last = shell.state.lastEventID
        #expect(last > 1)
        terminal.type("<<")
        #expect(asked.count == 2 && asked.first == last && asked.last ?? last < last)
        terminal.type(">>")
        #expect(asked.count == 3 && asked.last == last && !shell.state.isInThePast)
        terminal.type(">")
        #expect(shell.state.announcement?.text == "This is the present")
    }

    @Test func `what is not recorded is reported, and the present stays`() {
        let shell = start { _ in throw Lost() }
        terminal.type("5g@")
        #expect(shell.state.announcement?.text == "The journal cannot be read" && !shell.state.isInThePast)
    }

    @Test func `without a journal the key says how to keep one`() {
        let shell = start(nil)
        terminal.type("5g@")
        #expect(shell.state.announcement?.text.contains("--journal FILE") == true)
        #expect(!shell.state.isInThePast)
    }
}
