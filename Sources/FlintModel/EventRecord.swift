// SPDX-License-Identifier: MIT

import FlintFoundation

/// An event in an app, as front ends show it and files store it.
///
/// Events record actions, denied requests, fact changes, activity in the simulated store, permission prompts,
/// authorization flows, and programming advisories. An event's ``kind`` determines which of the optional properties
/// have values.
package struct EventRecord: Codable, Sendable, Hashable, Identifiable {
    package enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
        case actionBegan = "action-began"
        /// An action ended.
        ///
        /// ``EventRecord/outcome`` and ``EventRecord/duration`` describe the result.
        case actionCompleted = "action-completed"
        case requestDenied = "request-denied"
        case factChanged = "fact-changed"
        case store
        case promptShown = "prompt-shown"
        case promptAnswered = "prompt-answered"
        case flowBegan = "flow-began"
        case flowEnded = "flow-ended"
        case advisory
    }

    package enum Outcome: String, Codable, Sendable, Hashable, CaseIterable {
        case success
        case failure
        case denied
    }

    package struct Detail: Codable, Sendable, Hashable {
        package var label: String
        package var value: String

        package init(label: String, value: String) {
            self.label = label
            self.value = value
        }
    }

    /// A requirement that was not met when a request was denied.
    package struct Blocker: Codable, Sendable, Hashable {
        package var title: String
        /// Whether the requirement was not met, or could not be determined.
        package var status: RequirementStatus

        package init(title: String, status: RequirementStatus) {
            self.title = title
            self.status = status
        }
    }

    /// The sequence number of the event.
    ///
    /// It starts at 1 and increases by one for each event.
    package var id: UInt64
    package var date: Date
    package var kind: Kind
    package var session: String?
    /// The originator, such as "user", "app", "console", or "system".
    package var cause: String
    package var featureID: String?
    package var actionID: String?
    /// The display name of the action.
    package var actionName: String?
    /// The number of the action's request, for the beginning and the end of an action.
    package var request: UInt?
    /// The number of the action stack that contains the action, if stacks are recorded.
    package var stack: UInt64?
    /// The source of an action's request, such as "application" or "openURL".
    package var source: String?
    package var userInitiated: Bool?
    package var input: String?
    /// The parts of the action's input by name, if the input has parts.
    package var inputInfo: [String: String]?
    package var title: String
    package var outcome: Outcome?
    /// The duration in seconds, for the end of an action.
    package var duration: Double?
    package var details: [Detail]
    /// The features whose availability changed with the event, or `nil` if no feature's availability changed.
    ///
    /// If a large number of features changed, the list contains only the first features. See ``featureCount``.
    package var features: [FeatureChange]?
    /// The number of features whose availability changed, including features that are not listed.
    package var featureCount: Int?
    /// The requirements that were not met when a request was denied, alternatives as one, or `nil` for another event.
    package var blockers: [Blocker]?
    /// The state of the changed fact after the event, if the event is a change of a fact.
    package var fact: FactRecord?
    /// Whether the event reports a fact's value that was unknown before, so that no known value has changed.
    ///
    /// `nil` for all other events.
    package var isFirstValue: Bool?
    /// The product of a store event, or the permission of a prompt.
    package var subject: FactReference?

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

    /// The values of the request with labels for display, followed by the ``details``.
    package var labeledValues: [Detail] {
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
