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
