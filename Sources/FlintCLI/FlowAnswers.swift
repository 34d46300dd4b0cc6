import InspectorKit

/// The answers to an authorisation flow that were given on the command line, by permission.
struct FlowAnswers {
    /// What is done about one permission: at the card, and then at the prompt if it comes to that.
    enum Answer: String, CaseIterable {
        case allow
        case allowOnce = "allow-once"
        case deny
        case askLater = "ask-later"
        case cancel
    }

    /// The answer for each permission.
    let byPermission: [String: Answer]

    /// Reads answers written as `location=allow`.
    ///
    /// - Parameters:
    ///   - texts: The answers as typed.
    ///   - snapshot: Knows the permissions.
    /// - Throws: ``CommandLineError/usage(_:)`` for what is no answer or no permission.
    init(_ texts: [String], in snapshot: Snapshot) throws(CommandLineError) {
        var answers: [String: Answer] = [:]
        for text in texts {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, let answer = Answer(rawValue: parts[1]) else {
                let words = Answer.allCases.map(\.rawValue).joined(separator: ", ")
                throw .usage(
                    "\"\(CommandOutput.quotable(text))\" is no answer. Write PERMISSION=ANSWER, the answer being "
                        + "one of \(words).")
            }
            answers[try Names.permission(parts[0], in: snapshot).permission] = answer
        }
        byPermission = answers
    }

    /// What to answer a flow at its stage, or `nil` if nothing was said about the permission it is at.
    func answer(to flow: FlowSnapshot) -> FlowAnswer? {
        switch flow.stage {
        case .summary: return .dismiss
        case .outcome: return .next
        case .card, .prompt: break
        }
        guard let current = flow.current, let answer = byPermission[current] else { return nil }
        switch (flow.stage, answer) {
        case (.card, .allow), (.card, .allowOnce), (.card, .deny): return .proceed
        case (.card, .askLater): return .askLater
        case (.card, .cancel): return .cancelAll
        case (_, .allow): return .allow
        case (_, .allowOnce): return .allowOnce
        case (_, .deny), (_, .askLater), (_, .cancel): return .deny
        }
    }
}
