// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// Plays a ``ConsoleScript`` in a console.
///
/// The player presses a key only after the console has finished all work that the previous key started. It waits for a
/// fixed time only if the script is shown on a terminal. The ``Stage`` provides the operations that depend on the
/// environment, such as saving files and running commands.
@MainActor
package final class ScriptPlayer {
    /// The environment of a script: its terminal, its files, and its app.
    ///
    /// A function that the environment does not support is `nil`. Steps that need `resize` or `wait` are then skipped,
    /// and steps that need `command` or `feature` fail.
    package struct Stage {
        package var resize: (@MainActor (TerminalSize) -> Void)?
        package var save: @MainActor (_ name: String, _ content: String) throws -> Void
        /// A function that waits a number of seconds, or `nil` to play the script without waiting.
        package var wait: (@MainActor (Double) async -> Void)?

        package var command: (@MainActor ([String]) async throws -> Void)?
        package var feature: (@MainActor (String) throws -> FeatureSnapshot)?
        /// A function that is called after each successful step, once the console has finished all work.
        package var didPlay: (@MainActor (ConsoleScript.Step) throws -> Void)?

        /// Creates a stage with a fixed size that does not wait, run commands, or find features.
        package init(save: @escaping @MainActor (_ name: String, _ content: String) throws -> Void) {
            self.save = save
        }
    }

    /// The pause after each key in a recording or on a terminal, in seconds.
    private static let keyTime = 0.12

    private let shell: ConsoleShell
    private let stage: Stage
    package private(set) var recording: TerminalRecording?

    /// Creates a player for a console, which must be running.
    package init(_ shell: ConsoleShell, on stage: Stage, recording: TerminalRecording? = nil) {
        self.shell = shell
        self.stage = stage
        self.recording = recording
    }

    /// Plays the steps of a script in order until one fails.
    ///
    /// - Throws: ``ConsoleScriptError`` for the step that fails, or any error thrown by the stage's `save` or
    ///   `didPlay` function, or `CancellationError` if the task is canceled between two keys or steps.
    package func play(_ script: ConsoleScript) async throws {
        try await settle(at: 0)
        for step in script.steps {
            try Task.checkCancellation()
            // A step may quit the console. No screen then remains for the other steps.
            guard shell.isRunning else {
                throw ConsoleScriptError(line: step.line, message: "The console quit before this step")
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
                try Task.checkCancellation()
                shell.handle([.key(key)])
                try await settle(at: step.line)
                await wait(Self.keyTime)
            }
        case .expect(let text):
            guard shell.screenText.contains(text) else {
                throw failure(at: step, "The screen does not contain \"\(text.excerpt)\"")
            }
        case .refuse(let text):
            guard !shell.screenText.contains(text) else {
                throw failure(at: step, "The screen contains \"\(text.excerpt)\"")
            }
        case .save(let name, let format):
            try stage.save(name, shell.picture(as: format))
        case .pause(let seconds):
            await wait(seconds)
        case .feature(let name, let availability): try check(name, availability, at: step)
        case .command(let words, let mayFail):
            guard let command = stage.command else {
                throw failure(at: step, "Commands are not supported here")
            }
            do {
                try await command(words)
            } catch {
                // A malformed command is an error even if refusals are ignored.
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
        guard let find = stage.feature else { throw failure(at: step, "Features are not supported here") }
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
        ConsoleScriptError(line: step.line, message: message, screen: shell.screenText)
    }

    private func settle(at line: Int) async throws {
        guard await shell.settle() else {
            let limit = shell.host.patience.map { " after \($0) seconds" } ?? ""
            throw ConsoleScriptError(line: line, message: "The app was still busy\(limit)")
        }
        // Only frames of a settled console are recorded, so that the recording does not depend on timing.
        if let canvas = shell.display.canvas { recording?.add(canvas) }
    }

    private func wait(_ seconds: Double) async {
        recording?.wait(seconds)
        await stage.wait?(seconds)
    }
}

/// An error that a ``ScriptPlayer/Stage`` throws for a failed command or an unknown feature.
package struct ScriptFault: Error {
    package let message: String
    /// Whether the command is malformed rather than refused in the current state.
    package let isMalformed: Bool

    package init(_ message: String, isMalformed: Bool) {
        self.message = message
        self.isMalformed = isMalformed
    }
}

extension ConsoleShell {
    fileprivate var screenText: String { display.canvas?.lines.joined(separator: "\n") ?? "" }

    fileprivate func picture(as format: ConsoleScript.Format) -> String {
        let canvas = display.canvas ?? Canvas(size: TerminalSize(columns: 0, rows: 0))
        switch format {
        case .svg: return CanvasPicture(canvas).svg(title: "\(state.model.status.appName) in the console")
        case .text:
            let looks = (0..<canvas.size.rows).map(canvas.attributeLine)
            return (canvas.lines + [String(repeating: "=", count: canvas.size.columns)] + looks)
                .joined(separator: "\n") + "\n"
        }
    }
}
