public import InspectorKit

/// Why the console sent a command, and so what is to be done with its result.
public enum CommandPurpose: Sendable, Hashable {
    /// The user changed something; the change can be undone.
    case change
    /// The user took back a change, which is described here.
    case undo(String)
    /// The user made a change again that was taken back, which is described here.
    case redo(String)
    /// The user performed an action.
    case perform(ActionInvocation)
    /// The user started or answered an authorisation flow.
    case flow
}
