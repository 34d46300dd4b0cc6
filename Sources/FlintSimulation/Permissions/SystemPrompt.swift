public import FlintCore

/// A question the system asks the user.
public struct SystemPrompt: Sendable, Hashable {
    /// The permission that is requested.
    public let permission: SystemPermissionConstraint
    /// Why, in the app's words; empty if the app does not say.
    public let usage: String
}
