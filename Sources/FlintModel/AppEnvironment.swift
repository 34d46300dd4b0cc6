// SPDX-License-Identifier: MIT

/// The environment in which an app runs.
///
/// Front ends mark a production app and ask for confirmation before they change it.
public enum AppEnvironment: String, Codable, Sendable, Hashable, CaseIterable {
    case development
    case production

    /// Decodes an environment.
    ///
    /// An environment from a later version is treated as production, because changes to it may be harmful.
    public init(from decoder: any Decoder) throws {
        self = Self(rawValue: try decoder.singleValueContainer().decode(String.self)) ?? .production
    }
}
