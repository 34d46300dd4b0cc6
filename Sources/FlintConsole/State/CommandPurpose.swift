public import InspectorKit

/// Why the console sent a command, and so what is to be done with its result.
public enum CommandPurpose: Sendable, Hashable {
    /// The user changed something; the change can be undone.
    case change
    /// The user undid a change.
    case undo
    /// The user redid a change that was undone.
    case redo
    /// The user performed an action.
    case perform(ActionInvocation)
    /// The user started or answered an authorisation flow.
    case flow
}
