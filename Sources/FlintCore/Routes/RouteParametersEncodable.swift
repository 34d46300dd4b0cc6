/// An input that can be written as named text values, so that links to it can be made.
public protocol RouteParametersEncodable {
    /// Writes the input as the values from which ``RouteParametersDecodable`` makes it again.
    ///
    /// - Parameter mapping: How the values will arrive.
    /// - Returns: The values by name, or `nil` if the input cannot arrive in this way.
    func encodeAsRouteParameters(for mapping: URLMapping) -> RouteParameters?
}
