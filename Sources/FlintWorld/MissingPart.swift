// SPDX-License-Identifier: MIT

/// A part of a report that the app did not provide.
package struct MissingPart: Codable, Sendable, Hashable {
    package enum Part: String, Codable, Sendable, CaseIterable {
        case state, stacks, catalog, facts, differences, history, events, log, moments
    }

    package let part: Part
    package let reason: String

    package init(_ part: Part, reason: String) {
        (self.part, self.reason) = (part, reason)
    }

    package var sentence: String { "\(subject) missing or incomplete: \(reason)" }

    private var subject: String {
        switch part {
        case .state: "The state of the app is"
        case .stacks: "The action stacks are"
        case .catalog: "The declarations are"
        case .facts: "The facts are"
        case .differences: "The differences from the initial state are"
        case .history: "The history of commands is"
        case .events: "The events are"
        case .log: "The log is"
        case .moments: "The earlier moments are"
        }
    }
}
