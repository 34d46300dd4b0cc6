/// Settings that last as long as the process.
public final class InMemoryKeyValueStore: KeyValueStore {
    private let values: Protected<[String: Bool]>
    private let observers = ObserverList<Set<String>>()

    /// Creates a store.
    ///
    /// - Parameter values: The settings to start with.
    public init(_ values: [String: Bool] = [:]) {
        self.values = Protected(values)
    }

    /// Every change is announced.
    public var announcesChanges: Bool { true }

    /// The value of a setting, or `nil` if there is none.
    public func bool(forKey key: String) -> Bool? {
        values.withLock { $0[key] }
    }

    /// Keeps a setting, or drops it if the value is `nil`.
    public func set(_ value: Bool?, forKey key: String) {
        let hasChanged = values.withLock { values in
            defer { values[key] = value }
            return values[key] != value
        }
        if hasChanged { observers.notify([key]) }
    }

    /// Has a handler called after every change, on the thread of the change.
    public func observeChanges(_ handler: @escaping @Sendable (_ keys: Set<String>) -> Void) -> ObservationToken? {
        observers.add(handler)
    }
}
