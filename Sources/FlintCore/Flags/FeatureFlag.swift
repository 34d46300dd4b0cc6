/// A feature that a flag can turn on and off, known by its key.
public struct FeatureFlag: Hashable, Sendable {
    /// The name of the flag.
    public let key: String

    /// Creates a flag from its key.
    public init(key: FeatureKey) {
        self.key = key.rawValue
    }

    /// Creates a flag from a case of an app's own enumeration.
    public init<Key: RawRepresentable>(key: Key) where Key.RawValue == String {
        self.key = key.rawValue
    }
}

/// A feature flag together with the answer a provider is given for it.
public struct FeaturePair: Hashable, Sendable {
    /// The flag.
    public let key: FeatureKey
    /// Whether it is on.
    public let isEnabled: Bool

    /// Creates a pair.
    public init(_ key: FeatureKey, isEnabled: Bool) {
        self.key = key
        self.isEnabled = isEnabled
    }
}

extension Sequence<FeaturePair> {
    /// The answers by flag; of several for one flag the last counts.
    var values: [FeatureKey: Bool] {
        Dictionary(map { ($0.key, $0.isEnabled) }, uniquingKeysWith: { $1 })
    }
}
