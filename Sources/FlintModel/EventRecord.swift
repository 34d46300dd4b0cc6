#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Something that happened in an app, as front ends show it and files keep it.
package struct EventRecord: Codable, Sendable, Hashable, Identifiable {
    /// What kind of thing happened.
    package enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
        /// An action started.
        case actionBegan = "action-began"
        /// An action ended; see ``EventRecord/outcome`` and ``EventRecord/duration``.
        case actionCompleted = "action-completed"
        /// An action of an unavailable feature was requested.
        case requestDenied = "request-denied"
        /// A fact changed: its actual value or its override.
        case factChanged = "fact-changed"
        /// Something happened at the store, such as a renewal.
        case store
        /// The system asked the user for a permission.
        case promptShown = "prompt-shown"
        /// The user answered.
        case promptAnswered = "prompt-answered"
        /// An authorization flow started.
        case flowBegan = "flow-began"
        /// An authorization flow ended.
        case flowEnded = "flow-ended"
        /// The framework was used in a way its user should know about.
        case advisory
    }

    /// How it ended.
    package enum Outcome: String, Codable, Sendable, Hashable, CaseIterable {
        /// It succeeded.
        case success
        /// The action failed.
        case failure
        /// It was not allowed to happen.
        case denied
    }

    /// A labelled value of an event's details.
    package struct Detail: Codable, Sendable, Hashable {
        /// What the value is.
        package var label: String
        /// The value as people read it.
        package var value: String

        /// Creates a labelled value.
        package init(label: String, value: String) {
            self.label = label
            self.value = value
        }
    }

    /// A number that grows by one from event to event, starting at 1.
    package var id: UInt64
    /// When it happened.
    package var date: Date
    /// What kind of thing happened.
    package var kind: Kind
    /// The name of the session it happened in, if it happened in one.
    package var session: String?
    /// Who caused it, such as "user", "app", "console" or "system".
    package var cause: String
    /// The feature it concerns, if it concerns one.
    package var featureID: String?
    /// The action it concerns, if it concerns one.
    package var actionID: String?
    /// The number of the request, for the beginning and the end of an action.
    package var request: UInt?
    /// The number of the action stack that lists the action, for an action while stacks are kept.
    package var stack: UInt64?
    /// Where the request came from, such as "application" or "openURL", for an action.
    package var source: String?
    /// Whether the user initiated the action, for an action.
    package var userInitiated: Bool?
    /// The input as people read it, for an action that takes one.
    package var input: String?
    /// The parts of the input by name, for an action whose input has parts.
    package var inputInfo: [String: String]?
    /// What happened, in one line.
    package var title: String
    /// How it ended, if it has an end.
    package var outcome: Outcome?
    /// How long it took in seconds, for the end of an action.
    package var duration: Double?
    /// Further values, in the order in which they should be read.
    package var details: [Detail]
    /// The features whose availability changed with it, of very many the first; `nil` if no feature's did.
    package var features: [FeatureChange]?
    /// How many features' availability changed, listed or not; `nil` if no feature's did.
    package var featureCount: Int?
    /// The fact as it was afterwards, if the event is the change of one.
    package var fact: FactRecord?

    /// Creates an event from its parts.
    package init(
        id: UInt64, date: Date, kind: Kind, session: String? = nil, cause: String, featureID: String? = nil,
        actionID: String? = nil, title: String, outcome: Outcome? = nil, duration: Double? = nil,
        details: [Detail] = [], features: [FeatureChange]? = nil
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
        self.features = features
        featureCount = features?.count
    }

    /// The values of the request, labelled as people read them, and the ``details`` after them.
    package var labelledValues: [Detail] {
        var values: [Detail] = []
        func add(_ label: String, _ value: String?) {
            if let value { values.append(Detail(label: label, value: value)) }
        }
        add("Request", request.map { "#\($0)" })
        add("Source", source)
        add("User initiated", userInitiated.map { $0 ? "yes" : "no" })
        add("Input", input)
        for (name, value) in (inputInfo ?? [:]).sorted(by: { $0.key < $1.key }) { add("Input \(name)", value) }
        return values + details
    }
}
