/// Who is behind a change or a request.
public struct Cause: StringName {
    /// The display name.
    public let rawValue: String

    /// Creates a cause from the word people read.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The app's own code.
    public static let app: Cause = "app"
    /// A person using the app.
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
