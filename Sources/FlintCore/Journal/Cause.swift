/// Who is behind a change or a request.
public struct Cause: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible,
    ExpressibleByStringLiteral
{
    /// The word people read.
    public let rawValue: String

    /// Creates a cause from the word people read.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates a cause from a literal.
    public init(stringLiteral value: String) {
        rawValue = value
    }

    /// The app's own code.
    public static let app: Cause = "app"
    /// A person using the app.
    public static let user: Cause = "user"
    /// The operating system.
    public static let system: Cause = "system"
    /// The store that products are bought from.
    public static let store: Cause = "store"
    /// The end of an override that was to last only so long.
    public static let expiry: Cause = "expiry"
    /// Overrides read from where they are kept.
    public static let saved: Cause = "saved"

    /// The cause that the caller has set with ``withCause(_:_:)``.
    static var current: Cause? { TaskScope.current?.cause }

    /// Runs a body whose changes and requests are recorded with a cause.
    public static func withCause<Result>(_ cause: Cause, _ body: () throws -> Result) rethrows -> Result {
        try TaskScope(runtime: TaskScope.current?.runtime, cause: cause).run(body)
    }

    /// The word people read.
    public var description: String { rawValue }
}
