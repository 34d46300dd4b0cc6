// SPDX-License-Identifier: MIT

import FlintFoundation

/// An event in an app, as front ends show it and files store it.
///
/// An event's ``kind`` determines which of the optional properties have values.
package struct EventRecord: Codable, Sendable, Hashable, Identifiable {
    package enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
        case actionBegan = "action-began"
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

    package struct Blocker: Codable, Sendable, Hashable {
        package var title: String
        package var status: RequirementStatus

        package init(title: String, status: RequirementStatus) {
            self.title = title
            self.status = status
        }
    }

    /// The sequence number of the event, which starts at 1.
    package var id: UInt64
    package var date: Date
    package var kind: Kind
    package var session: String?
    package var cause: String
    package var featureID: String?
    package var actionID: String?
    package var actionName: String?
    package var request: UInt?
    package var stack: UInt64?
    package var source: String?
    package var userInitiated: Bool?
    package var input: String?
    package var inputInfo: [String: String]?
    package var title: String
    package var outcome: Outcome?
    /// The duration in seconds, if an action ended.
    package var duration: Double?
    package var details: [Detail]
    /// The features whose availability changed with the event, or `nil` if no feature's availability changed.
    ///
    /// If a large number of features changed, the list contains only the first features. See ``featureCount``.
    package var features: [FeatureChange]?
    package var featureCount: Int?
    /// The unmet requirements of a denied request, with alternatives combined, or `nil` for other events.
    package var blockers: [Blocker]?
    package var fact: FactRecord?
    /// Whether the event reports a fact's value that was unknown before, so that no known value has changed.
    ///
    /// `nil` for all other events.
    package var isFirstValue: Bool?
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
