import FlintTerminal
import FlintWorld
import Foundation
import Testing

@testable import FlintConsole

@MainActor
struct TravelTests {
    private let inspector = SampleApp.busy
    private let terminal = MemoryTerminal(size: TerminalSize(columns: 120, rows: 40))

    /// Starts a console that can travel back to the app's initial state.
    private func start(_ find: MomentFinder?) -> ConsoleShell {
        let shell = ConsoleShell(
            screen: terminal, inspector: inspector, findMoment: find,
            host: ConsoleHost(timeZone: .utc, changeInterval: 0, patience: nil))
        shell.start {}
        return shell
    }

    private struct Lost: Error, CustomStringConvertible {
        let description = "The journal cannot be read"
    }

    @Test func `every screen shows the moment until escape returns to now`() {
        let past = SampleApp()
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
        #expect(shell.state.messages.announcement?.text == "Back to now")
    }

    @Test func `the newest event of a moment is selected, and is not followed`() {
        let shell = start { _ in SampleApp() }
        terminal.type("5<<")
        let (selected, newest) = (
            shell.state.screens.timeline.tail.shown?.entry.id,
            shell.state.screens.timeline.tail.rows.fold.newestVisible?.id
        )
        #expect(selected != nil && selected == newest)
        #expect(!terminal.canvas.lines.joined().contains("following"))
    }

    @Test func `changes are tried on the displayed moment`() {
        let shell = start { _ in SampleApp() }
        terminal.type("5g@W2G<tab>b")
        #expect(shell.state.isInThePast && shell.state.app.whatIf?.changes.count == 1)
        #expect(shell.state.model.overrides.count == 1)
        terminal.type(">")
        #expect(shell.state.messages.announcement?.text.hasPrefix("Changes are tried on this moment") == true)
        terminal.type("Wl")
        #expect(shell.state.isInThePast && shell.state.app.whatIf == nil)
        #expect(shell.state.model.overrides.isEmpty && inspector.sent.isEmpty)
    }

    @Test func `keys that change the app are refused in the past`() {
        let shell = start { _ in SampleApp() }
        terminal.type("5g@2b")
        #expect(shell.state.messages.announcement?.text == "The past cannot be changed; W tries changes on a copy")
        #expect(inspector.sent.isEmpty)
    }

    @Test func `the first step back from the present leads to the second newest event`() {
        var asked: [UInt64] = []
        let shell = start { event in
            asked.append(event)
            return SampleApp()
        }
        let last = shell.state.lastEventID
        #expect(last > 2)
        terminal.type("<<")
        #expect(asked == [last - 1, last - 2])
        let shown = shell.state.screens.timeline.tail.rows.fold.newestVisible?.id
        #expect(shown == last - 2, "The last line does not name an event after the moment.")
        terminal.type(">>")
        #expect(asked == [last - 1, last - 2, last - 1, last] && shell.state.isInThePast)
        terminal.type(">")
        #expect(asked.count == 4 && !shell.state.isInThePast)
        #expect(shell.state.messages.announcement?.text == "Back to now")
        terminal.type(">")
        #expect(shell.state.messages.announcement?.text == "This is the present")
    }

    @Test func `a missing moment is reported, and the current state stays`() {
        let shell = start { _ in throw Lost() }
        terminal.type("5g@")
        #expect(shell.state.messages.announcement?.text == "The journal cannot be read" && !shell.state.isInThePast)
    }

    @Test func `without a journal, the key states how to record one`() {
        let shell = start(nil)
        terminal.type("5g@")
        #expect(shell.state.messages.announcement?.text.contains("--journal FILE") == true)
        #expect(!shell.state.isInThePast)
    }

