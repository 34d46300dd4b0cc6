// SPDX-License-Identifier: MIT

/// The user's answer to a permission prompt.
public enum PromptAnswer: String, Sendable, Hashable, CaseIterable {
    /// The permission is allowed until it is revoked in the settings.
    case allow
    /// The permission is allowed until the app restarts.
    case allowOnce
    /// The permission is denied.
    case deny
}
