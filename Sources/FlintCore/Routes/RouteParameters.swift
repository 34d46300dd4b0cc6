/// Named values an input is made from: a URL's parameters, a command line's words, or a form's fields.
public typealias RouteParameters = [String: String]

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
    /// Returns an empty list by default.
    public static var inputFields: [InputField] { [] }
}

/// An input that can be written as named text values, so that links to it can be made.
public protocol RouteParametersEncodable {
    /// Writes the input as the values from which ``RouteParametersDecodable`` makes it again.
    ///
    /// - Parameter mapping: How the values will arrive.
    /// - Returns: The values by name, or `nil` if the input cannot arrive in this way.
    func encodeAsRouteParameters(for mapping: URLMapping) -> RouteParameters?
}

/// An input that can be made from named text values and written as them.
public typealias RouteParametersCodable = RouteParametersDecodable & RouteParametersEncodable

/// A named value from which an action's input is decoded.
public struct InputField: Hashable, Sendable {
    /// The parameter's name.
    public let name: String
    /// A short description of the value.
    public let description: String
    /// Whether the value is required.
    public let isRequired: Bool
    /// Whether the value is hidden while it is typed, and never recorded.
    public let isSensitive: Bool

    /// Creates a field.
    public init(_ name: String, description: String, isRequired: Bool = true, isSensitive: Bool = false) {
        self.name = name
        self.description = description
        self.isRequired = isRequired
        self.isSensitive = isSensitive
    }
}

extension Optional: RouteParametersDecodable where Wrapped: RouteParametersDecodable {
    /// Makes the input; without any values there is none, and that is fine.
    public init?(from parameters: RouteParameters?, mapping: URLMapping) {
        if let parameters, !parameters.isEmpty {
            guard let wrapped = Wrapped(from: parameters, mapping: mapping) else { return nil }
            self = .some(wrapped)
        } else {
            self = Wrapped(from: parameters, mapping: mapping)
        }
    }

    /// The values the wrapped input is made from, none of which is required.
    public static var inputFields: [InputField] {
        Wrapped.inputFields.map {
            InputField($0.name, description: $0.description, isRequired: false, isSensitive: $0.isSensitive)
        }
    }
}

extension Optional: RouteParametersEncodable where Wrapped: RouteParametersEncodable {
    /// Writes the wrapped input, or no values if there is none.
    public func encodeAsRouteParameters(for mapping: URLMapping) -> RouteParameters? {
        guard let self else { return [:] }
        return self.encodeAsRouteParameters(for: mapping)
    }
}
