// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// A console without a screen, which prints lines and reads commands at a prompt.
///
/// It is for screen readers, slow connections, and terminals that cannot move their cursor. It prints neither escape
/// sequences nor box characters, and leaves line editing to the terminal. It has the same commands as the console with
/// a screen: a ``LinearSession`` translates a typed line into steps, and a ``ConsoleShell`` takes them. The console is
/// idle until the user types a line or the app changes.
///
/// Create the console, create a shell with it as the screen, and call ``run(_:input:)`` instead of the shell's `start`
/// method.
@MainActor
package final class LinearConsole: Screen {
    /// The size at which the screens are laid out.
    ///
    /// The width is large enough that no text is cut off. Printed lines wrap at the width of the terminal.
    package let size = TerminalSize(columns: 400, rows: 40)
    package let capabilities = TerminalCapabilities(colors: 0, usesUTF8: false)

    private let columns: @MainActor () -> Int
    private let write: @MainActor (String) -> Bool
    private let showsPrompt: Bool
    private var session = LinearSession()
    private weak var shell: ConsoleShell?
    private var input: LineInput?
    private var handler: (@MainActor ([TerminalEvent]) -> Void)?
    private var lines: [String] = []
    private var hasInputEnded = false
    private var isBusy = true
    private var isPrompting = false
    private var hasAnswered = false

    /// Creates a console.
    ///
    /// - Parameters:
    ///   - columns: A function that returns the current width of the output.
    ///   - showsPrompt: Whether a prompt is printed, because the user types the lines.
    ///   - write: A function that writes text, and returns `false` if the reader has closed the output.
    package init(
        columns: @escaping @MainActor () -> Int, showsPrompt: Bool, write: @escaping @MainActor (String) -> Bool
    ) {
        self.columns = columns
        self.showsPrompt = showsPrompt
        self.write = write
    }

    /// Runs a console until the user quits it or the input ends.
    ///
    /// - Parameters:
    ///   - shell: A shell whose screen is this console.
    ///   - input: The input that delivers the lines, or `nil` if the caller passes them to ``answer(_:)``.
    ///   - onExit: A closure that is called once, at the end.
    package func run(_ shell: ConsoleShell, input: LineInput? = nil, onExit: @escaping @MainActor () -> Void) {
        self.shell = shell
        shell.onUpdate = { [weak self] in self?.report() }
        shell.start(onExit: onExit)
        self.input = input
        input?.start { [weak self] lines, hasEnded in
            self?.lines += lines
            self?.hasInputEnded = hasEnded
            // The prompt of the user's shell belongs on a new line.
            if hasEnded, self?.isPrompting == true { _ = self?.write("\n") }
            self?.readLines()
        }
        // Lines that arrive before the app's state wait, because reading a line requires the state.
        Task { @MainActor in
            _ = await shell.settle()
            becomeIdle()
        }
    }

    package func answer(_ line: String) async {
        guard let shell, shell.isRunning else { return }
        isPrompting = false
        hasAnswered = false
        // The line can name a feature or a persona, so this step requests the data that is needed to find them.
        shell.take([LinearStep(.prepare)])
        let steps = session.read(line, in: shell.state)
        if steps.isEmpty { report() } else { shell.take(steps) }
        let isSettled = await shell.settle()
        guard shell.isRunning, !hasAnswered, !line.isEmpty else { return }
        show([isSettled ? "Nothing has changed." : "The command is still running."])
    }

    private func readLines() {
        guard !isBusy else { return }
        isBusy = true
        Task { @MainActor in
            while !lines.isEmpty, shell?.isRunning == true { await answer(lines.removeFirst()) }
            becomeIdle()
        }
    }

    private func becomeIdle() {
        isBusy = false
        guard shell?.isRunning == true else { return }
        if !lines.isEmpty {
            readLines()
        } else if hasInputEnded {
            handler?([.inputEnded])
        } else {
            prompt()
        }
    }

    private func report() {
        guard let shell else { return }
        show(session.report(shell.state))
    }

    private func show(_ lines: [String]) {
        guard !lines.isEmpty else { return }
        hasAnswered = true
        let columns = max(20, columns())
        // If a prompt is on the current line, the lines begin below it, and the prompt is printed again after them.
        var text = isPrompting ? "\n" : ""
        for line in lines {
            let indent = min(line.prefix { $0 == " " }.count + 2, columns / 2)
            for part in StyledLine(line).wrapped(to: columns, indent: indent) {
                text += part.text.trimmingTrailingSpaces + "\n"
            }
        }
        guard write(text) else { return end() }
        if isPrompting { prompt() }
    }

    private func end() {
        // `show` can run inside an update of the shell, so the console quits after that update.
        Task { @MainActor in handler?([.inputEnded]) }
    }

    private func prompt() {
        guard showsPrompt, let shell else { return }
        isPrompting = true
        let question =
            switch shell.state.inputMode {
            case .choices, .overriding, .sources, .flow: "choice"
            case .form: "answer"
            case .cramped, .help, .palette, .filter, .screen: ""
            }
        if !write("\(question)> ") { end() }
    }

    // MARK: Screen

    package func start(_ handler: @escaping @MainActor ([TerminalEvent]) -> Void) { self.handler = handler }

    package func present(_ canvas: Canvas) {}

    package func redraw() {}

    package func suspend() {}

    package func lend(to body: () -> Void) { body() }

    package func close() { handler = nil }

    package func ring() {}

    package func notify(title: String, text: String) {}

    package func copy(_ text: String) -> Bool {
        // A linear console prints the text. The lines are not wrapped, so that they can be copied from the terminal.
        hasAnswered = true
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return write(lines.map { TextSanitizer.sanitized(String($0)) + "\n" }.joined())
    }
}
