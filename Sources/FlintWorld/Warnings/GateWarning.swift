// SPDX-License-Identifier: MIT

import FlintFoundation

/// A suspicious state or sequence of events in a running app's gating.
///
/// The ``kind`` identifies the rule. A warning is about a feature, an action of a feature, or a fact. ``LintFinding``
/// is the counterpart for declarations, which does not depend on the app's state. The JSON form contains an explicit
/// `null` for absent values.
package struct GateWarning: Codable, Sendable, Hashable, Identifiable {
    package enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
        case flappingAvailability = "flapping-availability"
        /// The value of a flag changes after the app has requested a feature that requires the flag.
        case flagChangedInSession = "flag-changed-in-session"
        /// A product is purchased, but every feature that requires it remains unavailable.
        case purchaseWithoutEffect = "purchase-without-effect"
        /// The availability of a feature remains undetermined, because a source has not reported a value.
        case undeterminedFeature = "undetermined-feature"
        /// The user is prompted again for a permission that was not reset.
        case repeatedPrompt = "repeated-prompt"
        case alwaysDenied = "always-denied"
        case frequentRequests = "frequent-requests"
        case forgottenOverride = "forgotten-override"
        case waitingFlow = "waiting-flow"

        /// Whether the warning disappears when a state ends, as opposed to a warning about past events.
        package var isState: Bool { measure == .duration }
    }

    package var kind: Kind
    @NullWhenAbsent package var featureID: String?
    @NullWhenAbsent package var actionID: String?
    @NullWhenAbsent package var fact: FactReference?
    /// A sentence, without dates or a final period, that remains the same as long as the warning is raised.
    package var message: String
    /// The date on which the state began or, for a warning about events, the date of the last event.
    @NullWhenAbsent package var date: Date?
    @NullWhenAbsent package var event: UInt64?

    package init(
        kind: Kind, featureID: String? = nil, actionID: String? = nil, fact: FactReference? = nil, message: String,
        date: Date? = nil, event: UInt64? = nil
    ) {
        self.kind = kind
        self.featureID = featureID
        self.actionID = actionID
        self.fact = fact
        self.message = message
        self.date = date
        self.event = event
    }

    /// The id of the feature, the feature and the action separated by `#`, or the key of the fact.
    package var subject: String {
        guard let featureID else { return fact?.key ?? "" }
        return actionID.map { "\(featureID)#\($0)" } ?? featureID
    }

    package var id: String { "\(kind.rawValue):\(fact.map { "\($0.kind.rawValue) " } ?? "")\(subject)" }

    /// Returns the warning in one line.
    ///
    /// For example, `flag beta: Flag beta changed 2 times, last at 14:05:09. (flag-changed-in-session)`.
    package func line(time: (Date) -> String) -> String {
        let name = fact.map { "\($0.kind.rawValue) \($0.key)" } ?? subject
        return "\(name): \(sentence(time: time)). (\(kind.rawValue))"
    }

    package func sentence(time: (Date) -> String) -> String {
        message + (date.map { ", \(kind.isState ? "since" : "last at") \(time($0))" } ?? "")
    }
}
