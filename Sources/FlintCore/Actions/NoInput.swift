/// The input of an action that takes none.
public struct NoInput: FlintLoggable, RouteParametersDecodable, Hashable, Sendable {
    /// The only value there is.
    public static let noInput = NoInput()

    private init() {}

    /// Ignores any parameters.
    public init?(from parameters: RouteParameters?, mapping: URLMapping) {}

    /// Nothing to record.
    public var loggingDescription: String { "none" }
}
