/// A place where Boolean settings are kept under string keys.
///
/// Implementations may be called from any thread.
public protocol KeyValueStore: AnyObject, Sendable {
    /// The value of a setting, or `nil` if there is none.
    func bool(forKey key: String) -> Bool?

    /// Keeps a setting, or drops it if the value is `nil`.
    func set(_ value: Bool?, forKey key: String)
}
