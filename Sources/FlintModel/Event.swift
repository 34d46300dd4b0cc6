#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Something that happened, as the Timeline screen shows it.
public struct Event: Codable, Sendable, Hashable, Identifiable {
    /// What sort of thing happened.
    public enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
        /// An action started.
        case actionBegan = "action-began"
        /// An action ended; see ``Event/outcome`` and ``Event/duration``.
        case actionCompleted = "action-completed"
        /// An action of an unavailable feature was asked for.
        case requestDenied = "request-denied"
        /// A fact changed, through the world or through an override.
        case factChanged = "fact-changed"
        /// Something happened at the store, such as a renewal.
        case store
        /// The system asked the user for a permission.
        case promptShown = "prompt-shown"
        /// The user answered.
        case promptAnswered = "prompt-answered"
        /// An authorisation flow started.
        case flowBegan = "flow-began"
        /// An authorisation flow ended.
        case flowEnded = "flow-ended"
        /// The program was used in a way its author should know about.
        case advisory
    }

    /// How it ended, where that can be said.
    public enum Outcome: String, Codable, Sendable, Hashable, CaseIterable {
        /// It did what it should.
        case success
        /// It failed.
        case failure
        /// It was not allowed to happen.
        case denied
    }

    /// A labelled value of an event's details.
    public struct Detail: Codable, Sendable, Hashable {
        /// What the value is.
        public var label: String
        /// The value in words.
        public var value: String

        /// Creates a labelled value.
        public init(label: String, value: String) {
            self.label = label
            self.value = value
        }
    }

    /// A number that grows by one from event to event, starting at 1.
    public var id: UInt64
    /// When it happened.
    public var date: Date
    /// What sort of thing happened.
    public var kind: Kind
    /// The name of the session it happened in, if it happened in one.
    public var session: String?
    /// Who caused it, such as "user", "app", "console" or "system".
    public var cause: String
    /// The feature it concerns, if it concerns one.
    public var featureID: String?
    /// The action it concerns, if it concerns one.
    public var actionID: String?
    /// One line that says what happened.
    public var title: String
    /// How it ended, where that can be said.
    public var outcome: Outcome?
    /// How long it took in seconds, where that can be said.
    public var duration: Double?
    /// Everything else worth knowing, in the order it should be read.
    public var details: [Detail]

    /// Creates an event from its parts.
    public init(
        id: UInt64, date: Date, kind: Kind, session: String?, cause: String, featureID: String?, actionID: String?,
        title: String, outcome: Outcome?, duration: Double?, details: [Detail]
    ) {
        self.id = id
        self.date = date
        self.kind = kind
        self.session = session
        self.cause = cause
        self.featureID = featureID
        self.actionID = actionID
        self.title = title
        self.outcome = outcome
        self.duration = duration
        self.details = details
    }
}
