// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// An input to the console's state machine.
///
/// The ``ConsoleShell`` collects events from the terminal, the inspector, and other threads, and passes them to
/// ``ConsoleState/update(_:)`` on the main actor. Many events report the result of an earlier ``ConsoleEffect``.
package enum ConsoleEvent: Sendable, Hashable {
    case terminal(TerminalEvent)
    case linear(LinearStep)
    /// A complete model of the app, which replaces the previous one.
    case listed(AppModel)
    /// The changes since the last complete model or the last event of this kind.
    case changed(ModelChanges)
    /// The requested parts of the app, which may be incomplete.
    case answered(Sync.Want, News)
    /// The what-if session, and the complete app after its commands.
    case tried(WhatIf, World)
    /// The forecast effects of commands that only the app can plan.
    case planned([Command], [CommandPlan])
    case impact(FactImpact)
    case facts([FactEntry])
    /// New events, oldest first.
    case events([EventRecord])
    case warnings([GateWarning])
    /// New lines of the app's log, oldest first.
    case logLines([LogLine])
    case missing(ConsoleQuestion, reason: String)
    case commandFinished(Command, CommandPurpose, CommandResult)
    case matrix(AvailabilityMatrix, PersonaList)
    /// The explanation of the feature in the question, or `nil` if the persona does not fit the app.
    case personaExplained(ConsoleQuestion, PersonaExplanation?)
    case personas(PersonaList)
    /// The coverage of the app's gates, or the reason that it was not measured.
    case coverage(Result<CoverageReport, CoverageRefusal>)
    /// The progress of counting a feature's states, from 0 to 1.
    case counting(String, Double)
    /// The counted states of a feature, or `nil` if the count was stopped.
    case states(String, AvailableStates?)
    /// An action's request to show a screen.
    case open(ConsoleScreen)
    /// An action's request to return to the screen before the last ``open(_:)``.
    case hide
    /// The result of copying text. Text that is too long for the escape sequence is not sent to the terminal.
    case copied(String, title: String, wasSent: Bool)
    /// The result of writing a file. The path of a saved report is absolute.
    case written(ConsoleFile, path: String, FileOutcome)
    case edited(CodeLocation, EditorOutcome)
    /// The end of the recording of commands. The problem states why the file is incomplete.
    case recordingEnded(problem: String?)
    /// The result of traveling to the moment after an event, or to the present if the id is `nil`.
    case travelled(UInt64?, problem: String?)
    /// The differences between the moments after two events, or between one moment and the present if `to` is `nil`.
    ///
    /// The comparison is `nil` if there is a problem.
    case momentsCompared(from: UInt64, to: UInt64?, MomentComparison?, problem: String?)
    case sources(FoundSources)
    case stepPlayed
    /// The end of a scenario. The problem states the step that failed, and why.
    case playEnded(problem: String?)
    /// The opened source that replaces the shown one, with a remark for the user.
    case sourceOpened(AppSource, canTravel: Bool, note: String?)
    case sourceNotOpened(AppSource, reason: String)
    case sourceCompared(AppSource, WorldComparison, note: String?)
    case sourceNotCompared(AppSource, reason: String)
    case announce(String)

    var endsSourceTask: Bool {
        switch self {
        case .sources, .sourceOpened, .sourceNotOpened, .sourceCompared, .sourceNotCompared: true
        default: false
        }
    }

    /// Whether the event results from a change of the app.
    ///
    /// The change is read before the event is handled.
    var isResult: Bool {
        switch self {
        case .commandFinished, .open, .hide: true
        default: false
        }
    }

    func endsCount(of id: String?) -> Bool {
        switch self {
        case .states(id, _): true
        default: false
        }
    }
}

package enum ConsoleFile: Sendable, Hashable {
    case report
    case recording
    /// The changes of the last `minutes` minutes, or all changes in the history if the number is `nil`.
    case scenario(minutes: Int?)
    case test(event: UInt64)
}

package enum FileOutcome: Sendable, Hashable {
    /// The file was written. The sentence describes its content, or is empty.
    case complete(String = "")
    /// The file was written, but the app did not provide some of its parts. The sentence lists them with the reasons.
    case incomplete(String)
    /// There is already a file at the path, which was not changed.
    case taken
    case failed(String)
}

/// An error that reports too many features to measure coverage without blocking the console.
package struct CoverageRefusal: Error, Hashable {
    package static let limit = 2_000
}

package enum EditorOutcome: Sendable, Hashable {
    /// An editor has shown the file, or the console has no screen to lend and reports the file's path instead.
    case shown(path: String)
    case failed(String)
}

/// A side effect that the console's state machine requests.
///
/// ``ConsoleState/update(_:)`` returns effects, and the ``ConsoleShell`` carries them out in order. If an effect has a
/// result, the shell reports it as a ``ConsoleEvent``.
package enum ConsoleEffect: Sendable, Hashable {
    case send(Command, CommandPurpose)
    case ask(ConsoleQuestion)
    case countStates(String)
    case stopCounting
    /// Shows the app's recorded state after an event, or the present if the id is `nil`.
    case travel(UInt64?)
    case compareMoments(from: UInt64, to: UInt64?)
    case listSources
    /// Connects to an app or reads a recording, without showing it yet.
    case openSource(AppSource)
    case showSource
    case compareSource(AppSource)
    case play(ConsoleScript)
    case quit
    /// Restores the terminal and suspends the process until the user resumes it.
    case suspend
    /// Sends the complete screen again, in case another program has overwritten it.
    case redraw
    case copy(String, title: String)
    case write(ConsoleFile, path: String)
    case edit(CodeLocation)
    case endRecording
    case ring
    /// Shows a desktop notification, if the terminal supports it and is not in focus.
    case notify(String)
}

/// The reason the console sent a command.
///
/// The purpose is reported with the result and determines how the console handles it. For example, a refused action
/// opens a dialog, whereas a failed change is only announced.
package enum CommandPurpose: Sendable, Hashable {
    case change
    case perform(ActionInvocation)
    case flow
}

/// The properties of the terminal and of the console's host.
///
/// The environment does not change after the console has started, except for the size, which follows the window, and
/// the properties of the app that is shown.
package struct ConsoleEnvironment: Sendable, Hashable {
    package var size = TerminalSize(columns: 80, rows: 24)
    /// The number of colors that the terminal supports, or 0 for a monochrome terminal.
    package var colors = 256
    package var usesUTF8 = true
    package var timeZone = DisplayTimeZone.utc
    package var savesReports = true
    package var exportsTests = true
    package var recording = CommandRecording.none
    package var playsScenarios = true
    package var canTravel = false
    package var shellCommands: [ShellCommand] = []
    /// The program and the options that select the first app, or `nil` if changes are not shown as command lines.
    package var invocation: ShellInvocation?
}

package enum CommandRecording: Sendable, Hashable {
    case unsupported
    case none
    case file(String)
}
