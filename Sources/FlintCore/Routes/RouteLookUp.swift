/// Looks up which route a path takes and does nothing with it, so that benchmarks can measure just that.
@_spi(Benchmarks)
public struct RouteLookUp: Sendable {
    private let routes: RouteTable

    /// Looks up routes of a runtime.
    public init(_ runtime: FlintRuntime) {
        routes = runtime.routes
    }

    /// How many routes were declared before the one a path takes, or `nil` if it takes none.
    ///
    /// - Parameters:
    ///   - path: The path as it stands in a URL.
    ///   - scope: The scheme or the domain, in lower case.
    /// - Returns: The number of the route.
    public func number(ofPath path: inout Substring, scope: RouteScope) -> Int? {
        routes.number(ofPath: &path, scope: scope)
    }
}
