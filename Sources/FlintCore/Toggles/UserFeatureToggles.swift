// SPDX-License-Identifier: MIT

import FlintLocks

/// A source of user settings, which record whether the user has turned features on or off.
///
/// A feature that declares a user setting is available only while the setting is on or, if the user has not set it,
/// while its default is on. Pass the source to setup as ``Flint/DependenciesConfig/userFeatureToggles``. The engine
/// calls it on any thread. A source that notifies its observers after every change sets
/// ``ChangeAnnouncing/announcesChanges`` to `true`. The engine reads the settings of any other source on every use.
public protocol UserFeatureToggles: ChangeAnnouncing, AnyObject {
    /// Adds an observer without retaining it.
    func addObserver(_ observer: UserFeatureTogglesObserver)

    /// Stops notifying an observer.
    func removeObserver(_ observer: UserFeatureTogglesObserver)

    /// Returns the user's setting for a feature, or `nil` if the user has not set it.
    func isEnabled(_ feature: ConditionalFeatureDefinition.Type) -> Bool?
}

/// An observer of changes to user settings.
///
/// ``UserFeatureToggles/addObserver(_:)`` does not retain the observer.
public protocol UserFeatureTogglesObserver: AnyObject, SendableMetatype {
    /// Notifies the observer that one or more settings have changed.
    ///
    /// The method can be called on any thread, so an observer cannot be isolated to an actor.
    func userFeatureTogglesDidChange()
}

/// User settings that a settings screen or a console can change.
public protocol MutableUserFeatureToggles: UserFeatureToggles {
    /// Sets or removes the user's setting for a feature.
    ///
    /// - Parameters:
    ///   - feature: The feature whose setting changes.
    ///   - enabled: Whether the feature is turned on, or `nil` to remove the setting.
    func setEnabled(_ feature: ConditionalFeatureDefinition.Type, enabled: Bool?)
}

/// User settings kept in a key-value store, under `features.user.toggle.` followed by the feature's path.
///
/// If the store announces changes made by another program or through another object, observers of the settings are
/// notified of these changes too. Instances can be used from any thread, and subclasses must preserve this.
open class StoredFeatureToggles: MutableUserFeatureToggles, @unchecked Sendable {
    private static let prefix = "features.user.toggle."

    let store: any KeyValueStore
    private let observers = WeakObserverList<any UserFeatureTogglesObserver>()
    /// The observation of the store, which begins when the first observer is added.
    private let observation = Protected<(isBegun: Bool, token: ObservationToken?)>((false, nil))

    /// Creates user settings kept in a store.
    ///
    /// - Parameter store: The store for the settings; by default, an in-memory store.
    public init(store: any KeyValueStore = InMemoryKeyValueStore()) {
        self.store = store
    }

    /// Whether the store announces every change.
    public var announcesChanges: Bool { store.announcesChanges }

    /// Returns the key of a feature's setting in the store.
    public static func key(for feature: FeatureDefinition.Type) -> String {
        feature.identifier.description(prefixedBy: prefix)
    }

    /// Returns the user's setting for a feature, or `nil` if the user has not set it.
    public func isEnabled(_ feature: ConditionalFeatureDefinition.Type) -> Bool? {
        store.bool(forKey: Self.key(for: feature))
    }

    /// Sets or removes the user's setting for a feature, and notifies observers.
    ///
    /// Observers are notified even if the store already has the value, because another program may have stored it
    /// without notifying them.
    public func setEnabled(_ feature: ConditionalFeatureDefinition.Type, enabled: Bool?) {
        let key = Self.key(for: feature)
        let isAnnounced = store.announcesChanges && store.bool(forKey: key) != enabled
        store.set(enabled, forKey: key)
        if !isAnnounced { observers.notify { $0.userFeatureTogglesDidChange() } }
    }

    /// Adds an observer without retaining it.
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

    /// Stops notifying an observer.
    public func removeObserver(_ observer: UserFeatureTogglesObserver) {
        observers.remove(observer)
    }
}
