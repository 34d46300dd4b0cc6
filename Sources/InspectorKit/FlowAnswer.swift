/// What a person can say to an authorisation flow at one of its stages.
public enum FlowAnswer: String, Codable, Sendable, Hashable, CaseIterable {
    /// At the card: show the system's prompt.
    case proceed = "continue"
    /// At the card: skip this permission and continue with the next.
    case askLater = "ask-later"
    /// At the card: stop asking.
    case cancelAll = "cancel-all"
    /// At the prompt: allow.
    case allow
    /// At the prompt: allow until the app is started again.
    case allowOnce = "allow-once"
    /// At the prompt: don't allow.
    case deny
    /// At the outcome: continue with the next permission.
    case next
    /// At the outcome: stop here.
    case stop
    /// At the summary: close the flow.
    case dismiss

    /// The stage at which the answer means something.
    public var stage: FlowSnapshot.Stage {
        switch self {
        case .proceed, .askLater, .cancelAll: .card
        case .allow, .allowOnce, .deny: .prompt
        case .next, .stop: .outcome
        case .dismiss: .summary
        }
    }
}
