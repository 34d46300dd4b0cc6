/// The input of an action that takes none.
public struct NoInput: FlintLoggable, RouteParametersCodable, ActivityCodable, Hashable, Sendable {
    /// The only value there is.
    public static let noInput = NoInput()

    private init() {}

    /// Ignores any parameters.
    public init?(from parameters: RouteParameters?, mapping: URLMapping) {}

    /// Ignores what an activity holds.
    public init(activityUserInfo: [AnyHashable: Any]?) throws {}

    /// No values.
    public func encodeAsRouteParameters(for mapping: URLMapping) -> RouteParameters? { [:] }

    /// Nothing to keep.
    public func encodeForActivity() -> [AnyHashable: Any]? { nil }

    /// Nothing to record.
    public var loggingDescription: String { "none" }
}
