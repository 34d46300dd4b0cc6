/// User toggles kept in a key-value store, under `features.user.toggle.` and the feature's path.
///
/// Where the store tells of changes made elsewhere, by another program or through another object, observers are told
/// of them too.
open class StoredFeatureToggles: MutableUserFeatureToggles, @unchecked Sendable {
    /// How changes in the store are learned of.
    private enum Observation {
        /// Nobody has asked yet.
        case none
        /// The store tells.
        case told(ObservationToken)
        /// The store cannot tell.
        case untold
    }

    private static let prefix = "features.user.toggle."

    private let store: any KeyValueStore
    private let observers = WeakObserverList<any UserFeatureTogglesObserver>()
    private let observation = Protected(Observation.none)
    /// What was set last through this object.
    private let latest = Protected<[String: Bool?]>([:])

    /// Creates toggles over a store.
    ///
    /// - Parameter store: Where the choices are kept; by default, in memory.
    public init(store: any KeyValueStore = InMemoryKeyValueStore()) {
        self.store = store
    }

    /// The key a feature's choice is kept under.
    public static func key(for feature: FeatureDefinition.Type) -> String {
        feature.identifier.description(behind: prefix)
    }

    /// The user's choice for a feature, or `nil` if the user has made none.
    public func isEnabled(_ feature: ConditionalFeatureDefinition.Type) -> Bool? {
        store.bool(forKey: Self.key(for: feature))
    }

    /// Records the user's choice and tells observers if it is another.
    public func setEnabled(_ feature: ConditionalFeatureDefinition.Type, enabled: Bool?) {
        let key = Self.key(for: feature)
        let before = store.bool(forKey: key)
        store.set(enabled, forKey: key)
        // Compared with what was set last, too: of two who set at the same time, the one that comes last here comes
        // after both, and must tell of it even if it has read its own value before.
        let isChange = latest.withLock { latest in
            let known = latest.updateValue(enabled, forKey: key) ?? before
            return known != enabled || before != enabled
        }
        guard isChange, case .untold = observation.withLock({ $0 }) else { return }
        observers.notify { $0.userFeatureTogglesDidChange() }
    }

    /// Adds an observer, which is not kept alive.
    public func addObserver(_ observer: UserFeatureTogglesObserver) {
        observers.add(observer)
        let isFirst = observation.withLock { observation in
            guard case .none = observation else { return false }
            observation = .untold
            return true
        }
        guard isFirst else { return }
        let token = store.observeChanges { [weak self] keys in
            guard let self, keys.contains(where: { $0.hasPrefix(Self.prefix) }) else { return }
            observers.notify { $0.userFeatureTogglesDidChange() }
        }
        if let token { observation.withLock { $0 = .told(token) } }
    }

    /// Takes an observer off again.
    public func removeObserver(_ observer: UserFeatureTogglesObserver) {
        observers.remove(observer)
    }
}
