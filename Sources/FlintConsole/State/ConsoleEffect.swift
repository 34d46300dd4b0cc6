public import InspectorKit

/// Something the console wants done that it cannot do as a value.
public enum ConsoleEffect: Sendable, Hashable {
    /// Send a command to the inspector; its result comes back as an event with the same purpose.
    case send(Command, CommandPurpose)
    /// Work out what a command would change; the answer comes back as an event.
    case preview(Command)
    /// Explain a feature, with plans to unlock it; the answer comes back as an event.
    case explain(String)
    /// Find the features that require a fact; the answer comes back as an event.
    case findUsage(FactReference)
    /// Read the open action stacks; the answer comes back as an event.
    case readStacks
    /// End the console and give the terminal back.
    case quit
    /// Give the terminal back until the shell continues the process.
    case suspend
    /// Draw the user's attention: a key did nothing.
    case ring
}
