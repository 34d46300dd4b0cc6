/// A feature flag, identified by its key.
///
/// ``MutatingFeatureFlagProvider`` uses this type. You can also create flags from the cases of an app's enumeration.
///
/// ```swift
/// debug.setFeatureEnabled(feature: FeatureFlag(key: .newPlayer), enabled: false)
/// ```
public struct FeatureFlag: Hashable, Sendable {
    /// The key by which providers identify the flag.
    public let key: String

    /// Creates a flag from its key.
    public init(key: FeatureKey) {
        self.key = key.rawValue
    }

    /// Creates a flag from a case of an app's enumeration.
    ///
    /// - Parameter key: A case with the flag's key as its raw value.
    public init<Key: RawRepresentable>(key: Key) where Key.RawValue == String {
        self.key = key.rawValue
    }
}

/// A feature flag and its initial value in a provider.
///
/// Pass pairs to ``FeatureFlagProviderFactory`` or ``RemoteFeatureFlagProvider``.
public struct FeaturePair: Hashable, Sendable {
    /// The key of the flag.
    public let key: FeatureKey
    /// Whether the flag is initially on.
    public let isEnabled: Bool

    /// Creates a pair of a flag's key and its initial value.
    public init(_ key: FeatureKey, isEnabled: Bool) {
        self.key = key
        self.isEnabled = isEnabled
    }
}

extension Sequence<FeaturePair> {
    var values: [FeatureKey: Bool] {
        Dictionary(map { ($0.key, $0.isEnabled) }, uniquingKeysWith: { $1 })
    }
}
