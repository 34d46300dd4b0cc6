// SPDX-License-Identifier: MIT

import FlintTerminal
import FlintWorld

/// A question that the console asks the app to fill its screens.
package enum ConsoleQuestion: Sendable, Hashable {
    case state, events, logLines, stacks, featureTexts, matrix, reasons, coverage
    case explanation(of: String)
    case usage(FactReference)
    case impact(of: FactReference)
    case preview(Command)
    case states(of: String)

    /// The subject and verb of a sentence that states that the answer is missing.
    fileprivate var subject: String {
        switch self {
        case .state: "The state of the app is"
        case .events: "New events are"
        case .logLines: "New log lines are"
        case .stacks: "The action stacks are"
        case .featureTexts: "The descriptions of the features are"
        case .matrix: "The personas are"
        case .explanation: "The explanation is"
        case .usage: "The list of features is"
        case .impact: "The list of lost features is"
        case .reasons: "The reasons in the list are"
        case .preview: "The effect is"
        case .coverage: "The list of what was seen is"
        case .states: "The number of states is"
        }
    }
}

extension ConsoleState {
    /// Stores the reason for a missing answer, and announces it.
    mutating func receive(_ reason: String, forMissing question: ConsoleQuestion) {
        let isKnown = missing.updateValue(reason, forKey: question) == reason
        var text = "\(question.subject) missing: \(reason)"
        if question == .state, model.status.disconnection != text {
            var status = model.status
            status.disconnection = text
            let empty = AppModel(
                revision: .zero, status: status, features: [], products: [], permissions: [], flags: [], overrides: [])
            receive(World(model: empty))
        }
        guard !isKnown else { return }
        if case .states(let id) = question, matrix.count?.featureID == id { matrix.count = nil }
        if case .explanation(let id) = question, let refusal = refused, refusal.invocation.feature == id {
            refused = nil
            text = "\(refusal.message) \(text)"
        }
        announce(text, .problem)
    }

    /// Asks the questions without an answer again, after a key or a reconnection.
    ///
    /// The shell asks for the state, events, and log lines before every key.
    mutating func askMissingQuestionsAgain() {
        let before = missing.count
        missing = missing.filter { [.state, .events, .logLines].contains($0.key) }
        guard missing.count < before else { return }
        explanations.expireAll(in: model)
        stacksAreStale = true
        matrix.isStale = true
        previewsAreStale = true
        search.isRequested = false
    }

    /// Returns a sentence that states that an answer is missing and why, or `nil` if the answer is known.
    private func missingText(_ question: ConsoleQuestion?) -> String? {
        guard let question, let reason = missing[question] else { return nil }
        return "\(question.subject) missing: \(reason)"
    }

    /// Returns a line that states that an answer is missing and why, or `nil` if the answer is known.
    func missingLine(_ question: ConsoleQuestion) -> StyledLine? {
        missingText(question).map { StyledLine($0, .bad) }
    }

    /// Returns a line with the reason a screen may be empty although the app has content for it.
    func missingLine(on screen: some ScreenBehavior) -> StyledLine? {
        (missingText(screen.question(in: self)) ?? model.status.disconnection).map { StyledLine($0, .bad) }
    }
}
