import InspectorKit
import TerminalKit

/// An input of the console's state machine.
///
/// The ``ConsoleShell`` collects events from the terminal, the inspector, and other threads, and passes them to
/// ``ConsoleState/update(_:)`` on the main actor. Most events answer a ``ConsoleEffect`` of an earlier update.
package enum ConsoleEvent: Sendable, Hashable {
    case terminal(TerminalEvent)
    /// A complete model of the app, which replaces the previous one.
    case listed(AppModel)
    /// The changes since the last model or the last changes.
    case changed(ModelChanges)
    /// The explanation of a feature, or `nil` if the feature was removed.
    case explained(String, FeatureSnapshot?)
    /// The ids of the features that require a fact.
    case usage(FactReference, [String])
    case featureTexts(FeatureTexts)
    case stacks([StackSnapshot])
    /// New events, oldest first.
    case events([EventRecord])
    /// New lines of the app's log, oldest first.
    case logLines([LogLine])
    case commandFinished(Command, CommandPurpose, CommandResult)
    case preview(Command, Preview)
    case matrix(AvailabilityMatrix, PersonaList)
    /// The progress of counting a feature's states, from 0 to 1.
    case counting(String, Double)
    /// The counted states of a feature, or `nil` if the count was stopped.
    case states(String, AvailableStates?)
    /// A request of an action, rather than of the user, to show a screen.
    case open(ConsoleScreen)
    /// A request of an action to return to the screen before the last ``open(_:)``.
    case hide
    /// The result of copying a text, which fails if the text is too long for the terminal's clipboard.
    case copied(String, title: String, wasSent: Bool)
    /// The result of saving a report, with the problem if saving failed.
    case reportSaved(path: String, problem: String?)
    /// The result of a travel to the moment after an event, or to the present for `nil`.
    case travelled(UInt64?, problem: String?)
    case announce(String)
}

/// A side effect that the console's state machine requests.
///
/// ``ConsoleState/update(_:)`` returns effects, and the ``ConsoleShell`` carries them out in order. Where an effect has
/// a result, the result comes back as a ``ConsoleEvent``.
package enum ConsoleEffect: Sendable, Hashable {
    /// Sends a command to the inspector.
    ///
    /// The result comes back with the same purpose.
    case send(Command, CommandPurpose)
    /// Computes the effect of a command on features without carrying it out.
    case preview(Command)
    /// Explains a feature, including the plans to unlock it.
    case explain(String)
    case findUsage(FactReference)
    /// Reads the searchable texts of features that lists do not contain.
    case readFeatureTexts
    case readStacks
    case readMatrix
    case countStates(String)
    case stopCounting
    /// Starts a what-if session, in which commands change a copy of the app's state.
    case openScratch
    /// Ends the what-if session and, if requested, sends its commands to the app.
    case leaveScratch(applies: Bool)
    /// Shows the app as recorded after an event, or the present for `nil`.
    case travel(UInt64?)
    case quit
    /// Restores the terminal and suspends the process until the shell continues it.
    case suspend
    /// Sends the complete screen again, in case another program has written on it.
    case redraw
    case copy(String, title: String)
    case saveReport(path: String)
    /// Rings the terminal's bell, usually because a key had no effect.
    case ring
}

/// The reason the console sent a command.
///
/// The purpose is returned with the result and decides how the console handles it. A refused action, for example, leads
/// to a dialog, and a failed change only to an announcement.
package enum CommandPurpose: Sendable, Hashable {
    case change
    case perform(ActionInvocation)
    case flow
}

/// The properties of the terminal and of the console's host.
///
/// The environment is fixed when the console starts, except for the size, which follows the window.
package struct ConsoleEnvironment: Sendable, Hashable {
    package var size: TerminalSize
    /// The number of colors that the terminal supports, or 0 for a monochrome terminal.
    package var colors: Int
    /// Whether the terminal shows characters beyond ASCII.
    package var usesUTF8: Bool
    /// The seconds between universal time and the user's time zone.
    package var timeZoneOffset: Int
    package var savesReports: Bool
    /// Whether past moments of the app can be shown.
    package var canTravel: Bool

    /// Creates an environment, by default one with 80 by 24 cells, all capabilities, and universal time.
    package init(
        size: TerminalSize = TerminalSize(columns: 80, rows: 24), colors: Int = 256, usesUTF8: Bool = true,
        timeZoneOffset: Int = 0, savesReports: Bool = true, canTravel: Bool = false
    ) {
        self.size = size
        self.colors = colors
        self.usesUTF8 = usesUTF8
        self.timeZoneOffset = timeZoneOffset
        self.savesReports = savesReports
        self.canTravel = canTravel
    }
}
