/// An input that can be made from named text values.
///
/// ```swift
/// extension PlaylistName: RouteParametersDecodable {
///     init?(from parameters: RouteParameters?, mapping: URLMapping) {
///         guard let name = parameters?["name"], !name.isEmpty else { return nil }
///         self.name = name
///     }
/// }
/// ```
public protocol RouteParametersDecodable {
    /// Makes the input, or returns `nil` if the parameters do not describe one.
    ///
    /// - Parameters:
    ///   - parameters: The values by name, or `nil` if there are none at all.
    ///   - mapping: How the values arrived.
    init?(from parameters: RouteParameters?, mapping: URLMapping)

    /// The values the input is made from, so that a form can ask for them; none by default.
    static var inputFields: [InputField] { get }
}

extension RouteParametersDecodable {
    /// Says nothing about the values.
    public static var inputFields: [InputField] { [] }
}
