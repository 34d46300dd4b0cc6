// SPDX-License-Identifier: MIT

import FlintFoundation

/// A view of the action events in a runtime's journal.
///
/// ```swift
/// for entry in Timeline.instance.entries { print(entry) }
/// // main: began Play of Podcast playback
/// // main: completed Play of Podcast playback, success
/// ```
///
/// The timeline reads the journal on each access and does not store entries, so the journal's capacity limits their
/// number. It can be used from any thread.
public struct Timeline: Sendable {
    private let journal: Journal

    init(journal: Journal) {
        self.journal = journal
    }

    /// The timeline of the current runtime.
    public static var instance: Timeline { FlintRuntime.current.timeline }

    /// The beginnings and ends of actions that the journal retains, oldest first.
    public var entries: [TimelineEntry] {
        journal.events.compactMap(TimelineEntry.init(_:))
    }
}

/// The beginning or the end of an action.
///
/// The properties of ``action`` are also available on the entry: `entry.actionName`, `entry.feature`, `entry.source`.
@dynamicMemberLookup
public struct TimelineEntry: Sendable, Identifiable, CustomStringConvertible {
    /// The point in an action's execution that an entry marks.
    public enum Kind: Sendable, Hashable {
        /// The action is about to be performed.
        case begin
        /// The action has completed.
        case complete
    }

    /// The number of the event in the journal.
    public let id: UInt64
    /// The time of the event.
    public let date: Date
    /// Whether the entry marks the beginning or the end of the action.
    public let kind: Kind
    /// The action, with its feature, input and session.
    public let action: ActionRecord
    /// The outcome of the action, or `nil` for a beginning.
    public let outcome: ActionPerformOutcome?
    /// The duration of the action, or `nil` for a beginning.
    public let duration: Duration?

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
        case .requestDenied, .factChanged, .storeEvent, .promptShown, .promptAnswered, .flowBegan, .flowEnded,
            .identifierChanged, .advisory:
            return nil
        }
        id = event.id
        date = event.date
    }

    /// The value of a property of the ``action``.
    public subscript<Value>(dynamicMember member: KeyPath<ActionRecord, Value>) -> Value {
        action[keyPath: member]
    }

    /// A one-line description of the entry.
    public var description: String {
        let what = "\(action.actionName) of \(action.featureName)"
        return switch outcome {
        case nil: "\(action.sessionName): began \(what)"
        case let outcome?: "\(action.sessionName): completed \(what), \(outcome)"
        }
    }
}

/// The framework feature that records actions in the journal.
///
/// Turn it off and on with ``isEnabled``. Denials, facts and authorization flows are recorded even while it is off.
public final class TimelineFeature: ConditionalFeature {
    /// The description shown in the console.
    public static let description = "Records performed actions"
    /// Always `false`, because the feature is not meant for the app's users.
    public static let isVisible = false

    /// Whether actions are recorded.
    ///
    /// A change of the value, or of its override, takes effect immediately. Denials, facts and authorization flows are
    /// recorded even while the value is `false`.
    public static var isEnabled: Bool? {
        get { FlintRuntime.current.isEnabled(.timeline) }
        set { FlintRuntime.current.setEnabled(.timeline, newValue ?? false) }
    }

    // MARK: Old spelling

    /// Whether the feature is available.
    ///
    /// Setting the value sets ``isEnabled``.
    public static var isAvailable: Bool? {
        get { isAvailableToEngine }
        @available(*, deprecated, renamed: "isEnabled")
        set { isEnabled = newValue }
    }

    /// Requires the feature's runtime switch to be on.
    public static func constraints(requirements: FeatureConstraintsBuilder) {
        requirements.runtimeEnabled()
    }

    /// Declares no actions.
    public static func prepare(actions: FeatureActionsBuilder) {}
}
