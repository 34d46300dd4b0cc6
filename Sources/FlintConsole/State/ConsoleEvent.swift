public import InspectorKit
public import TerminalKit

/// Something the console reacts to.
public enum ConsoleEvent: Sendable, Hashable {
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
    /// An action, rather than the user, requests a screen.
    case open(ConsoleScreen)
    /// An action, rather than the user, requests the screen from before `open`.
    case hide
    /// A message for the user, on one line.
    case announce(String)
}
