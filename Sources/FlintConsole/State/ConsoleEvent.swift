// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// An input to the console's state machine.
///
/// The ``ConsoleShell`` collects events from the terminal, the inspector, and other threads, and passes them to
/// ``ConsoleState/update(_:)`` on the main actor. Many events report the result of an earlier ``ConsoleEffect``.
package enum ConsoleEvent: Sendable, Hashable {
    case terminal(TerminalEvent)
    /// A step of a line that was typed in the linear console.
    case linear(LinearStep)
    /// A complete model of the app, which replaces the previous one.
    case listed(AppModel)
    /// The changes since the last complete model or the last event of this kind.
    case changed(ModelChanges)
    /// The requested parts of the app, which may be incomplete.
    case answered(Sync.Want, News)
    /// The what-if session, and the complete app after its commands.
    case tried(WhatIf, World)
    /// The forecast facts of commands that only the app can plan.
    case planned([Command], [CommandPlan])
    /// The features that are lost without a fact and gained with it.
    case impact(FactImpact)
    /// The facts of every kind.
    case facts([FactEntry])
    /// New events, oldest first.
    case events([EventRecord])
    /// The warnings about the app, which replace the previous ones.
    case warnings([GateWarning])
    /// New lines of the app's log, oldest first.
    case logLines([LogLine])
    /// The reason that a question has no answer.
    case missing(ConsoleQuestion, reason: String)
    case commandFinished(Command, CommandPurpose, CommandResult)
    case matrix(AvailabilityMatrix, PersonaList)
    /// The explanation of a feature that the question names, or `nil` if the persona does not fit the app.
    case personaExplained(ConsoleQuestion, PersonaExplanation?)
    case personas(PersonaList)
    /// The states of gates that the app has shown, or the reason that they were not evaluated.
    case coverage(Result<CoverageReport, CoverageRefusal>)
    /// The progress of counting a feature's states, from 0 to 1.
    case counting(String, Double)
    /// The counted states of a feature, or `nil` if the count was stopped.
    case states(String, AvailableStates?)
    /// An action's request to show a screen.
    case open(ConsoleScreen)
    /// An action's request to return to the screen before the last ``open(_:)``.
    case hide
    /// The result of copying text. Text that is too long for the escape sequence isn't sent to the terminal.
    case copied(String, title: String, wasSent: Bool)
    /// The result of writing a file. The path of a saved report is absolute.
    case written(ConsoleFile, path: String, FileOutcome)
    /// The result of opening a line of source code in an editor.
    case edited(CodeLocation, EditorOutcome)
    /// The end of the recording of commands. The problem states why the file is incomplete.
    case recordingEnded(problem: String?)
    /// The result of traveling to the moment after an event, or to the present if the id is `nil`.
    case travelled(UInt64?, problem: String?)
    /// The differences between the moments after two events, or between one moment and the present if `to` is `nil`.
    ///
    /// The comparison is `nil` if there is a problem.
    case momentsCompared(from: UInt64, to: UInt64?, MomentComparison?, problem: String?)
    /// The apps and recordings that the console can show, with sentences that explain which apps are missing.
    case sources([AppSource], notes: [String])
    /// An opened source, which replaces the shown one, with a remark for the user.
    case sourceOpened(AppSource, canTravel: Bool, note: String?)
    case sourceNotOpened(AppSource, reason: String)
    /// The differences from the shown app to another source, with a remark for the user about the other source.
    case sourceCompared(AppSource, WorldComparison, note: String?)
    case sourceNotCompared(AppSource, reason: String)
    case announce(String)

    /// Whether the event ends a search for sources, or an attempt to open one or to compare with one.
    var endsSourceTask: Bool {
        switch self {
        case .sources, .sourceOpened, .sourceNotOpened, .sourceCompared, .sourceNotCompared: true
        default: false
        }
    }

    /// Whether the event follows from a change of the app, which is read first.
    var isResult: Bool {
        switch self {
        case .commandFinished, .open, .hide: true
        default: false
        }
    }

    /// Returns whether the event ends the count of a feature's states.
    func endsCount(of id: String?) -> Bool {
        switch self {
        case .states(id, _): true
        default: false
        }
    }
}