    @Test func `a report has only one moment, and the reason names the remedy`() {
        var state = ConsoleState(environment: ConsoleEnvironment(canTravel: false))
        var model = inspector.readModel()
        var changes = ModelChanges(revision: model.revision)
        changes.status = model.status
        changes.status?.recording = RecordedMoment(
            name: "shop.json", event: 7, date: SampleApp.start, isLast: true)
        model.apply(changes)
        _ = state.update(.listed(model))
        #expect(
            state.reasonTravelNotAllowed
                == "This report contains only one moment; save another one to keep the moments of its events")
    }

    @Test func `later rows are omitted from the timeline and the log while the past is shown`() throws {
        let shell = start { _ in SampleApp() }
        let all = shell.state.screens.timeline.tail.count
        let logged = shell.state.screens.logs.tail.count
        terminal.type("5<<<")
        let event = try #require(shell.state.app.moment.event)
        let rows = shell.state.screens.timeline.tail.rows
        #expect(rows.count < all && rows.count > 0)
        #expect((0..<rows.count).allSatisfy { rows.row($0).map { $0.entry.id <= event } == true })
        #expect(shell.display.canvas?.lines.joined().contains("up to event \(event)") == true)
        #expect(shell.state.screens.logs.tail.count <= logged)
        let end = try #require(shell.state.endOfMoment)
        let log = shell.state.screens.logs.tail.rows
        #expect((0..<log.count).allSatisfy { log.row($0).map { $0.date < end } == true })
        terminal.type("7/e")
        #expect(shell.state.screens.logs.tail.rows.count <= log.count)
        terminal.send([.key(KeyPress(.escape)), .key(KeyPress(.escape))])
        #expect(!shell.state.isInThePast)
        #expect(shell.state.screens.timeline.tail.count == all && shell.state.screens.logs.tail.count == logged)
    }

    @Test func `the differences of a past moment from the present are listed`() throws {
        let shell = start { _ in SampleApp() }
        terminal.type("<O")
        let event = try #require(shell.state.app.moment.event)
        let dialog = try #require(choices(shell))
        #expect(dialog.title == "Differences from event \(event) to now")
        #expect(dialog.options.contains { $0.title.hasPrefix("override ") && $0.note.contains("to now") })
        #expect(dialog.options.allSatisfy { $0.intent == .close })
        #expect(dialog.body.first?.text == "The features differ because of" && dialog.body.count > 1)
    }

    /// The open dialog with choices, or `nil`.
    private func choices(_ shell: ConsoleShell) -> ChoiceDialog? {
        if case .choices(let dialog) = shell.state.dialog { dialog } else { nil }
    }

    @Test func `the selected moment is compared with the marked moment`() throws {
        var asked: [UInt64] = []
        let shell = start { event in
            asked.append(event)
            return asked.count == 1 ? SampleApp() : .busy
        }
        terminal.type("5G<space>")
        let last = try #require(shell.state.screens.timeline.marked)
        #expect(
            shell.state.messages.announcement?.text == "Event \(last) is marked: = compares the selected event with it")
        #expect(shell.display.canvas?.lines.joined().contains("event \(last) marked") == true)
        terminal.type("=")
        #expect(shell.state.messages.announcement?.text == "The selected event is the marked one: choose another")
        terminal.type("g=")
        let first = try #require(shell.state.selectedTimelineRow?.entry.event.id)
        #expect(asked == [first, last])
        let dialog = try #require(choices(shell))
        #expect(dialog.title == "Differences from event \(first) to event \(last)")
        #expect(dialog.options.contains { $0.title.hasPrefix("override ") } && !shell.state.isInThePast)
        #expect(dialog.body.first?.text == "The features differ because of" && dialog.body.count > 1)
        #expect(dialog.options.allSatisfy { $0.intent == .close })
    }

    @Test func `without a mark, the selected moment is compared with the present`() throws {
        let shell = start { _ in SampleApp() }
        terminal.type("5gmm")
        #expect(shell.state.screens.timeline.marked == nil)
        #expect(shell.state.messages.announcement?.text.hasSuffix("is no longer marked") == true)
        terminal.type("=")
        #expect(choices(shell)?.title.hasSuffix(" to now") == true)
    }

    @Test func `moments without differences are announced as such`() {
        let shell = start { _ in SampleApp.busy }
        terminal.type("5g=")
        #expect(shell.state.messages.announcement?.text.hasPrefix("No differences between event ") == true)
        #expect(shell.state.dialog == nil)
    }

    @Test func `a missing moment is reported instead of compared`() {
        let shell = start { _ in throw Lost() }
        terminal.type("5g=")
        #expect(shell.state.messages.announcement?.text == "The journal cannot be read")
    }

    @Test func `the time before the oldest stored event is reported as unknown`() {
        let shell = start { _ in SampleApp() }
        let first = shell.state.screens.timeline.tail.rows.fold.entries.flatMap(\.events).map(\.id).min() ?? 0
        for _ in 0..<300 { terminal.type("<") }
        #expect(shell.state.app.moment.event == first)
        let text = shell.state.messages.announcement?.text
        #expect(first > 1 ? text?.hasSuffix("the oldest recorded event") == true : text == "There is no earlier event")
    }
}
