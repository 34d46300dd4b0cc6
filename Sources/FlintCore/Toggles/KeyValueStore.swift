// SPDX-License-Identifier: MIT

import FlintLocks

/// A store of Boolean settings under string keys.
///
/// ``StoredFeatureToggles`` and ``DebugFeatureFlagProvider`` store their values in such a store. Implementations must
/// be safe to call from any thread. If a store calls the handlers of ``observeChanges(_:)`` after every change of a
/// value, including changes made by other code, set ``ChangeAnnouncing/announcesChanges`` to `true`.
public protocol KeyValueStore: ChangeAnnouncing, AnyObject, Sendable {
    /// Returns the value of a setting, or `nil` if the setting has no value.
    func bool(forKey key: String) -> Bool?

    /// Stores a setting, or removes it if the value is `nil`.
    func set(_ value: Bool?, forKey key: String)

    /// Calls a handler after values have changed.
    ///
    /// - Parameter handler: Receives the keys of the changed values. It can be called on any thread, and is called with
    ///   no lock held.
    /// - Returns: A token that ends the observation when it is canceled or released, or `nil` if the store does not
    ///   report changes. The default is `nil`.
    func observeChanges(_ handler: @escaping @Sendable (_ keys: Set<String>) -> Void) -> ObservationToken?
}

extension KeyValueStore {
    /// Returns `nil` by default, because the store does not report changes.
    public func observeChanges(_ handler: @escaping @Sendable (_ keys: Set<String>) -> Void) -> ObservationToken? {
        nil
    }
}

/// A store that keeps settings in memory until the process ends.
///
/// This is the default store of user settings with ``Flint/setup(_:configuration:)``, and is useful in tests. Every
/// change notifies the store's observers. The store can be used from any thread.
public final class InMemoryKeyValueStore: KeyValueStore {
    private let values: Protected<[String: Bool]>
    private let observers = ObserverList<Set<String>>()

    /// Creates a store with initial settings.
    ///
    /// - Parameter values: The initial settings.
    public init(_ values: [String: Bool] = [:]) {
        self.values = Protected(values)
    }

    /// Always `true`, because observers are notified of every change.
    public var announcesChanges: Bool { true }

    /// Returns the value of a setting, or `nil` if the setting has no value.
    public func bool(forKey key: String) -> Bool? {
        values.withLock { $0[key] }
    }

    /// Stores a setting, or removes it if the value is `nil`.
    public func set(_ value: Bool?, forKey key: String) {
        let hasChanged = values.withLock { values in
            defer { values[key] = value }
            return values[key] != value
        }
        if hasChanged { observers.notify([key]) }
    }

    /// Calls a handler after every change, on the thread that makes the change.
    public func observeChanges(_ handler: @escaping @Sendable (_ keys: Set<String>) -> Void) -> ObservationToken? {
        observers.add(handler)
    }
}

/// A store that keeps settings in a JSON file, which other programs can read and change at the same time.
///
/// ```swift
/// let store = FileKeyValueStore(path: "/home/me/.local/share/app/toggles.json")
/// store.set(true, forKey: "sync")
/// if let problem = store.problem { show(problem) }
/// ```
///
/// The file contains one JSON object, `{ "flint" : "settings", "version" : 2, "values" : { "sync" : true } }`. The
/// store reads the file when a setting is first read, and creates the file when a setting is first stored. Changes are
/// made under a lock and replace the file atomically, so programs do not overwrite each other's changes. While the
/// store has observers, it watches the file and picks up changes by other programs immediately. Without observers, it
/// picks them up the next time it saves a setting.
///
/// A setting that cannot be saved stays in effect until the program ends, and is saved together with the next setting
/// that can be saved. All members can be called from any thread.
public final class FileKeyValueStore: KeyValueStore {
    struct Content: Codable, Sendable, Equatable {
        static let kind = StateFileKind("settings")

        var values: [String: Bool] = [:]
    }

    private struct Observers {
        var nextID = 0
        var handlers: [Int: @Sendable (Set<String>) -> Void] = [:]
        var lastNotifiedValues: [String: Bool] = [:]
    }

    private let cache: StateCache<Content>
    /// Locked before the cache's locks, and never while one of them is held.
    private let observers = Protected(Observers())

    /// Creates a store for the file at a path.
    ///
    /// The file need not exist, and is neither read nor created by the initializer.
    public init(path: String) {
        cache = StateCache(StateFile(path: path, kind: Content.kind, empty: Content()))
    }

    /// The path of the file that stores the settings.
    public var path: String { cache.file.path }

    /// A description of the latest problem with the file and its remedy, or `nil` if the file can be used.
    public var problem: String? { cache.problem }

    /// Whether the file contains every change that this program has made.
    public var isSaved: Bool { !cache.hasPendingChanges }

    /// Always `true`, because observers are notified of every change, including changes that other programs make.
    public var announcesChanges: Bool { true }

    /// Returns the value of a setting, or `nil` if the setting has no value.
    public func bool(forKey key: String) -> Bool? { values[key] }

    /// Stores a setting, or removes it if the value is `nil`.
    ///
    /// The method returns after it has saved the setting. If saving fails, the setting still takes effect in this
    /// program, and ``problem`` describes the error.
    public func set(_ value: Bool?, forKey key: String) {
        cache.applyImmediately { $0.values[key] = value }
        notifyObservers()
    }

    /// Calls a handler after every change of a value, by this program or another one.
    ///
    /// The store watches the file while it has observers.
    ///
    /// - Parameter handler: Receives the keys of the changed values. It is called on the thread of a change made by
    ///   this program, and on the main queue after a change by another program.
    /// - Returns: A token that ends the observation when it is canceled or released.
    public func observeChanges(_ handler: @escaping @Sendable (_ keys: Set<String>) -> Void) -> ObservationToken? {
        let id = observers.withLock { observers in
            let isFirst = observers.handlers.isEmpty
            observers.nextID += 1
            if isFirst {
                cache.watch { [weak self] in self?.notifyObservers() }
                observers.lastNotifiedValues = values
            }
            observers.handlers[observers.nextID] = handler
            return observers.nextID
        }
        return ObservationToken { [weak self] in
            self?.observers.withLock { observers in
                observers.handlers[id] = nil
                if observers.handlers.isEmpty { self?.cache.stopWatching() }
            }
        }
    }

    private var values: [String: Bool] { cache.content?.values ?? [:] }

    private func notifyObservers() {
        let (keys, handlers) = observers.withLock { observers in
            guard !observers.handlers.isEmpty else { return (Set<String>(), [@Sendable (Set<String>) -> Void]()) }
            let now = values
            let keys = Set(now.keys).union(observers.lastNotifiedValues.keys).filter {
                now[$0] != observers.lastNotifiedValues[$0]
            }
            observers.lastNotifiedValues = now
            let handlers = observers.handlers.sorted { $0.key < $1.key }.map(\.value)
            return (keys, handlers)
        }
        guard !keys.isEmpty else { return }
        for handler in handlers { handler(keys) }
    }
}
