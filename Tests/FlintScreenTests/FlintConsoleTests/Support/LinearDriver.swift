import FlintTerminal
import FlintWorld

@testable import FlintConsole

/// A linear console on a sample app, whose lines are typed by a test.
@MainActor
final class LinearDriver {
    let app: SampleApp
    let shell: ConsoleShell
    private let console: LinearConsole
    /// The output, with the typed lines after a prompt.
    private(set) var transcript = ""
    private(set) var exits = 0

    /// Opens a console.
    ///
    /// - Parameters:
    ///   - app: The app.
    ///   - columns: The width of the output.
    ///   - showsPrompt: Whether the console prints its own prompt, as on a terminal.
    ///   - sources: The other apps and recordings, or `nil` for none.
    init(
        _ app: SampleApp = SampleApp(), columns: Int = 80, showsPrompt: Bool = false,
        sources: SourceProvider? = nil
    ) {
        self.app = app
        let output = Output()
        console = LinearConsole(columns: { columns }, showsPrompt: showsPrompt) { output.driver?.write($0) ?? true }
        var keymap = Keymap.standard
        keymap.namesCommands = true
        var host = ConsoleHost(timeZone: .utc, changeInterval: 0, patience: nil, now: { SampleApp.start })
        host.keymap = keymap
        host.files.saveReport = { _, path in (path, .complete()) }
        host.shellCommands = [ShellCommand(name: "lint", text: "flint lint", summary: "Check the requirements.")]
        shell = ConsoleShell(screen: console, inspector: app, sources: sources, host: host)
        output.driver = self
        console.run(shell) { [weak self] in self?.exits += 1 }
    }

    private final class Output {
        weak var driver: LinearDriver?
    }

    private func write(_ text: String) -> Bool {
        transcript += text
        return true
    }

    /// Types lines, each after the previous one was answered.
    ///
    /// - Returns: The output since the first line.
    @discardableResult
    func type(_ lines: String...) async -> String { await type(lines) }

    @discardableResult
    func type(_ lines: [String]) async -> String {
        let start = transcript.count
        for line in lines {
            transcript += "> \(line)\n"
            await console.answer(line)
        }
        return String(transcript.dropFirst(start))
    }

    /// Yields to the main actor until a condition is true, at most 100,000 times.
    func settle(_ isDone: () -> Bool) async {
        for _ in 0..<100_000 where !isDone() { await Task.yield() }
    }
}
