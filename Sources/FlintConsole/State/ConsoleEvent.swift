import InspectorKit
import TerminalKit

/// Something the console reacts to.
package enum ConsoleEvent: Sendable, Hashable {
    /// The user did something at the terminal.
    case terminal(TerminalEvent)
    /// Everything there is was listed.
    case listed(AppModel)
    /// This has changed since the last list or the last changes.
    case changed(ModelChanges)
    /// A feature that an effect requested was explained; `nil` if it is no longer there.
    case explained(String, FeatureSnapshot?)
    /// The ids of the features that require a fact an effect asked about.
    case usage(FactReference, [String])
    /// What features can be found by, after an effect requested it.
    case featureTexts(FeatureTexts)
    /// The open action stacks, after an effect requested them.
    case stacks([StackSnapshot])
    /// These events happened after all that arrived before, oldest first.
    case events([EventRecord])
    /// These lines were written to the app's log after all that arrived before, oldest first.
    case logLines([LogLine])
    /// A command that an effect requested was carried out or refused.
    case commandFinished(Command, CommandPurpose, CommandResult)
    /// A preview that an effect requested was computed.
    case preview(Command, Preview)
    /// The features against personas, after an effect requested them.
    case matrix(AvailabilityMatrix, PersonaList)
    /// The share of a count of states that is done, after an effect requested the count.
    case counting(String, Double)
    /// The states of a feature were counted; `nil` if the count was stopped.
    case states(String, AvailableStates?)
    /// An action, rather than the user, requests a screen.
    case open(ConsoleScreen)
    /// An action, rather than the user, requests the screen from before `open`.
    case hide
    /// A text was sent to the terminal's clipboard, or was too long for that.
    case copied(String, title: String, wasSent: Bool)
    /// A report was saved under a path, or could not be, with the reason.
    case reportSaved(path: String, problem: String?)
    /// The app is shown as it was at an event, or as it is for `nil`, or it could not be, with the reason.
    case travelled(UInt64?, problem: String?)
    /// A message for the user, on one line.
    case announce(String)
}

/// Something the console wants done that it cannot do as a value.
package enum ConsoleEffect: Sendable, Hashable {
    /// Send a command to the inspector; its result comes back as an event with the same purpose.
    case send(Command, CommandPurpose)
    /// Work out what a command would change; the answer comes back as an event.
    case preview(Command)
    /// Explain a feature, with plans to unlock it; the answer comes back as an event.
    case explain(String)
    /// Find the features that require a fact; the answer comes back as an event.
    case findUsage(FactReference)
    /// Read what features can be found by besides what lists show; the answer comes back as an event.
    case readFeatureTexts
    /// Read the open action stacks; the answer comes back as an event.
    case readStacks
    /// Work out the features against personas; the answer comes back as an event.
    case readMatrix
    /// Count the states of a feature instead of those of another one; the answer comes back as an event.
    case countStates(String)
    /// Stop counting states.
    case stopCounting
    /// From now on, show the app as it would be and try commands on it instead of carrying them out.
    case openScratch
    /// Show the app as it is again, and carry out what was tried if it is to be applied.
    case leaveScratch(applies: Bool)
    /// Show the app as it was at an event, or as it is for `nil`; what came of it comes back as an event.
    case travel(UInt64?)
    /// End the console and give the terminal back.
    case quit
    /// Give the terminal back until the shell continues the process.
    case suspend
    /// Send the whole screen again, whatever the terminal shows now.
    case redraw
    /// Put a text on the terminal's clipboard; whether it could be sent comes back as an event with the title.
    case copy(String, title: String)
    /// Save a report of everything under a path; what came of it comes back as an event.
    case saveReport(path: String)
    /// Draw the user's attention: a key did nothing.
    case ring
}

/// Why the console sent a command, and so what is to be done with its result.
package enum CommandPurpose: Sendable, Hashable {
    /// The user changed something, or undid a change.
    case change
    /// The user performed an action.
    case perform(ActionInvocation)
    /// The user started or answered an authorization flow.
    case flow
}

/// What the console knows of the terminal it is shown on and of the place it is read in.
package struct ConsoleEnvironment: Sendable, Hashable {
    /// The size of the screen in cells.
    package var size: TerminalSize
    /// How many colours the terminal has; 0 for none.
    package var colors: Int
    /// Whether the terminal shows signs beyond ASCII.
    package var usesUTF8: Bool
    /// The seconds to add to universal time to get the time people read on their clocks.
    package var timeZoneOffset: Int
    /// Whether a report can be saved to a file.
    package var savesReports: Bool
    /// Whether the app can be shown as it was.
    package var canTravel: Bool

    /// Describes a terminal; by default one of a common size that can show everything, read in universal time.
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
