/// What a person answers when the system asks for a permission.
public enum PromptAnswer: String, Sendable, Hashable, CaseIterable {
    /// Allow, until it is revoked in the settings.
    case allow
    /// Allow until the app is started again.
    case allowOnce
    /// Don't allow.
    case deny
}
