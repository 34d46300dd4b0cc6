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
public struct FeatureKey: RawRepresentable, Hashable, Sendable, Codable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    /// The name, as providers know it.
    public let rawValue: String

    /// Creates a key from a name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates a key from a literal.
    public init(stringLiteral value: String) {
        rawValue = value
    }

    /// Creates a key from a case of an app's own enumeration.
    public init<Key: RawRepresentable>(_ key: Key) where Key.RawValue == String {
        rawValue = key.rawValue
    }

    /// The name.
    public var description: String { rawValue }
}
