/// The name of a feature flag.
///
/// An app either lists its flags in an extension or maps an enumeration of its own:
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
    /// The name, as providers know it.
    public let rawValue: String

    /// Creates a key from a name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates a key from a case of an app's own enumeration.
    public init<Key: RawRepresentable>(_ key: Key) where Key.RawValue == String {
        rawValue = key.rawValue
    }
}
