import FlintInspectorTestSupport
import FlintLocks
import FlintTerminal
import FlintWorld
import Testing

@testable import FlintConsole

@MainActor
struct SourceSwitchTests {
    private let inspector = SampleApp()
    private let other = SampleApp("Weather")
    private let terminal = MemoryTerminal(size: TerminalSize(columns: 120, rows: 40))
    private let log = Log()

    private final class Log: Sendable {
        private let lines = Protected<[String]>([])
        var all: [String] { lines.withLock { $0 } }
        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    /// Starts a console for an app in its own process, or for an attached one.
    private func start(isLocal: Bool) -> ConsoleShell {
        let first =
            isLocal
            ? SourcesTests.local : AppSource(.running, target: "podcasts", title: "Podcasts", note: "", process: 11)
        let (log, inspector, other) = (log, inspector, other)
        let close: @Sendable () -> Void = { log.add("close Podcasts") }
        let sources = SourceProvider(
            initialSource: first, closeInitialSource: isLocal ? nil : close,
            findSources: { FoundSources([first, SourcesTests.weather, SourcesTests.journal]) },
            openSource: { source throws(SourceProvider.Failure) in
                log.add("open \(source.title)")
                guard source.kind == .running else { throw SourceProvider.Failure("The file is empty.") }
                return OpenedSource(
                    source: source, inspector: source.target == "weather" ? other : inspector, findMoment: nil,
                    close: { log.add("close \(source.title)") })
            },
            readWorld: { source throws(SourceProvider.Failure) in
                log.add("read \(source.title)")
                guard source.kind == .running else { throw SourceProvider.Failure("The file is empty.") }
                return (try SourceProvider.world(of: source.target == "weather" ? other : inspector), nil)
            })
        let shell = ConsoleShell(
            screen: terminal, inspector: inspector, sources: sources,
            host: ConsoleHost(timeZone: .utc, changeInterval: 0, patience: nil))
        shell.start {}
        return shell
    }

    private func choose(_ keys: String, _ shell: ConsoleShell) async {
        terminal.type("V")
        #expect(await shell.settle())
        terminal.type(keys)
        #expect(await shell.settle())
    }

    @Test func `an attached app is closed when another one is shown, and attached again later`() async {
        let shell = start(isLocal: false)
        terminal.type("2")
        await choose("<down><enter>", shell)
        #expect(log.all == ["open Weather", "close Podcasts"])
        #expect(terminal.canvas.lines[0].contains("Weather") && shell.state.screen == .features)
        #expect(inspector.observerCount == 0 && other.observerCount == 1)
        inspector.advise("from the previous app")
        #expect(await shell.settle())
        #expect(!terminal.canvas.lines.joined().contains("from the previous app"))
        terminal.type("2b")
        #expect(other.sent.count == 1 && inspector.sent.isEmpty)
        await choose("<up><enter>", shell)
        #expect(log.all == ["open Weather", "close Podcasts", "open Podcasts", "close Weather"])
        #expect(shell.state.screen == .purchases && other.observerCount == 0)
    }

    @Test func `the app of the console's own process stays open and is shown again`() async {
        let shell = start(isLocal: true)
        let presenter = shell.presenter
        var recorded = 0
        let log = log
        shell.host.onCommand = { _, _ in log.add("command") }
        terminal.type("5")
        await choose("<down><enter>", shell)
        #expect(!shell.showsFirstApp && log.all == ["open Weather"])
        // The app in the background neither opens screens here nor records the other app's commands.
        presenter.show(.logs)
        terminal.type("2b")
        #expect(await shell.settle())
        recorded = log.all.count { $0 == "command" }
        #expect(shell.state.screen == .purchases && recorded == 0)
        #expect(shell.place.screen == "timeline")
        await choose("<up><enter>", shell)
        #expect(shell.showsFirstApp && shell.state.screen == .timeline && log.all.last == "close Weather")
        presenter.show(.logs)
        #expect(await shell.settle())
        #expect(shell.state.screen == .logs)
    }

    @Test func `another app is read once for a comparison and not shown`() async {
        let shell = start(isLocal: true)
        other.own("premium")
        await choose("<down>=", shell)
        #expect(log.all == ["read Weather"] && shell.showsFirstApp && other.observerCount == 0)
        let text = terminal.canvas.lines.joined(separator: "\n")
        #expect(text.contains("Podcasts compared with Weather"))
        #expect(text.contains("Premium subscription: not purchased → purchased"))
        #expect(other.sent.isEmpty && inspector.sent.isEmpty)
    }

    @Test func `the comparison includes tried changes`() async {
        let shell = start(isLocal: true)
        terminal.type("W2<home>b:compare with weather")
        #expect(await shell.settle())
        terminal.type("<enter>")
        #expect(await shell.settle())
        let text = terminal.canvas.lines.joined(separator: "\n")
        #expect(text.contains("Podcasts with the tried changes compared with Weather"), "\(text)")
        #expect(inspector.sent.isEmpty)
    }

    @Test func `the app of the console's own process is compared without opening it again`() async {
        let shell = start(isLocal: true)
        await choose("<down><enter>", shell)
        other.own("premium")
        await choose("<home>=", shell)
        #expect(log.all == ["open Weather"])
        #expect(terminal.canvas.lines.joined().contains("Weather compared with Podcasts"))
    }

    @Test func `a source that cannot be read is reported, and the shown app stays`() async {
        let shell = start(isLocal: false)
        await choose("<down><down>=", shell)
        #expect(shell.state.messages.announcement?.text == "trip.jsonl cannot be compared: The file is empty.")
        #expect(log.all == ["read trip.jsonl"] && inspector.observerCount == 1)
    }

    @Test func `a source that cannot be opened leaves the console usable`() async {
        let shell = start(isLocal: true)
        await choose("<down><down><enter>", shell)
        #expect(shell.state.messages.announcement?.text == "trip.jsonl cannot be shown: The file is empty.")
        #expect(shell.showsFirstApp && inspector.observerCount == 1)
        terminal.type("2b")
        #expect(inspector.sent.count == 1)
    }
}
