/// A place where Boolean settings are kept under string keys.
///
/// Implementations may be called from any thread. A store that calls the handlers of ``observeChanges(_:)`` after every
/// change of a value, also one made elsewhere, declares that with ``ChangeAnnouncing/announcesChanges``.
public protocol KeyValueStore: ChangeAnnouncing, AnyObject, Sendable {
    /// The value of a setting, or `nil` if there is none.
    func bool(forKey key: String) -> Bool?

    /// Keeps a setting, or drops it if the value is `nil`.
    func set(_ value: Bool?, forKey key: String)

    /// Has a handler called after changes of values.
    ///
    /// - Parameter handler: Gets the keys whose values have changed; called on any thread, with no lock held.
    /// - Returns: Ends the observation when it is cancelled or released; `nil` if this store cannot tell of changes,
    ///   which is the default.
    func observeChanges(_ handler: @escaping @Sendable (_ keys: Set<String>) -> Void) -> ObservationToken?
}

extension KeyValueStore {
    /// Tells of no changes.
    public func observeChanges(_ handler: @escaping @Sendable (_ keys: Set<String>) -> Void) -> ObservationToken? {
        nil
    }
}
