#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The beginning or the end of one action.
public struct TimelineEntry: Sendable, Identifiable, CustomStringConvertible {
    /// Which of the two it is.
    public enum Kind: Sendable, Hashable {
        /// The action was about to be performed.
        case begin
        /// The action had answered.
        case complete
    }

    /// The number of the event in the journal.
    public let id: UInt64
    /// When it happened.
    public let date: Date
    /// Which of the two it is.
    public let kind: Kind
    /// The action, its feature, its input and its session.
    public let action: ActionRecord
    /// How it ended, at the end.
    public let outcome: ActionPerformOutcome?
    /// How long it took, at the end.
    public let duration: Duration?

    /// The entry for an event, or `nil` if the event is not about an action.
    init?(_ event: JournalEvent) {
        switch event.kind {
        case .actionBegan(let record):
            kind = .begin
            action = record
            outcome = nil
            duration = nil
        case .actionCompleted(let record, let outcome, let duration):
            kind = .complete
            action = record
            self.outcome = outcome
            self.duration = duration
        default:
            return nil
        }
        id = event.id
        date = event.date
    }

    /// The entry in words.
    public var description: String {
        let what = "\(action.actionName) of \(action.featureName)"
        return switch outcome {
        case nil: "\(action.sessionName): began \(what)"
        case let outcome?: "\(action.sessionName): completed \(what), \(outcome)"
        }
    }
}
