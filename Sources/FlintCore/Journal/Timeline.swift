#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    public import Foundation
#endif

/// The actions among the events of a runtime's journal.
///
/// ```swift
/// for entry in Timeline.instance.entries { print(entry) }
/// // main: began Play of Podcast playback
/// // main: completed Play of Podcast playback, success
/// ```
public struct Timeline: Sendable {
    private let journal: Journal

    init(journal: Journal) {
        self.journal = journal
    }

    /// The timeline of the current runtime.
    public static var instance: Timeline { FlintRuntime.current.timeline }

    /// The beginnings and ends of actions that are still kept, oldest first.
    public var entries: [TimelineEntry] {
        journal.events.compactMap(TimelineEntry.init(_:))
    }
}

/// The beginning or the end of one action.
///
/// The members of its ``action`` are members of the entry, too: `entry.actionName`, `entry.feature`, `entry.source`.
@dynamicMemberLookup
public struct TimelineEntry: Sendable, Identifiable, CustomStringConvertible {
    /// Whether the entry marks the start or the end of an action.
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
    /// Whether the entry marks the start or the end of an action.
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

    /// A member of the ``action``.
    public subscript<Value>(dynamicMember member: KeyPath<ActionRecord, Value>) -> Value {
        action[keyPath: member]
    }

    /// A textual description of the entry.
    public var description: String {
        let what = "\(action.actionName) of \(action.featureName)"
        return switch outcome {
        case nil: "\(action.sessionName): began \(what)"
        case let outcome?: "\(action.sessionName): completed \(what), \(outcome)"
        }
    }
}

/// The framework's own recording of actions, which can be turned off and on at any time.
public final class TimelineFeature: ConditionalFeature {
    /// What the feature offers.
    public static let description = "Records the actions that are performed"
    /// Whether the app shows the feature to its users, for whom it is not meant.
    public static let isVisible = false

    /// Whether actions are recorded; takes effect at once, as does an override of the switch.
    ///
    /// Denials, facts and flows are recorded in any case.
    public static var isEnabled: Bool? {
        get { FlintRuntime.current.framework(.timeline) }
        set { FlintRuntime.current.setFramework(.timeline, newValue ?? false) }
    }

    // MARK: Old spelling

    /// Whether the feature is available; setting it sets ``isEnabled``.
    public static var isAvailable: Bool? {
        get { isAvailableToEngine }
        @available(*, deprecated, renamed: "isEnabled")
        set { isEnabled = newValue }
    }

    /// Requires the switch to be on.
    public static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.runtimeEnabled()
    }

    /// Declares no actions.
    public static func prepare(actions: FeatureActionsBuilder) {}
}
