/// Knows which features the user has turned on and off.
///
/// Toggles that notify their observers after every change of an answer declare that with
/// ``ChangeAnnouncing/announcesChanges``. Any others are asked at every use.
public protocol UserFeatureToggles: ChangeAnnouncing, AnyObject {
    /// Adds an observer, which is not kept alive.
    func addObserver(_ observer: UserFeatureTogglesObserver)

    /// Removes an observer.
    func removeObserver(_ observer: UserFeatureTogglesObserver)

    /// The user's choice for a feature, or `nil` if the user has made none.
    func isEnabled(_ feature: ConditionalFeatureDefinition.Type) -> Bool?
}

/// An observer of the user's choices.
public protocol UserFeatureTogglesObserver: AnyObject {
    /// Some choice has changed. Called on the thread of the change.
    func userFeatureTogglesDidChange()
}

/// User toggles that can be changed, by a settings screen or by a console.
public protocol MutableUserFeatureToggles: UserFeatureToggles {
    /// Records the user's choice for a feature.
    ///
    /// - Parameters:
    ///   - feature: The feature.
    ///   - enabled: The choice, or `nil` to forget it.
    func setEnabled(_ feature: ConditionalFeatureDefinition.Type, enabled: Bool?)
}

/// User toggles kept in a key-value store, under `features.user.toggle.` and the feature's path.
///
/// Where the store announces changes made elsewhere, by another program or through another object, observers are
/// notified of them too.
open class StoredFeatureToggles: MutableUserFeatureToggles, @unchecked Sendable {
    private static let prefix = "features.user.toggle."

    private let store: any KeyValueStore
    private let observers = WeakObserverList<any UserFeatureTogglesObserver>()
    /// Keeps the store's announcements coming, from the first observer on.
    private let observation = Protected<(isBegun: Bool, token: ObservationToken?)>((false, nil))

    /// Creates toggles over a store.
    ///
    /// - Parameter store: Where the choices are kept; by default, in memory.
    public init(store: any KeyValueStore = InMemoryKeyValueStore()) {
        self.store = store
    }

    /// Whether every change is announced, which the store decides.
    public var announcesChanges: Bool { store.announcesChanges }

    /// Returns the key of a feature's setting in the store.
    public static func key(for feature: FeatureDefinition.Type) -> String {
        feature.identifier.description(behind: prefix)
    }

    /// The user's choice for a feature, or `nil` if the user has made none.
    public func isEnabled(_ feature: ConditionalFeatureDefinition.Type) -> Bool? {
        store.bool(forKey: Self.key(for: feature))
    }

    /// Records the user's choice and notifies observers.
    ///
    /// Both happen also if the store has the value already: another program may have written it, and observers may
    /// not know.
    public func setEnabled(_ feature: ConditionalFeatureDefinition.Type, enabled: Bool?) {
        let key = Self.key(for: feature)
        let isAnnounced = store.announcesChanges && store.bool(forKey: key) != enabled
        store.set(enabled, forKey: key)
        if !isAnnounced { observers.notify { $0.userFeatureTogglesDidChange() } }
    }

    /// Adds an observer, which is not kept alive.
    public func addObserver(_ observer: UserFeatureTogglesObserver) {
        observers.add(observer)
        let isFirst = observation.withLock { observation in
            defer { observation.isBegun = true }
            return !observation.isBegun
        }
        guard isFirst else { return }
        let token = store.observeChanges { [weak self] keys in
            guard let self, keys.contains(where: { $0.hasPrefix(Self.prefix) }) else { return }
            observers.notify { $0.userFeatureTogglesDidChange() }
        }
        observation.withLock { $0.token = token }
    }

    /// Removes an observer.
    public func removeObserver(_ observer: UserFeatureTogglesObserver) {
        observers.remove(observer)
    }
}
