// SPDX-License-Identifier: MIT

package struct WarningThreshold: Sendable, Hashable {
    package enum Measure: Sendable, Hashable {
        case count
        /// A number of events within a number of seconds.
        case rate
        /// A number of seconds.
        case duration
    }

    /// The smallest number of events that raises a warning; at least 1.
    package var count: Int
    /// The smallest duration in seconds that raises a warning, or the period of a rate.
    package var seconds: Int

    package init(count: Int = 1, seconds: Int = 0) {
        (self.count, self.seconds) = (max(1, count), max(0, seconds))
    }
}

extension GateWarning.Kind {
    package var measure: WarningThreshold.Measure {
        switch self {
        case .flagChangedInSession, .repeatedPrompt, .alwaysDenied: .count
        case .flappingAvailability, .frequentRequests: .rate
        case .purchaseWithoutEffect, .undeterminedFeature, .forgottenOverride, .waitingFlow: .duration
        }
    }

    package var standardThreshold: WarningThreshold {
        switch self {
        case .flappingAvailability: WarningThreshold(count: 6, seconds: 60)
        case .flagChangedInSession: WarningThreshold(count: 1)
        case .purchaseWithoutEffect: WarningThreshold(seconds: 10)
        case .undeterminedFeature: WarningThreshold(seconds: 30)
        case .repeatedPrompt: WarningThreshold(count: 2)
        case .alwaysDenied: WarningThreshold(count: 10)
        case .frequentRequests: WarningThreshold(count: 100, seconds: 1)
        case .forgottenOverride: WarningThreshold(seconds: 3_600)
        case .waitingFlow: WarningThreshold(seconds: 60)
        }
    }
}

package struct WarningRules: Sendable, Hashable {
    private var thresholds: [GateWarning.Kind: WarningThreshold] = [:]
    private var allowed: [GateWarning.Kind: Set<String>] = [:]
    private var disabled: Set<GateWarning.Kind> = []

    package init() {}

    package subscript(kind: GateWarning.Kind) -> WarningThreshold {
        get { thresholds[kind] ?? kind.standardThreshold }
        set { thresholds[kind] = newValue }
    }

    /// Allows the warnings of a kind about a subject, or all of them without a subject.
    ///
    /// The subject is the id of a feature, a feature and an action separated by `#`, or the key of a fact.
    package mutating func allow(_ kind: GateWarning.Kind, of subject: String? = nil) {
        if let subject { allowed[kind, default: []].insert(subject) } else { disabled.insert(kind) }
    }

    func isAllowed(_ warning: GateWarning) -> Bool {
        if disabled.contains(warning.kind) { return true }
        guard let subjects = allowed[warning.kind] else { return false }
        return subjects.contains(warning.subject) || warning.featureID.map(subjects.contains) == true
    }
}
