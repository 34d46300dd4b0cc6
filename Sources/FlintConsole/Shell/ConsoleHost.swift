// SPDX-License-Identifier: MIT

import FlintFoundation
import FlintTerminal
import FlintWorld

/// The settings and functions that a program provides to the console that it opens.
package struct ConsoleHost {
    package var keymap = Keymap.standard
    package var options = ConsoleOptions()
    /// The place to restore from the previous launch.
    package var place: ConsolePlace?
    package var shellCommands: [ShellCommand] = []
    /// The program and the options that select the app, or `nil` if changes are not shown as command lines.
    package var invocation: ShellInvocation?
    package var rules = WarningRules()
    package var files = ConsoleFiles()
    /// A function that returns the stage for scenarios in the first app, or `nil` if none can be played.
    package var scenarioStage: (@MainActor () -> ScriptPlayer.Stage)?
    /// The function that opens a line of source code in an editor.
    ///
    /// The screen is lent to the editor.
    package var openEditor: (@MainActor (_ location: CodeLocation, _ screen: any Screen) -> EditorOutcome)?
    /// A function that returns the absolute path of a location's source file.
    ///
    /// The function is called on another thread, once for each file. If the property is `nil`, source code is not
    /// linked.
    package var findSource: SourceLinks.Finder?
    /// A function that receives each command sent to the app, together with its result, on any thread.
    ///
    /// The function is not called while another app is shown instead of the first one.
    package var onCommand: (@Sendable (Command, CommandResult) -> Void)?
    let timeZone: DisplayTimeZone
    let changeInterval: Double
    let patience: Int?
    let now: @MainActor () -> Date

    /// Creates a host with the standard keys and settings.
    ///
    /// - Parameters:
    ///   - timeZone: The time zone in which dates are shown.
    ///   - changeInterval: The minimum time in seconds between two frames for changes in the app. Keys are always
    ///     handled immediately.
    ///   - patience: The maximum time in seconds that scripts and text sessions wait for a command, or `nil` for no
    ///     limit.
    ///   - now: A closure that returns the current date. Warnings compare the dates of a running app with it.
    package init(
        timeZone: DisplayTimeZone = .local, changeInterval: Double = 0.1, patience: Int? = 10,
        now: @escaping @MainActor () -> Date = { Date() }
    ) {
        (self.timeZone, self.changeInterval, self.patience, self.now) = (timeZone, changeInterval, patience, now)
    }

    @MainActor
    func environment(on screen: any Screen, canTravel: Bool) -> ConsoleEnvironment {
        ConsoleEnvironment(
            size: screen.size, colors: screen.capabilities.colors, usesUTF8: screen.capabilities.usesUTF8,
            timeZone: timeZone, savesReports: files.saveReport != nil, exportsTests: files.exportTest != nil,
            recording: files.recorder.map { $0.path.map(CommandRecording.file) ?? .none } ?? .unsupported,
            playsScenarios: scenarioStage != nil, canTravel: canTravel, shellCommands: shellCommands,
            invocation: invocation)
    }
}

package struct ConsoleFiles {
    package struct CommandRecorder {
        /// The path of the file in which commands are recorded from the start, or `nil` to start without recording.
        let path: String?
        let start: @MainActor (_ path: String) -> FileOutcome
        /// A function that ends the recording, and returns the reason if the file is incomplete.
        let end: @MainActor () -> String?

        package init(
            path: String?, start: @escaping @MainActor (String) -> FileOutcome, end: @escaping @MainActor () -> String?
        ) {
            (self.path, self.start, self.end) = (path, start, end)
        }
    }

    /// The function that saves an app's report at a path, or `nil` if reports cannot be saved.
    ///
    /// The function returns the outcome and the absolute path. If the report was not saved, it returns the given path.
    package var saveReport: (@MainActor (_ app: any Inspector, _ path: String) -> (path: String, outcome: FileOutcome))?
    /// The function that writes a test of an event in a new file, or `nil` if tests cannot be written.
    ///
    /// The parameters are an inspector of the moment after the event, the event's number, the name of the recording or
    /// `nil` for a running app, and the file's path.
    package var exportTest:
        (
            @MainActor (_ moment: any Inspector, _ event: UInt64, _ recording: String?, _ path: String) -> FileOutcome
        )?
    package var recorder: CommandRecorder?
    /// The function that saves the changes of the last minutes as a scenario, or `nil` if scenarios cannot be written.
    ///
    /// If `minutes` is `nil`, the scenario contains all changes in the history.
    package var saveScenario: (@MainActor (_ app: any Inspector, _ minutes: Int?, _ path: String) -> FileOutcome)?

    /// Writes a file, and returns its path and the outcome.
    ///
    /// The path of a saved report is absolute.
    @MainActor
    func write(
        _ file: ConsoleFile, to path: String, of app: any Inspector, _ connection: ShellConnection
    ) -> (path: String, outcome: FileOutcome) {
        let unsupported = FileOutcome.failed("Such a file cannot be written from here")
        guard !FileManager.default.fileExists(atPath: path) else { return (path, .taken) }
        switch file {
        case .report: return saveReport.map { $0(app, path) } ?? (path, unsupported)
        case .recording: return (path, recorder?.start(path) ?? unsupported)
        case .scenario(let minutes): return (path, saveScenario?(app, minutes, path) ?? unsupported)
        case .test(let event):
            guard let exportTest else { return (path, unsupported) }
            do {
                let moment = try connection.inspector(after: event)
                return (path, exportTest(moment, event, try connection.app.readModel().status.recording?.name, path))
            } catch {
                return (path, .failed(String(describing: error)))
            }
        }
    }
}
