/// Settings that last as long as the process.
public final class InMemoryKeyValueStore: KeyValueStore {
    private let values: Protected<[String: Bool]>

    /// Creates a store.
    ///
    /// - Parameter values: The settings to start with.
    public init(_ values: [String: Bool] = [:]) {
        self.values = Protected(values)
    }

    /// The value of a setting, or `nil` if there is none.
    public func bool(forKey key: String) -> Bool? {
        values.withLock { $0[key] }
    }

    /// Keeps a setting, or drops it if the value is `nil`.
    public func set(_ value: Bool?, forKey key: String) {
        values.withLock { $0[key] = value }
    }
}
