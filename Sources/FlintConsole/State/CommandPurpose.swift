public import InspectorKit

/// Why the console sent a command, and so what is to be done with its result.
public enum CommandPurpose: Sendable, Hashable {
    /// The user changed something; the change can be undone.
    case change
    /// The user took back a change.
    case undo
    /// The user made a change again that was taken back.
    case redo
    /// The user performed an action.
    case perform(ActionInvocation)
    /// The user started or answered an authorisation flow.
    case flow
}
