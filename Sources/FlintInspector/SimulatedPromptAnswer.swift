/// What a person can answer a system's prompt.
public enum SimulatedPromptAnswer: Sendable, Hashable {
    /// Allow, until it is revoked in the settings.
    case allow
    /// Allow until the app is started again.
    case allowOnce
    /// Don't allow.
    case deny
}