/// A file that the console writes at a path that the user types.
package enum ConsoleFile: Sendable, Hashable {
    case report
    /// A scenario to which the following commands are added.
    case recording
    /// A test of the moment after an event.
    case test(event: UInt64)
}

/// The result of writing a ``ConsoleFile``.
package enum FileOutcome: Sendable, Hashable {
    /// The file was written. The sentence describes its content, or is empty.
    case complete(String = "")
    /// The file was written, but the app did not provide some of its parts. The sentence lists them with the reasons.
    case incomplete(String)
    /// The file was not written, for the given reason.
    case failed(String)
}

/// An app with so many features that evaluating all of its past states would block the console.
package struct CoverageRefusal: Error, Hashable {
    /// The maximum number of features whose coverage the console shows.
    package static let limit = 2_000
}

/// The result of opening a line of source code.
package enum EditorOutcome: Sendable, Hashable {
    /// An editor has shown the file, or the console has no screen to lend and the path stands for it.
    case shown(path: String)
    /// No editor has shown the file, for the given reason.
    case failed(String)
}

/// A side effect that the console's state machine requests.
///
/// ``ConsoleState/update(_:)`` returns effects, and the ``ConsoleShell`` carries them out in order. If an effect has a
/// result, the shell reports it as a ``ConsoleEvent``.
package enum ConsoleEffect: Sendable, Hashable {
    /// Sends a command to the inspector.
    ///
    /// The purpose is reported together with the result.
    case send(Command, CommandPurpose)
    case ask(ConsoleQuestion)
    case countStates(String)
    case stopCounting
    /// Shows the app's recorded state after an event, or the present if the id is `nil`.
    case travel(UInt64?)
    /// Compares the app's recorded states after two events, or the state after one event with the present.
    case compareMoments(from: UInt64, to: UInt64?)
    /// Finds the apps and recordings that the console can show.
    case listSources
    /// Connects to an app or reads a recording, without showing it yet.
    case openSource(AppSource)
    /// Closes the shown source and shows the opened one.
    case showSource
    /// Reads another source once, and compares the shown app with it.
    case compareSource(AppSource)
    case quit
    /// Restores the terminal and suspends the process until the user resumes it.
    case suspend
    /// Sends the complete screen again, in case another program has overwritten it.
    case redraw
    case copy(String, title: String)
    case write(ConsoleFile, path: String)
    /// Opens a line of source code in the user's editor.
    case edit(CodeLocation)
    case endRecording
    /// Rings the terminal's bell, usually because a key had no effect.
    case ring
    /// Shows a notification of the desktop, if the terminal supports it and is not in focus.
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
    package var size: TerminalSize
    /// The number of colors that the terminal supports, or 0 for a monochrome terminal.
    package var colors: Int
    /// Whether the terminal displays characters beyond ASCII.
    package var usesUTF8: Bool
    /// The time zone in which dates are shown.
    package var timeZone: DisplayTimeZone
    package var savesReports: Bool
    package var exportsTests: Bool
    package var recording: CommandRecording
    /// Whether past moments of the app can be shown.
    package var canTravel: Bool
    /// The commands of the command line that the palette offers, because the console has no equivalent.
    package var shellCommands: [ShellCommand]
    /// The program with the options that select the first app, or `nil` if changes have no command lines.
    package var invocation: ShellInvocation?

    /// Creates an environment, by default for a terminal with 80 by 24 cells and 256 colors, and in universal time.
    package init(
        size: TerminalSize = TerminalSize(columns: 80, rows: 24), colors: Int = 256, usesUTF8: Bool = true,
        timeZone: DisplayTimeZone = .utc, savesReports: Bool = true, exportsTests: Bool = true,
        recording: CommandRecording = .none,
        canTravel: Bool = false, shellCommands: [ShellCommand] = [], invocation: ShellInvocation? = nil
    ) {
        self.size = size
        self.colors = colors
        self.usesUTF8 = usesUTF8
        self.timeZone = timeZone
        self.savesReports = savesReports
        self.exportsTests = exportsTests
        self.recording = recording
        self.canTravel = canTravel
        self.shellCommands = shellCommands
        self.invocation = invocation
    }
}

/// A file in which the console records its commands.
package enum CommandRecording: Sendable, Hashable {
    case unsupported
    case none
    case file(String)
}
