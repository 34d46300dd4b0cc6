import InspectorKit
import TerminalKit

/// Plays a script in a console.
///
/// Each key is pressed once everything that the one before it has started is done, which the console announces; no step
/// waits for a length of time, except where the script is shown.
@MainActor
package final class ScriptPlayer {
    /// Where a script is played and what becomes of it.
    package struct Stage {
        /// Changes the size of the terminal; `nil` where its user decides.
        package var resize: (@MainActor (TerminalSize) -> Void)?
        /// Saves a screen under a file's name.
        package var save: @MainActor (_ name: String, _ content: String) throws -> Void
        /// Waits a number of seconds; `nil` for a script that is not shown.
        package var wait: (@MainActor (Double) async -> Void)?

        /// Carries out a command of the command line; `nil` where there is none.
        package var command: (@MainActor ([String]) async throws -> Void)?
        /// Finds a feature by what it is called; `nil` where there are none.
        package var feature: (@MainActor (String) throws -> FeatureSnapshot)?
        /// Called after each step that did not fail, once the console has nothing left to do.
        package var didPlay: (@MainActor (ConsoleScript.Step) throws -> Void)?

        /// Creates a stage whose size is fixed and on which nothing waits.
        package init(save: @escaping @MainActor (_ name: String, _ content: String) throws -> Void) {
            self.save = save
        }
    }

    /// How long a key is shown in a recording and on a terminal, in seconds.
    private static let keyTime = 0.12

    private let shell: ConsoleShell
    private let stage: Stage
    /// What is recorded, if something is.
    package private(set) var recording: TerminalRecording?

    /// Creates a player.
    ///
    /// - Parameters:
    ///   - shell: The console, which has been started.
    ///   - stage: Where the script is played.
    ///   - recording: A recording to add the frames to, if there is one.
    package init(_ shell: ConsoleShell, on stage: Stage, recording: TerminalRecording? = nil) {
        self.shell = shell
        self.stage = stage
        self.recording = recording
    }

    /// Plays a script.
    ///
    /// - Parameter script: The script.
    /// - Throws: ``ConsoleScriptError`` at the first step that fails; what is wrong with a file that cannot be saved.
    package func play(_ script: ConsoleScript) async throws {
        try await settle(at: 0)
        for step in script.steps {
            // A script may end the console; what follows then has no screen.
            guard shell.isRunning else {
                throw ConsoleScriptError(line: step.line, message: "The console has ended before this step")
            }
            try await play(step)
            try stage.didPlay?(step)
        }
        await wait(1)
    }

    private func play(_ step: ConsoleScript.Step) async throws {
        switch step.action {
        case .size(let size):
            stage.resize?(size)
            try await settle(at: step.line)
        case .keys(let keys):
            for key in keys where shell.isRunning {
                shell.receive([.key(key)])
                try await settle(at: step.line)
                await wait(Self.keyTime)
            }
        case .expect(let text):
            guard shell.text.contains(text) else { throw failure(at: step, "The screen does not have \"\(text)\"") }
        case .refuse(let text):
            guard !shell.text.contains(text) else { throw failure(at: step, "The screen has \"\(text)\"") }
        case .save(let name, let format):
            try stage.save(name, shell.picture(as: format))
        case .pause(let seconds):
            await wait(seconds)
        case .feature(let name, let availability): try check(name, availability, at: step)
        case .command(let words, let mayFail):
            guard let command = stage.command else {
                throw failure(at: step, "There is nothing to carry out commands")
            }
            do {
                try await command(words)
            } catch {
                // What is wrong with the line itself is wrong in any case.
                if !mayFail || (error as? ScriptFault)?.isMalformed == true {
                    throw ConsoleScriptError(line: step.line, message: Self.message(of: error))
                }
            }
            try await settle(at: step.line)
        }
    }

    private func check(
        _ name: String, _ availability: Expectations.Availability, at step: ConsoleScript.Step
    ) throws {
        guard let find = stage.feature else { throw failure(at: step, "There are no features") }
        let feature: FeatureSnapshot
        do {
            feature = try find(name)
        } catch {
            throw ConsoleScriptError(line: step.line, message: Self.message(of: error))
        }
        guard Expectations.Availability(feature.available) != availability else { return }
        throw ConsoleScriptError(
            line: step.line,
            message:
                "\(feature.name) is expected to be \(availability.rawValue). \(feature.sentence)")
    }

    private static func message(of error: any Error) -> String {
        (error as? ScriptFault)?.message ?? String(describing: error)
    }

    private func failure(at step: ConsoleScript.Step, _ message: String) -> ConsoleScriptError {
        ConsoleScriptError(line: step.line, message: message, screen: shell.text)
    }

    /// Waits until the console has nothing left to do, and records what it then shows.
    private func settle(at line: Int) async throws {
        guard await shell.settle() else {
            throw ConsoleScriptError(
                line: line, message: "The app was still busy after \(ConsoleShell.patience) seconds")
        }
        if let canvas = shell.canvas { recording?.add(canvas) }
    }

    private func wait(_ seconds: Double) async {
        recording?.wait(seconds)
        await stage.wait?(seconds)
    }
}

/// Why a command of a script was not carried out.
package struct ScriptFault: Error {
    /// What is wrong.
    package let message: String
    /// Whether the line can never be carried out, rather than not now.
    package let isMalformed: Bool

    /// Creates a fault.
    package init(_ message: String, isMalformed: Bool) {
        self.message = message
        self.isMalformed = isMalformed
    }
}

extension ConsoleShell {
    /// The text on the screen.
    fileprivate var text: String { canvas?.lines.joined(separator: "\n") ?? "" }

    /// Returns the screen as a file has it.
    fileprivate func picture(as format: ConsoleScript.Format) -> String {
        let canvas = canvas ?? Canvas(size: TerminalSize(columns: 0, rows: 0))
        switch format {
        case .svg: return CanvasPicture(canvas).svg(title: "\(state.model.status.appName) in the console")
        case .text:
            let looks = (0..<canvas.size.rows).map(canvas.attributeLine)
            return (canvas.lines + [String(repeating: "=", count: canvas.size.columns)] + looks)
                .joined(separator: "\n") + "\n"
        }
    }
}
