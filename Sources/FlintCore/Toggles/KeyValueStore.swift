/// A place where Boolean settings are kept under string keys.
///
/// Implementations may be called from any thread. A store that calls the handlers of ``observeChanges(_:)`` after every
/// change of a value, also one made elsewhere, declares that with ``ChangeAnnouncing/announcesChanges``.
public protocol KeyValueStore: ChangeAnnouncing, AnyObject, Sendable {
    /// The value of a setting, or `nil` if there is none.
    func bool(forKey key: String) -> Bool?

    /// Keeps a setting, or removes it if the value is `nil`.
    func set(_ value: Bool?, forKey key: String)

    /// Has a handler called after changes of values.
    ///
    /// - Parameter handler: Gets the keys whose values have changed; called on any thread, with no lock held.
    /// - Returns: Ends the observation when it is cancelled or released; `nil` if this store cannot report changes,
    ///   which is the default.
    func observeChanges(_ handler: @escaping @Sendable (_ keys: Set<String>) -> Void) -> ObservationToken?
}

extension KeyValueStore {
    /// Returns `nil`: changes are not reported.
    public func observeChanges(_ handler: @escaping @Sendable (_ keys: Set<String>) -> Void) -> ObservationToken? {
        nil
    }
}

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

    /// Keeps a setting, or removes it if the value is `nil`.
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

/// Settings kept in a JSON file, which other programs may read and change at the same time.
///
/// ```swift
/// let store = FileKeyValueStore(path: "/home/me/.local/share/app/toggles.json")
/// store.set(true, forKey: "sync")
/// if let problem = store.problem { show(problem) }
/// ```
///
/// The file holds one JSON object, `{ "flint" : "settings", "version" : 2, "values" : { "sync" : true } }`. It is not
/// read before a setting is first needed, and not created before one is first kept. Its content is replaced in one
/// step and changed under a lock, so that two programs lose nothing of each other's changes. While the store has
/// observers, what other programs change counts as soon as they have; otherwise from the next change made here.
///
/// A setting that cannot be saved counts all the same until the program ends, and is saved with the next one that
/// can be. All members may be called from any thread.
public final class FileKeyValueStore: KeyValueStore {
    /// What the file holds.
    struct Content: Codable, Sendable, Equatable {
        static let kind = StateFileKind("settings")

        var values: [String: Bool] = [:]
    }

    private struct Observers {
        var nextID = 0
        var handlers: [Int: @Sendable (Set<String>) -> Void] = [:]
        /// The settings observers know of.
        var told: [String: Bool] = [:]
    }

    private let cache: StateCache<Content>
    /// Taken before the cache's locks and never while holding them.
    private let observers = Protected(Observers())

    /// Names the file, which need not exist; nothing is read or made yet.
    public init(path: String) {
        cache = StateCache(StateFile(path: path, kind: Content.kind, empty: Content()))
    }

    /// The path of the file.
    public var path: String { cache.file.path }

    /// The latest problem with the file and its remedy, if any.
    public var problem: String? { cache.problem }

    /// Whether every setting that counts is in the file, as far as this program has set it.
    public var isSaved: Bool { !cache.hasPendingChanges }

    /// Every change is announced; what another program changes counts once it has been read.
    public var announcesChanges: Bool { true }

    /// The value of a setting, or `nil` if there is none.
    public func bool(forKey key: String) -> Bool? { values[key] }

    /// Keeps a setting, or removes it if the value is `nil`, and returns when it is saved.
    ///
    /// Where it cannot be saved, ``problem`` describes the error.
    public func set(_ value: Bool?, forKey key: String) {
        cache.keep { $0.values[key] = value }
        tell()
    }

    /// Has a handler called after every change of a value, by this program or another.
    ///
    /// The file is watched from the first observation to the end of the last.
    ///
    /// - Parameter handler: Gets the keys whose values have changed; called on the thread of a change made here, and
    ///   on the main queue after one made elsewhere.
    /// - Returns: Ends the observation when it is cancelled or released.
    public func observeChanges(_ handler: @escaping @Sendable (_ keys: Set<String>) -> Void) -> ObservationToken? {
        let id = observers.withLock { observers in
            let isFirst = observers.handlers.isEmpty
            observers.nextID += 1
            if isFirst {
                cache.watch { [weak self] in self?.tell() }
                observers.told = values
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

    /// Every setting as it counts now.
    private var values: [String: Bool] { cache.content?.values ?? [:] }

    /// Notifies observers of what has changed since the last notification.
    private func tell() {
        let (keys, handlers) = observers.withLock { observers in
            guard !observers.handlers.isEmpty else { return (Set<String>(), [@Sendable (Set<String>) -> Void]()) }
            let now = values
            let keys = Set(now.keys).union(observers.told.keys).filter { now[$0] != observers.told[$0] }
            observers.told = now
            let handlers = observers.handlers.sorted { $0.key < $1.key }.map(\.value)
            return (keys, handlers)
        }
        guard !keys.isEmpty else { return }
        for handler in handlers { handler(keys) }
    }
}
