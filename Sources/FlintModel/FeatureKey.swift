// SPDX-License-Identifier: MIT

/// The key of a feature flag.
///
/// An app can either define its flags in an extension or use its own enumeration:
///
/// ```swift
/// extension FeatureKey {
///     static let newPlayer: FeatureKey = "new-player"
/// }
///
/// enum AppFlag: String, CaseIterable { case newPlayer, offlineMode }
/// requirements.featureFlag(FeatureKey(AppFlag.newPlayer))
/// ```
public struct FeatureKey: StringName {
    /// The key that flag providers use.
    public let rawValue: String

    /// Creates a key from its string.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates a key from a case of the app's enumeration.
    public init<Key: RawRepresentable>(_ key: Key) where Key.RawValue == String {
        rawValue = key.rawValue
    }
}
