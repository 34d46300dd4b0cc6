/// User toggles kept in a key-value store, under `features.user.toggle.` and the feature's path.
public final class StoredFeatureToggles: MutableUserFeatureToggles, Sendable {
    private let store: any KeyValueStore
    private let observers = WeakObserverList<any UserFeatureTogglesObserver>()

    /// Creates toggles over a store.
    ///
    /// - Parameter store: Where the choices are kept; by default, in memory.
    public init(store: any KeyValueStore = InMemoryKeyValueStore()) {
        self.store = store
    }

    /// The key a feature's choice is kept under.
    public static func key(for feature: FeatureDefinition.Type) -> String {
        "features.user.toggle.\(feature.identifier)"
    }

    /// The user's choice for a feature, or `nil` if the user has made none.
    public func isEnabled(_ feature: ConditionalFeatureDefinition.Type) -> Bool? {
        store.bool(forKey: Self.key(for: feature))
    }

    /// Records the user's choice and tells observers if it is another.
    public func setEnabled(_ feature: ConditionalFeatureDefinition.Type, enabled: Bool?) {
        let key = Self.key(for: feature)
        guard store.bool(forKey: key) != enabled else { return }
        store.set(enabled, forKey: key)
        observers.notify { $0.userFeatureTogglesDidChange() }
    }

    /// Adds an observer, which is not kept alive.
    public func addObserver(_ observer: UserFeatureTogglesObserver) {
        observers.add(observer)
    }

    /// Takes an observer off again.
    public func removeObserver(_ observer: UserFeatureTogglesObserver) {
        observers.remove(observer)
    }
}
