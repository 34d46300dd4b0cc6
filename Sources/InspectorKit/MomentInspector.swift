#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    public import Foundation
#endif

/// A running app as it was after one of its events: it takes no commands, and nothing changes in it.
package protocol MomentInspector: ScratchInspector {
    /// The last event that had happened.
    var event: UInt64 { get }
    /// When the next event happened, up to which lines of the log and commands belong to the moment.
    var end: Date { get }
}

extension MomentInspector {
    /// No commands.
    package var commands: [Command] { [] }

    /// The open action stacks, which no event holds.
    package func stacks() -> [StackSnapshot] { [] }

    /// The events up to the moment.
    package func events(after id: UInt64) -> [EventRecord] { original.events(after: id).filter { $0.id <= event } }

    /// The lines of the log up to the next event.
    package func logLines(after id: UInt64) -> [LogLine] { original.logLines(after: id).filter { $0.date < end } }

    /// What commands had done by then.
    package func history() -> [HistoryEntry] { original.history().filter { $0.date < end } }

    /// Refuses a command.
    package func send(_ command: Command, completion: @escaping @Sendable (CommandResult) -> Void) {
        completion(.past)
    }

    /// Returns itself, in which every command is refused.
    package func scratch() -> any ScratchInspector { self }

    /// Does nothing: what was does not change.
    package func refresh(features: [String], facts: [FactReference]) {}

    /// Returns an observation of nothing.
    package func observe(_ handler: @escaping @Sendable () -> Void) -> InspectorObservation { InspectorObservation {} }
}
