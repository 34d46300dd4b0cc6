/// The originator of a change or a request.
///
/// An app can define further causes by extending the type.
public struct Cause: StringName {
    /// The display name.
    public let rawValue: String

    /// Creates a cause with a display name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The app's code.
    public static let app: Cause = "app"
    /// A user of the app.
    public static let user: Cause = "user"
    /// The operating system.
    public static let system: Cause = "system"
    /// The store.
    public static let store: Cause = "store"
    /// The expiry of an override.
    public static let expiry: Cause = "expiry"
    /// Saved overrides.
    public static let saved: Cause = "saved"
}
